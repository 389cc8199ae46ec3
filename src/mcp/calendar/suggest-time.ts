import { boolean, integer, object, optional, string } from '#/contract/schema.ts'
import { ApiError, invalid } from '#/kernel/errors.ts'
import type { FreeBusyResponse } from '#/services/calendar/schemas/free-busy.ts'
import { readTool } from '../tool.ts'
import { whenText } from './event/event-view.ts'
import { emailsArgument } from './event-body.ts'
import { freeSlots, minutesMs, type Span } from './free-slots.ts'
import { TimeReader, timeArgument, zoneArgument } from './times.ts'

const hour = (about: string) => string({ about, lengthMax: 5 })

const Preferences = object(
  undefined,
  {
    startHour: hour('When working hours begin, such as 09:00.'),
    endHour: hour('When working hours end, such as 17:00.'),
    excludeWeekends: boolean({
      about: 'Whether to leave out Saturdays and Sundays. Defaults to true.',
    }),
    pageSize: integer({ about: 'Suggestions to return.', default: 5, minimum: 1, maximum: 20 }),
  },
  { about: 'When a meeting should take place.' },
)

const windowDaysMax = 62

export const suggestTime = readTool(
  {
    name: 'suggest_time',
    title: 'Suggest a time',
    findIdsWith: 'list_calendars',
    about:
      'Suggests times at which all attendees are free. Include `primary` for the user. Attendees whose calendars cannot be seen are named in `unknown`, and count as free.',
    args: {
      attendeeEmails: emailsArgument('The addresses of the attendees; `primary` is the user.'),
      startTime: timeArgument('The start of the span of time to look at.'),
      endTime: timeArgument(`The end of the span of time, at most ${windowDaysMax} days later.`),
      timeZone: optional(zoneArgument),
      durationMinutes: optional(
        integer({ about: 'How long the meeting takes.', default: 30, minimum: 5, maximum: 1440 }),
      ),
      preferences: optional(Preferences),
    },
    operations: ['calendar.freebusy.query'],
  },
  async ({ args, call }) => {
    const { attendeeEmails, durationMinutes = 30, preferences = {} } = args
    if (attendeeEmails.length === 0) {
      throw invalid('attendeeEmails', 'attendeeEmails is empty. `primary` is the user.')
    }
    const { startHour = '09:00', endHour = '17:00' } = preferences
    const dayStart = minuteIn('preferences.startHour', startHour)
    const dayEnd = minuteIn('preferences.endHour', endHour)
    if (dayEnd <= dayStart) {
      throw invalid('preferences', 'preferences.endHour has to be after preferences.startHour.')
    }
    const reader = new TimeReader({ call }, args)
    const timeMin = (await reader.moment('startTime', args.startTime))!
    const timeMax = (await reader.moment('endTime', args.endTime))!
    const window = spanOf({ start: timeMin, end: timeMax })
    requireWindow(window)
    const timeZone = await zoneOrUtc(reader)
    const { calendars = {} }: FreeBusyResponse = await call({
      operation: 'calendar.freebusy.query',
      body: { timeMin, timeMax, items: attendeeEmails.map((id) => ({ id })) },
    })
    const busy = Object.values(calendars).flatMap((one) => one.busy ?? [])
    const slots = freeSlots(busy.map(spanOf), {
      window,
      durationMs: minutesMs(durationMinutes),
      timeZone,
      dayStart,
      dayEnd,
      excludesWeekends: preferences.excludeWeekends ?? true,
      count: preferences.pageSize ?? 5,
    })
    const unknown = Object.keys(calendars).filter((id) => calendars[id]?.errors !== undefined)
    return {
      timeZone,
      timeSlots: slots.map((slot) => slotView(slot, timeZone)),
      unknown: unknown.length > 0 ? unknown : undefined,
      nextStep:
        slots.length === 0
          ? 'There is no time at which all attendees are free. Use a longer span of time, a shorter duration or longer working hours.'
          : undefined,
    }
  },
)

function spanOf({ start = '', end = '' }: { start?: string; end?: string }): Span {
  const ms = (text: string) => Temporal.Instant.from(text).epochMilliseconds
  return { startMs: ms(start), endMs: ms(end) }
}

function requireWindow({ startMs, endMs }: Span): void {
  if (endMs <= startMs) throw invalid('endTime', 'endTime has to be after startTime.')
  if (endMs - startMs > windowDaysMax * 86_400_000) {
    throw invalid('endTime', `endTime has to be at most ${windowDaysMax} days after startTime.`)
  }
}

/** The zone of working hours. A caller that may only see free/busy times cannot read the calendar's. */
async function zoneOrUtc(reader: TimeReader): Promise<string> {
  try {
    const zone = await reader.zone()
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) throw invalid('timeZone', 'timeZone is not a known time zone.')
    if (error instanceof ApiError && error.status === 403) return 'UTC'
    throw error
  }
}

const hourShape = /^(?:[01]?\d|2[0-3]):[0-5]\d$|^24:00$/

function minuteIn(name: string, text: string): number {
  if (!hourShape.test(text)) throw invalid(name, `${name} has to be a time of day, such as 09:00.`)
  const [hours, minutes] = text.split(':').map(Number)
  return hours! * 60 + minutes!
}

function slotView({ startMs, endMs }: Span, timeZone: string) {
  const at = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms)
      .toZonedDateTimeISO(timeZone)
      .toString({ timeZoneName: 'never', smallestUnit: 'second' })
  const [startTime, endTime] = [at(startMs), at(endMs)]
  return {
    startTime,
    endTime,
    when: whenText({ dateTime: startTime }, { dateTime: endTime }, timeZone),
  }
}

import { string } from '#/contract/schema.ts'
import { requiredParameter } from '#/kernel/errors.ts'
import { type QuickAddEvent, readQuickAdd } from '../domain/quick-add/quick-add.ts'
import { settingValue } from '../domain/user-settings.ts'
import type { CalendarGiven } from '../operation.ts'
import type { Event, EventDateTime } from '../schemas/event.ts'
import { calendarIn } from '../store/calendars.ts'

export const phrase = string({ about: 'The sentence: `Dinner with Sam 7pm tomorrow`.' })

/** The body of the event that a sentence describes, by the clock of a zone: mostly that of the calendar. */
export async function bodyOfPhrase(
  { store, caller, clock }: Pick<CalendarGiven, 'store' | 'caller' | 'clock'>,
  text: string,
  ownZone?: string,
): Promise<Event> {
  if (text.trim() === '') throw requiredParameter('text')
  const zone =
    ownZone ?? (await store.read(({ calendar }) => calendarIn(calendar).timeZone ?? 'UTC'))
  const { byId: settings } = await store.settings.of(caller.userId)
  const read = await readQuickAdd(text, {
    now: clock.now().toZonedDateTimeISO(zone),
    lengthMinutes: Number(settingValue(settings, 'defaultEventLength')),
  })
  return bodyOf(read, read.zone ?? zone)
}

function bodyOf(read: QuickAddEvent, timeZone: string): Event {
  const { summary, location, attendees, recurrence } = read
  return {
    summary,
    ...(location !== undefined && { location }),
    start: timeOf(read.start, timeZone),
    end: timeOf(read.end, timeZone),
    ...(attendees && { attendees: attendees.map((email) => ({ email })) }),
    ...(recurrence && {
      recurrence:
        read.start instanceof Temporal.PlainDate
          ? recurrence
          : recurrence.map((line) => withMoment(line, timeZone)),
    }),
  }
}

/** A rule of times with its last day as the last second of it, which is how such rules are written. */
const withMoment = (line: string, timeZone: string): string =>
  line.replace(/(?<=UNTIL=)\d{8}/, (day) =>
    Temporal.PlainDate.from(day)
      .toZonedDateTime({ timeZone, plainTime: '23:59:59' })
      .toInstant()
      .toString()
      .replace(/[-:]/g, ''),
  )

const timeOf = (time: QuickAddEvent['start'], timeZone: string): EventDateTime =>
  time instanceof Temporal.PlainDate
    ? { date: time.toString() }
    : { dateTime: time.toString({ smallestUnit: 'second' }), timeZone }

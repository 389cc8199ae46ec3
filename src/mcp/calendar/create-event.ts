import { about, optional } from '#/contract/schema.ts'
import { invalid } from '#/kernel/errors.ts'
import { Event } from '#/services/calendar/schemas/event.ts'
import { property, writeTool } from '../tool.ts'
import { eventView } from './event/event-view.ts'
import {
  contentArguments,
  contentOf,
  dayAfter,
  emailsArgument,
  guestsArgument,
  guestsIn,
  notificationArgument,
  quotedTitle,
  sendUpdates,
  zoneFor,
} from './event-body.ts'
import { eventArguments } from './list-events.ts'
import { dayText, timeArgument, timeText, zoneArgument } from './times.ts'
import { requireWriter } from './write-access.ts'

export const createEvent = writeTool(
  {
    name: 'create_event',
    title: 'Create an event',
    findIdsWith: 'list_calendars',
    about:
      'Creates an event on a calendar, with attendees and recurrence if given. Nobody gets mail unless notificationLevel says so. To check for conflicts first, use list_events or suggest_time.',
    args: {
      summary: about('The title.', property(Event, 'summary')),
      startTime: timeArgument('When it starts.'),
      endTime: timeArgument('When it ends.'),
      timeZone: optional(zoneArgument),
      calendarId: eventArguments.calendarId,
      ...contentArguments,
      attendees: optional(guestsArgument('The attendees besides the user.')),
      attendeeEmails: optional(emailsArgument('The addresses of the attendees.')),
      recurrenceData: optional(
        about(
          'RRULE, RDATE and EXDATE lines of RFC 5545, such as `RRULE:FREQ=WEEKLY;COUNT=10`.',
          property(Event, 'recurrence'),
        ),
      ),
      notificationLevel: notificationArgument,
    },
    operations: ['calendar.events.insert', 'calendar.events.list'],
  },
  async ({ args, call, caller, newId }) => {
    const { calendarId = 'primary', summary, startTime, endTime, allDay = false } = args
    const { recurrenceData } = args
    const timeZone = allDay
      ? undefined
      : await zoneFor(call, [startTime, endTime], {
          timeZone: args.timeZone,
          calendarId,
          isNeeded: recurrenceData !== undefined,
        })
    const attendees = guestsIn(args.attendees, args.attendeeEmails)
    const body: Event = {
      summary,
      ...times({ startTime, endTime, isAllDay: allDay, timeZone }),
      ...contentOf(args, newId),
      ...(attendees.length > 0 && { attendees }),
      ...(recurrenceData !== undefined && { recurrence: recurrenceData }),
    }
    if (args.dryRun) await requireWriter(call, calendarId)
    return {
      summary: `Create the event ${quotedTitle(summary)} on the calendar ${calendarId}`,
      write: {
        operation: 'calendar.events.insert',
        params: {
          calendarId,
          sendUpdates: sendUpdates(args.notificationLevel),
          conferenceDataVersion: 1,
        },
        body,
      },
      preview: () => {
        const { email } = caller
        const own = { ...body, creator: { email, self: true } }
        return { event: eventView(own, { callerEmail: email }) }
      },
      answer: (reply) => eventView(reply, { callerEmail: caller.email }),
      undo: ({ id, etag }) => ({
        operation: 'calendar.events.delete',
        params: {
          calendarId,
          eventId: id,
          sendUpdates: sendUpdates(args.notificationLevel),
        },
        ifMatch: etag,
      }),
    }
  },
)

interface GivenTimes {
  readonly startTime: string
  readonly endTime: string
  readonly isAllDay: boolean
  readonly timeZone: string | undefined
}

/** The end of an all-day event is the day after its last one, which models often forget. */
function times({
  startTime,
  endTime,
  isAllDay,
  timeZone,
}: GivenTimes): Pick<Event, 'start' | 'end'> {
  if (!isAllDay) {
    const zone = timeZone === undefined ? {} : { timeZone }
    const start = timeText('startTime', startTime)
    const end = timeText('endTime', endTime)
    // Most texts are of the same form, and then their order is that of the times.
    if (start.length === end.length && start.slice(19) === end.slice(19) && end < start) {
      throw invalid('endTime', 'endTime has to be after startTime.')
    }
    return { start: { dateTime: start, ...zone }, end: { dateTime: end, ...zone } }
  }
  const [first, end] = [dayText('startTime', startTime), dayText('endTime', endTime)]
  return { start: { date: first }, end: { date: end === first ? dayAfter(first) : end } }
}

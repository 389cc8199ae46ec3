import type { Event } from '#/services/calendar/schemas/event.ts'
import { writeTool } from '../tool.ts'
import { eventView, ownWhenText } from './event/event-view.ts'
import { notificationArgument, quotedTitle, sendUpdates } from './event-body.ts'
import { eventArguments } from './list-events.ts'
import { requireWriter } from './write-access.ts'

export const deleteEvent = writeTool(
  {
    name: 'delete_event',
    title: 'Delete an event',
    findIdsWith: 'list_events or search_events (calendars with list_calendars)',
    about:
      'Deletes an event for all attendees. The id of an instance deletes this instance only, the id of a series deletes all. To decline an invitation, use respond_to_event instead.',
    args: { ...eventArguments, notificationLevel: notificationArgument },
    operations: ['calendar.events.get', 'calendar.events.list', 'calendar.events.delete'],
    isDestructive: true,
  },
  async ({ args, call, caller }) => {
    const { calendarId = 'primary', eventId } = args
    const event: Event = await call({
      operation: 'calendar.events.get',
      params: { calendarId, eventId },
    })
    if (args.dryRun) await requireWriter(call, calendarId)
    const params = { calendarId, eventId, sendUpdates: sendUpdates(args.notificationLevel) }
    const what = event.recurrence === undefined ? 'the event' : 'all instances of the event'
    const deleted = eventView({ ...event, status: 'cancelled' }, { callerEmail: caller.email })
    return {
      summary: `Delete ${what} ${quotedTitle(event.summary ?? eventId)}, ${ownWhenText(event)}`,
      write: { operation: 'calendar.events.delete', params, ifMatch: event.etag },
      preview: () => ({ event: deleted }),
      answer: () => deleted,
      undo: {
        operation: 'calendar.events.patch',
        params,
        body: { status: event.status ?? 'confirmed', ...formerResponse(event) },
      },
    }
  },
)

/** An attendee who deletes an event declines it. */
function formerResponse({ attendees = [], organizer }: Event): Pick<Event, 'attendees'> {
  const isAttendee = organizer?.self !== true && attendees.some(({ self }) => self)
  return isAttendee ? { attendees } : {}
}

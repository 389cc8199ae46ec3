import { about, oneOf, optional, string } from '#/contract/schema.ts'
import { invalid } from '#/kernel/errors.ts'
import type { Event } from '#/services/calendar/schemas/event.ts'
import { writeTool } from '../tool.ts'
import { eventView } from './event/event-view.ts'
import { notificationArgument, quotedTitle, sendUpdates } from './event-body.ts'
import { eventArguments } from './list-events.ts'
import { requireWriter } from './write-access.ts'

export const respondToEvent = writeTool(
  {
    name: 'respond_to_event',
    title: 'Respond to an event',
    findIdsWith: 'list_events or search_events (calendars with list_calendars)',
    about: 'Accepts, declines or tentatively accepts an invitation of the user.',
    args: {
      ...eventArguments,
      responseStatus: about('The response.', oneOf('accepted', 'declined', 'tentative')),
      responseComment: optional(string({ about: 'A note to the organizer.', lengthMax: 1000 })),
      notificationLevel: notificationArgument,
    },
    operations: ['calendar.events.get', 'calendar.events.list', 'calendar.events.patch'],
  },
  async ({ args, call, caller }) => {
    const { calendarId = 'primary', eventId, responseStatus, responseComment } = args
    const before: Event = await call({
      operation: 'calendar.events.get',
      params: { calendarId, eventId },
    })
    const { attendees = [] } = before
    const own = attendees.find(({ self }) => self)
    if (own === undefined) throw invalid('eventId', 'The user is not invited to this event.')
    if (args.dryRun) await requireWriter(call, calendarId)
    const response = {
      responseStatus,
      ...(responseComment !== undefined && { comment: responseComment }),
    }
    const params = { calendarId, eventId, sendUpdates: sendUpdates(args.notificationLevel) }
    return {
      summary: `Respond "${responseStatus}" to the event ${quotedTitle(before.summary ?? eventId)}`,
      write: {
        operation: 'calendar.events.patch',
        params,
        body: { attendees: attendees.map((one) => (one === own ? { ...one, ...response } : one)) },
        ifMatch: before.etag,
      },
      preview: () => ({
        changes: [{ property: 'responseStatus', from: own.responseStatus, to: responseStatus }],
      }),
      answer: (reply) => eventView(reply, { callerEmail: caller.email }),
      undo: ({ etag }) => ({
        operation: 'calendar.events.patch',
        params,
        body: { attendees },
        ifMatch: etag,
      }),
    }
  },
)

import { string } from '#/contract/schema.ts'
import { invalid, notFound } from '#/kernel/errors.ts'
import { followWrite } from '../attendees/follow-write.ts'
import {
  cannotChangeOrganizer,
  cannotChangeOrganizerOfInstance,
  eventTypeRestriction,
} from '../errors.ts'
import { operation } from '../operation.ts'
import { eventParams } from '../reading/event-params.ts'
import type { Target } from '../reading/target.ts'
import { eventReply } from '../rendering/event-reply.ts'
import { Event } from '../schemas/event.ts'
import { canMoveEvents } from '../scopes.ts'
import { requireTarget } from '../writing/change.ts'
import { moveEvent } from '../writing/moving.ts'

export const move = operation(
  {
    id: 'calendar.events.move',
    http: 'POST /calendars/{calendarId}/events/{eventId}/move',
    summary: 'Moves an event to another calendar, which becomes its organizer.',
    params: {
      calendarId: eventParams.calendarId,
      destination: string({ about: 'The calendar to move the event to.' }),
      eventId: eventParams.eventId,
      sendNotifications: eventParams.sendNotifications,
      sendUpdates: eventParams.sendUpdates,
    },
    reply: Event,
    scopes: canMoveEvents,
    access: { calendarId: 'writerWithoutPrivateAccess' },
    cost: 1,
  },
  ({ params, origin, ...context }) =>
    context.store.writeBoth(params.destination, async ({ source, destination }) => {
      const { eventId } = params
      const found = await requireTarget(context, source, eventId)
      const { target, current } = found
      const { id } = source.access.calendar
      if (id === destination.access.calendar.id) {
        throw invalid('destination', 'The event is on this calendar already.')
      }
      requireMovable(target, current.event, id)
      const row = await moveEvent(context, { source, destination, row: target.row })
      const after = { row }
      const write = { writing: destination, options: params, before: found, after, isMoved: true }
      await followWrite(context, write)
      const { access } = destination
      return eventReply(row, { access, caller: context.caller, origin, params: {} })
    }),
)

/** Only the organizer can move an event, and only as a whole. */
function requireMovable({ row, instance }: Target, event: Event, calendarId: string): void {
  if (instance !== undefined || row.kind === 'exception') throw cannotChangeOrganizerOfInstance()
  if (row.presence === 'tombstone') throw notFound()
  if (row.eventType !== 'default') {
    throw eventTypeRestriction('Only events of the type default can be moved.')
  }
  if (event.organizer?.email !== calendarId) throw cannotChangeOrganizer()
}

import { string } from '#/contract/schema.ts'
import { invalid } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { eventParams } from '../reading/event-params.ts'
import { eventReply } from '../rendering/event-reply.ts'
import { Event } from '../schemas/event.ts'
import { canMoveEvents } from '../scopes.ts'
import { requireTarget } from '../writing/change.ts'
import { moveAndFollow } from '../writing/moving.ts'

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
  },
  (context) => {
    const { params } = context
    return context.store.writeBoth(params.destination, async ({ source, destination }) => {
      const found = await requireTarget(context, source, params.eventId)
      const { access } = destination
      if (source.access.calendar.id === access.calendar.id) {
        throw invalid('destination', 'The event is on this calendar already.')
      }
      const row = await moveAndFollow(context, { source, destination, found, options: params })
      return eventReply(row, access, context)
    })
  },
)

import { resourceDeleted } from '../errors.ts'
import { operation } from '../operation.ts'
import { eventParams } from '../reading/event-params.ts'
import { canWriteEvents } from '../scopes.ts'
import { deleteEvent, requireTarget } from '../writing/change.ts'

export const delete_ = operation(
  {
    id: 'calendar.events.delete',
    http: 'DELETE /calendars/{calendarId}/events/{eventId}',
    summary: 'Deletes an event, a whole series, or one instance of it.',
    params: {
      calendarId: eventParams.calendarId,
      eventId: eventParams.eventId,
      sendNotifications: eventParams.sendNotifications,
      sendUpdates: eventParams.sendUpdates,
    },
    scopes: canWriteEvents,
    access: { calendarId: 'writerWithoutPrivateAccess' },
  },
  (context) => {
    const { params, store } = context
    return store.writeEvents(async (writing) => {
      const found = await requireTarget(context, writing, params.eventId)
      if (found.current.event.status === 'cancelled') throw resourceDeleted()
      await deleteEvent(context, { ...writing, ...found, options: params })
    })
  },
)

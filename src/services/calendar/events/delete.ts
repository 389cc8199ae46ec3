import { resourceDeleted } from '#/kernel/errors.ts'
import { contentOf } from '../domain/event/event-content.ts'
import { operation } from '../operation.ts'
import { canWriteEvents } from '../scopes.ts'
import { requireTarget } from './change.ts'
import { changed } from './copies/changing.ts'
import { eventParams } from './event-params.ts'
import { tellOfChange } from './invitations.ts'

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
    cost: 1,
  },
  ({ params, ...given }) =>
    given.store.writeEvents(async (tx, writing) => {
      const { standing } = writing
      const found = await requireTarget(given, { tx, writing, eventId: params.eventId })
      const { event, times, reminders, source } = found.current
      if (event.status === 'cancelled') throw resourceDeleted()
      const content = { ...contentOf(event), status: 'cancelled' }
      const described = { content, times, reminders, source }
      const change = await changed(given, { tx, ...writing, ...found, described })
      await tellOfChange(given, { tx, standing, wishes: params, found, ...change })
    }),
)

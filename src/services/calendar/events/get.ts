import { operation } from '../operation.ts'
import { eventParams } from '../reading/event-params.ts'
import { requireSoundZone } from '../reading/query.ts'
import { findTarget } from '../reading/target.ts'
import { shownRow, shownTarget, type View, viewOf } from '../rendering/event-reply.ts'
import { Event } from '../schemas/event.ts'
import { canReadEvents } from '../scopes.ts'
import type { EventRow } from '../store/events.ts'

export const get = operation(
  {
    id: 'calendar.events.get',
    http: 'GET /calendars/{calendarId}/events/{eventId}',
    summary: 'Returns an event or an instance of a series, including deleted ones.',
    params: {
      calendarId: eventParams.calendarId,
      eventId: eventParams.eventId,
      alwaysIncludeEmail: eventParams.alwaysIncludeEmail,
      maxAttendees: eventParams.maxAttendees,
      timeZone: eventParams.timeZone,
    },
    reply: Event,
    scopes: canReadEvents,
    access: { calendarId: 'freeBusyReader' },
    credential: 'key',
  },
  (context) => {
    const { params, store, database: reader, events, models } = context
    requireSoundZone(params)
    return store.readEvent(params.eventId, (access, found) => {
      const view = viewOf(access, context, params)
      const { key } = access.calendar
      const replyOf = (row: EventRow | undefined) =>
        row === undefined ? shownInstance(view) : shownRow(row, view)
      return found instanceof Promise ? found.then(replyOf) : replyOf(found)

      async function shownInstance(seen: View) {
        const modelOf = (master: EventRow) => models.of(master)
        return shownTarget(await findTarget({ events, reader, modelOf }, key, params.eventId), seen)
      }
    })
  },
)

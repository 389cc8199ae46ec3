import { operation } from '../operation.ts'
import { Event } from '../schemas/event.ts'
import { canReadEvents } from '../scopes.ts'
import type { EventRow } from '../store/events.ts'
import { eventParams } from './event-params.ts'
import { shownRow, shownTarget } from './event-reply.ts'
import { requireSoundZone } from './query.ts'
import { findTarget } from './target.ts'
import { type View, viewOf } from './view.ts'

export const get = operation(
  {
    id: 'calendar.events.get',
    http: 'GET /calendars/{calendarId}/events/{eventId}',
    summary: 'Gives an event or an instance of a series, deleted ones included.',
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
    cost: 1,
  },
  ({ params, store, caller, origin }) => {
    requireSoundZone(params)
    return store.readEvent(params.eventId, (standing, found) => {
      const view = viewOf(standing, { caller, origin }, params)
      const { key } = standing.calendar
      const shown = (row: EventRow | undefined) =>
        row === undefined ? shownInstance(view) : shownRow(row, view)
      return found instanceof Promise ? found.then(shown) : shown(found)

      async function shownInstance(seen: View) {
        const { events, reader } = store
        const modelOf = (master: EventRow) => store.models.of(master)
        return shownTarget(await findTarget({ events, reader, modelOf }, key, params.eventId), seen)
      }
    })
  },
)

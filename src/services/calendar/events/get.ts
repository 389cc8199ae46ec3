import { operation } from '../operation.ts'
import { Event } from '../schemas/event.ts'
import { canReadEvents } from '../scopes.ts'
import { eventParams } from './event-params.ts'
import { shownRow, shownTarget } from './event-reply.ts'
import { requireSoundZone } from './query.ts'
import { findTarget } from './target.ts'
import { viewOf } from './view.ts'

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
    return store.read((standing) => {
      const view = viewOf(standing, { caller, origin }, params)
      const { key } = standing.calendar
      const known = store.events.find(key, params.eventId)
      if (!(known instanceof Promise)) return shownRow(known, view)
      return known.then(async (row) => {
        if (row !== undefined) return shownRow(row, view)
        const { events, reader } = store
        const modelOf = (master: Parameters<typeof store.models.of>[0]) => store.models.of(master)
        return shownTarget(await findTarget({ events, reader, modelOf }, key, params.eventId), view)
      })
    })
  },
)

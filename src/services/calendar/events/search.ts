import { setImmediate as turn } from 'node:timers/promises'
import { almanacApi } from '#/contract/almanac-api.ts'
import { dateTime, integer, optional, string } from '#/contract/schema.ts'
import { queryRequired } from '#/kernel/errors.ts'
import { entriesAfter } from '../calendar/list-entries.ts'
import { operation } from '../operation.ts'
import { foundOn } from '../reading/found-events.ts'
import { FoundEvents } from '../schemas/event.ts'
import { canSearchEvents } from '../scopes.ts'

const yearMs = 366 * 86_400_000
const calendarsMax = 250
const foundDefault = 50
const foundMax = 250

export const search = operation(
  {
    id: 'calendar.events.search',
    api: almanacApi,
    http: 'GET /users/me/events/search',
    summary: "Finds events on all calendars of the caller's list, with series as their instances.",
    params: {
      q: string({ about: 'The words that an event has to contain.' }),
      timeMin: optional(dateTime({ about: 'Only what ends after; a year ago unless given.' })),
      timeMax: optional(dateTime({ about: 'Only what begins before; in a year unless given.' })),
      maxResults: optional(
        integer({
          about: 'Most events to show.',
          minimum: 1,
          cap: foundMax,
          default: foundDefault,
        }),
      ),
    },
    reply: FoundEvents,
    scopes: canSearchEvents,
    cost: 1,
  },
  async ({ params, store, caller, clock, origin, syncTokenLifetimeMs: retentionMs }) => {
    const { q, maxResults = foundDefault } = params
    if (q.trim() === '') throw queryRequired()
    const nowMs = clock.nowMs()
    const wanted = {
      q,
      timeMin: params.timeMin ?? momentText(nowMs - yearMs),
      timeMax: params.timeMax ?? momentText(nowMs + yearMs),
    }
    const entries = await entriesAfter({ store, caller }, '', {
      count: calendarsMax,
      filter: {
        since: undefined,
        withHidden: true,
        withDeleted: false,
        minAccessRole: 'freeBusyReader',
        ownerDomains: undefined,
      },
    })
    const found = []
    for (const { item } of entries) {
      const at = { store, caller, origin, nowMs, retentionMs }
      found.push(...(await foundOn(at, item.id!, { ...wanted, count: maxResults + 1 })))
      // Others get their turn between calendars.
      await turn()
    }
    found.sort((one, other) => one.startMs - other.startMs)
    return {
      kind: 'almanac#foundEvents',
      items: found.slice(0, maxResults).map(({ calendarId, event }) => ({ calendarId, event })),
      isTruncated: found.length > maxResults,
    }
  },
)

const momentText = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString()

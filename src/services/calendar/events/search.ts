import { setImmediate as turn } from 'node:timers/promises'
import { almanacApi } from '#/contract/almanac-api.ts'
import { dateTime, integer, optional, string } from '#/contract/schema.ts'
import { queryRequired } from '#/kernel/errors.ts'
import { entriesAfter } from '../calendar/entry.ts'
import { type CalendarContext, operation } from '../operation.ts'
import { itemsAfter } from '../reading/items.ts'
import { eventQuery } from '../reading/query.ts'
import { viewOf } from '../rendering/event-reply.ts'
import { type Event, FoundEvents } from '../schemas/event.ts'
import { canSearchEvents } from '../scopes.ts'
import { storedEvents } from '../store/event-pages.ts'

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
      timeMin: optional(
        dateTime({ about: 'Only events that end after this time. Defaults to a year ago.' }),
      ),
      timeMax: optional(
        dateTime({
          about: 'Only events that start before this time. Defaults to a year from now.',
        }),
      ),
      maxResults: optional(
        integer({
          about: 'The maximum number of events.',
          minimum: 1,
          cap: foundMax,
          default: foundDefault,
        }),
      ),
    },
    reply: FoundEvents,
    scopes: canSearchEvents,
  },
  async (context) => {
    const { params, clock } = context
    const { q, maxResults = foundDefault } = params
    if (q.trim() === '') throw queryRequired()
    const nowMs = clock.nowMs()
    const options = {
      q,
      timeMin: params.timeMin ?? momentText(nowMs - yearMs),
      timeMax: params.timeMax ?? momentText(nowMs + yearMs),
    }
    const entries = await entriesAfter(context, '', {
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
      const searched = { ...options, count: maxResults + 1, nowMs }
      found.push(...(await eventsFoundOn(context, item.id!, searched)))
      // Other requests get a turn between calendars.
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

interface SearchOptions {
  readonly q: string
  readonly timeMin: string
  readonly timeMax: string
  readonly count: number
  readonly nowMs: number
}

interface FoundEvent {
  readonly calendarId: string
  readonly event: Event
  readonly startMs: number
}

/**
 * The first matching events of a calendar, as the caller sees them; none if the caller can't see it.
 */
async function eventsFoundOn(
  context: CalendarContext,
  calendarId: string,
  { count, nowMs, ...options }: SearchOptions,
): Promise<FoundEvent[]> {
  const { database, calendars, roles, models, caller } = context
  const calendar = await calendars.find(calendarId)
  if (calendar === undefined) return []
  const role = await roles.of(calendar, caller)
  if (role === 'none') return []
  const view = viewOf({ calendar, role }, context, {})
  const params = { ...options, singleEvents: true, orderBy: 'startTime' } as const
  const query = eventQuery(params, { calendar, role }, context)
  const reading = {
    source: storedEvents(database),
    models,
    view,
    query,
    longestMs: calendar.longestMs,
    nowMs,
    listed: query.window,
  }
  const items = await itemsAfter(reading, { after: '', count, since: undefined })
  return items.map((item) => {
    const event = JSON.parse(item.text()) as Event
    return { calendarId, event, startMs: startOf(event, view.calendarZone) }
  })
}

/** The zone of the calendar decides when all-day events start. */
function startOf({ start }: Event, zone: string): number {
  if (start?.dateTime !== undefined) return Temporal.Instant.from(start.dateTime).epochMilliseconds
  return Temporal.PlainDate.from(start?.date ?? '1970-01-01').toZonedDateTime(zone)
    .epochMilliseconds
}

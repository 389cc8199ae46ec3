import { VersionedCache } from '#/kernel/versioned-cache.ts'
import { GatheredReads } from '#/storage/gathered-reads.ts'
import type { Database } from '#/storage/port.ts'
import { selection, sql } from '#/storage/sql/sql.ts'
import { adHocQuery, type Statement } from '#/storage/sql/statement.ts'
import { type CalendarRow, calendarRowColumns } from '../calendar/calendar-row.ts'
import { inSameBucket, withId } from './buckets.ts'
import type { CalendarLists } from './calendar-lists.ts'
import type { Calendars } from './calendars.ts'
import { type EventRow, eventRowColumns } from './events.ts'
import { calendarEvents, calendarList as calendarLists, calendars } from './tables.ts'

/** Reads a calendar together with related data, to save round trips where rows aren't cached. */
export interface JoinedReads {
  /** The calendar and one of its events, as far as they exist. */
  calendarWithEvent(id: string, eventId: string): Promise<Joined<EventRow>>
  /** The calendar, and a user's choices for it. */
  calendarWithChoices(id: string, userId: string): Promise<Joined<string>>
}

type Joined<T> = readonly [CalendarRow | undefined, T | undefined]

const neither = [undefined, undefined] as const

interface Stores {
  readonly calendars: Calendars
  readonly lists: CalendarLists
}

/** Undefined if rows are cached, because separate reads then cost nothing. */
export function joinedReads(database: Database, stores: Stores): JoinedReads | undefined {
  if (database.foreignChanges() !== undefined) return undefined
  const reads = database.isDistributed ? routedReads(database, stores) : gatheredReads(database)
  const events = new CheckedEvents(database, reads)
  return {
    calendarWithEvent: (id, eventId) => events.read(id, eventId),
    calendarWithChoices: reads.choices,
  }
}

interface Reads {
  /** The calendar and one of its events, with the version of both. */
  readonly event: (id: string, eventId: string) => Promise<JoinedRow | undefined>
  /** Whether both have this version. */
  readonly isPresent: (id: string, eventId: string, version: string) => Promise<boolean>
  readonly choices: JoinedReads['calendarWithChoices']
}

interface CheckedEvent {
  readonly version: string
  readonly joined: Joined<EventRow>
}

const cachedCharactersMax = 16 * 1024 * 1024

/**
 * Caches calendars with one of their events. Each read asks the database whether both rows are unchanged, which
 * costs two thirds as much as reading them, and keeps the reply that was rendered from them.
 */
class CheckedEvents {
  readonly #database: Database
  readonly #reads: Reads
  readonly #cache = new VersionedCache<CheckedEvent>({
    sizeMax: cachedCharactersMax,
    // The rendered reply is cached with the event and is about as long.
    sizeOf: ({ joined: [calendar, event] }) =>
      800 + calendar!.wire.length + 2 * event!.wire.length + event!.internal.length,
  })

  constructor(database: Database, reads: Reads) {
    this.#database = database
    this.#reads = reads
  }

  async read(id: string, eventId: string): Promise<Joined<EventRow>> {
    const key = keyOf(id, eventId)
    const { incarnation } = this.#database
    const cached = this.#cache.get(key, incarnation)
    if (cached !== undefined && (await this.#reads.isPresent(id, eventId, cached.version)))
      return cached.joined
    const row = await this.#reads.event(id, eventId)
    if (row === undefined) return neither
    const joined = [calendarPart(row), eventPart(row)] as const
    if (joined[1] === undefined) this.#cache.delete(key)
    else this.#cache.set(key, incarnation, { version: row.version as string, joined })
    return joined
  }
}

/** In a cluster, a calendar and its events are on one server, and the lists of a user on another. */
const routedReads = (database: Database, { calendars, lists }: Stores): Reads => ({
  event: (id, eventId) => database.first(withEvent, { id, eventId }),
  isPresent: async (id, eventId, version) =>
    (await database.first(presentEvent, { id, eventId, version })) !== undefined,
  async choices(id, userId) {
    const [calendar, entry] = await Promise.all([
      calendars.find(id),
      lists.find(database, { userId, calendarId: id }),
    ])
    return [calendar, entry?.choices]
  },
})

/** On one server, the reads of one turn of the event loop are one query. */
function gatheredReads(database: Database): Reads {
  const events = gathered(database, withEvents)
  const present = gathered<VersionedRequest, JoinedRow>(database, presentEvents)
  const choices = gathered(database, withChoices)
  return {
    event: (id, other) => events.read(keyOf(id, other), { id, other }),
    isPresent: async (id, other, version) => {
      const request = { id, other, version }
      return (await present.read(`${keyOf(id, other)} ${version}`, request)) !== undefined
    },
    async choices(id, userId) {
      const row = await choices.read(keyOf(id, userId), { id, other: userId })
      return row === undefined ? neither : [calendarPart(row), row.choices ?? undefined]
    },
  }
}

/** A calendar id, and the key of the related data. */
interface Request {
  readonly id: string
  readonly other: string
}

/** A request for rows of this version only. */
interface VersionedRequest extends Request {
  readonly version: string
}

const keyOf = (id: string, other: string) => `${id.length} ${id} ${other}`

const requestsMax = 64

/** Reads rows for many requests, given as JSON; each row has the index of its request. */
type JoinedStatement<Row> = Statement<{ readonly requests: string }, Row>

const gathered = <Requested extends Request, Row extends JoinedRow>(
  database: Database,
  statement: JoinedStatement<Row>,
) =>
  new GatheredReads<Requested, Row>(async (requests) => {
    const keys = [...requests.keys()]
    const numbered = Array.from(requests.values(), (request, place) => ({ place, ...request }))
    const found = await database.all(statement, { requests: JSON.stringify(numbered) })
    return new Map(found.map((row) => [keys[row.place as number]!, row]))
  }, requestsMax)

type JoinedRow = Readonly<Record<string, string | number | null>>

const eventPrefix = 'event_'

const calendarPart = (row: JoinedRow) => part(row, calendarRowColumns, '') as CalendarRow

const eventPart = (row: JoinedRow) =>
  row.event_id === null ? undefined : (part(row, eventRowColumns, eventPrefix) as EventRow)

function part(row: JoinedRow, columns: object, prefix: string): unknown {
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(columns)) values[name] = row[prefix + name]
  return values
}

const calendarList = selection(calendarRowColumns, { alias: 'c' })
const eventList = selection(eventRowColumns, { alias: 'e', prefix: eventPrefix })

const requestColumns = { place: 'integer', id: 'text', other: 'text' } as const

// The IDs of the transactions that wrote the rows. After a failover, an ID can be used again, which change numbers reveal.
const versionOf = sql`concat_ws(' ', c.xmin, c.change_number, e.xmin, e.change_number)`

// Another server can have used the same IDs, but has another table.
const routedVersionOf = sql`concat_ws(' ', c.tableoid, c.xmin, c.change_number, e.xmin, e.change_number)`

const withEvent = adHocQuery<{ id: string; eventId: string }, JoinedRow>(
  ({
    id,
    eventId,
  }) => sql`select ${calendarList}, ${eventList}, ${routedVersionOf} as version from ${calendars} c
   left join ${calendarEvents} e on e.calendar_key = c.key and e.id = ${eventId}${inSameBucket(sql`e`, sql`c`)}
   where ${withId(id, sql`c.`)}`,
)

const presentEvent = adHocQuery<{ id: string; eventId: string; version: string }, { present: 1 }>(
  ({ id, eventId, version }) => sql`select 1 as present from ${calendars} c
   join ${calendarEvents} e on e.calendar_key = c.key and e.id = ${eventId}${inSameBucket(sql`e`, sql`c`)}
   where ${withId(id, sql`c.`)} and ${routedVersionOf} = ${version}`,
)

// The limits make the server look up each request separately, in one plan that it caches for any number of
// requests.
const withEvents: JoinedStatement<JoinedRow> = adHocQuery(
  ({ requests }, { jsonRows }) => sql`select r.place, found.*
    from ${jsonRows(requests, requestColumns)} r
    cross join lateral (
      select ${calendarList}, ${eventList}, ${versionOf} as version from ${calendars} c
      left join lateral (
        select xmin, * from ${calendarEvents} where calendar_key = c.key and id = r.other limit 1
      ) e on true
      where c.id = r.id limit 1
    ) found`,
)

const presentEvents: JoinedStatement<JoinedRow> = adHocQuery(
  ({ requests }, { jsonRows }) => sql`select r.place
    from ${jsonRows(requests, { ...requestColumns, version: 'text' })} r
    cross join lateral (
      select c.key, c.xmin, c.change_number from ${calendars} c where c.id = r.id limit 1
    ) c
    cross join lateral (
      select xmin, change_number from ${calendarEvents} where calendar_key = c.key and id = r.other limit 1
    ) e
    where ${versionOf} = r.version`,
)

const withChoices: JoinedStatement<JoinedRow & { choices: string | null }> = adHocQuery(
  ({ requests }, { jsonRows }) => sql`select r.place, found.*
    from ${jsonRows(requests, requestColumns)} r
    cross join lateral (
      select ${calendarList}, l.choices as choices from ${calendars} c
      left join lateral (
        select choices from ${calendarLists} where user_id = r.other and calendar_id = c.id limit 1
      ) l on true
      where c.id = r.id limit 1
    ) found`,
)

import { VersionedCache } from '#/kernel/versioned-cache.ts'
import { GatheredReads } from '#/storage/gathered-reads.ts'
import type { Database } from '#/storage/port.ts'
import { selection, sql } from '#/storage/sql/sql.ts'
import { adHocQuery, query, type Statement } from '#/storage/sql/statement.ts'
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
  if (database.isDistributed) return routedReads(database, stores)
  const events = new CheckedEvents(database)
  const choices = gatheredReads(database, withChoices)
  return {
    calendarWithEvent: (id, eventId) => events.read(id, eventId),
    async calendarWithChoices(id, userId) {
      const row = await choices.read(keyOf(id, userId), { id, other: userId })
      return row === undefined ? neither : [calendarPart(row), row.choices ?? undefined]
    },
  }
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
  readonly #rows: GatheredReads<Request, JoinedRow>
  readonly #present: GatheredReads<VersionedRequest, JoinedRow>
  readonly #cache = new VersionedCache<CheckedEvent>({
    sizeMax: cachedCharactersMax,
    // The rendered reply is cached with the event and is about as long.
    sizeOf: ({ joined: [calendar, event] }) =>
      800 + calendar!.wire.length + 2 * event!.wire.length + event!.internal.length,
  })

  constructor(database: Database) {
    this.#database = database
    this.#rows = gatheredReads(database, withEvents)
    this.#present = gatheredReads(database, presentEvents)
  }

  async read(id: string, eventId: string): Promise<Joined<EventRow>> {
    const key = keyOf(id, eventId)
    const { incarnation } = this.#database
    const cached = this.#cache.get(key, incarnation)
    const request = { id, other: eventId }
    if (cached !== undefined) {
      const { version } = cached
      const present = await this.#present.read(`${key} ${version}`, { ...request, version })
      if (present !== undefined) return cached.joined
    }
    const row = await this.#rows.read(key, request)
    if (row === undefined) return neither
    const joined = [calendarPart(row), eventPart(row)] as const
    if (joined[1] === undefined) this.#cache.delete(key)
    else this.#cache.set(key, incarnation, { version: row.version as string, joined })
    return joined
  }
}

/** In a cluster, a calendar and its events are on one server, and the lists of a user on another. */
function routedReads(database: Database, { calendars, lists }: Stores): JoinedReads {
  return {
    async calendarWithEvent(id, eventId) {
      const row = await database.first(withEvent, { id, eventId })
      return row === undefined ? neither : [calendarPart(row), eventPart(row)]
    },
    async calendarWithChoices(id, userId) {
      const [calendar, entry] = await Promise.all([
        calendars.find(id),
        lists.find(database, { userId, calendarId: id }),
      ])
      return [calendar, entry?.choices]
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

const gatheredReads = <Requested extends Request, Row extends JoinedRow>(
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

const withEvent = query<{ id: string; eventId: string }, JoinedRow>(
  ({ id, eventId }) => sql`select ${calendarList}, ${eventList} from ${calendars} c
   left join ${calendarEvents} e on e.calendar_key = c.key and e.id = ${eventId}${inSameBucket(sql`e`, sql`c`)}
   where ${withId(id, sql`c.`)}`,
)

// The IDs of the transactions that wrote the rows. After a failover, an ID can be used again, which change numbers reveal.
const versionOf = sql`concat_ws(' ', c.xmin, c.change_number, e.xmin, e.change_number)`

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

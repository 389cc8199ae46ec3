import { GatheredReads } from '#/storage/gathered-reads.ts'
import type { Database } from '#/storage/port.ts'
import { joined, type Sql, selection, sql } from '#/storage/sql/sql.ts'
import { type Parameters, query, type Statement } from '#/storage/sql/statement.ts'
import { type CalendarRow, calendarRowColumns } from './calendars.ts'
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

/** Undefined if rows are cached, because separate reads then cost nothing. */
export function joinedReads(database: Database): JoinedReads | undefined {
  if (database.foreignChanges() !== undefined) return undefined
  const events = gathered(database, withEvents)
  const choices = gathered(database, withChoices)
  return {
    async calendarWithEvent(id, eventId) {
      const row = await events.read(keyOf(id, eventId), { id, other: eventId })
      return row === undefined ? neither : [calendarPart(row), eventPart(row)]
    },
    async calendarWithChoices(id, userId) {
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

const keyOf = (id: string, other: string) => `${id.length} ${id} ${other}`

// Each request gets its own subselect, planned like a single lookup. There are statements for a few
// sizes; unused subselects in the larger ones get null.
const placesMax = [1, 4, 16]
const requestsMax = placesMax.at(-1)!

type Places = Readonly<Record<string, string | null>>

const gathered = <Row extends JoinedRow>(
  database: Database,
  reads: readonly Statement<Places, Row>[],
) =>
  new GatheredReads<Request, Row>(async (requests) => {
    const size = placesMax.findIndex((places) => places >= requests.size)
    const keys = [...requests.keys()]
    const found = await database.all(
      reads[size]!,
      placesOf([...requests.values()], placesMax[size]!),
    )
    return new Map(found.map((row) => [keys[row.place as number]!, row]))
  }, requestsMax)

function placesOf(requests: readonly Request[], count: number): Places {
  const places: Record<string, string | null> = {}
  for (let place = 0; place < count; place++) {
    places[`id${place}`] = requests[place]?.id ?? null
    places[`other${place}`] = requests[place]?.other ?? null
  }
  return places
}

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

/** A union of `count` subselects, each with the parameters of its place. */
const selectOf = (count: number, select: (place: number, request: RequestParameters) => Sql) =>
  query<Places, never>((places) =>
    joined(
      Array.from({ length: count }, (_, place) =>
        select(place, { id: places[`id${place}`]!, other: places[`other${place}`]! }),
      ),
      ' union all ',
    ),
  )

type RequestParameters = Parameters<Request>

const withEvents: readonly Statement<Places, JoinedRow>[] = placesMax.map((count) =>
  selectOf(
    count,
    (place, { id, other }) => sql`select ${place} as place, ${calendarList}, ${eventList}
       from ${calendars} c
       left join ${calendarEvents} e on e.calendar_key = c.key and e.id = ${other}
       where c.id = ${id}`,
  ),
)

const withChoices: readonly Statement<Places, JoinedRow & { choices: string | null }>[] =
  placesMax.map((count) =>
    selectOf(
      count,
      (place, { id, other }) => sql`select ${place} as place, ${calendarList}, l.choices as choices
       from ${calendars} c
       left join ${calendarLists} l on l.user_id = ${other} and l.calendar_id = c.id
       where c.id = ${id}`,
    ),
  )

import { GatheredReads } from '#/storage/gathered-reads.ts'
import type { Database } from '#/storage/port.ts'
import { type Statement, statement } from '#/storage/statement.ts'
import { type CalendarRow, calendarColumns } from './calendars.ts'
import { type EventRow, eventColumns } from './events.ts'

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

interface Column {
  readonly column: string
  readonly name: string
  /** The name in a join. */
  readonly joinedName: string
}

/** Parses a column list such as `id, master_id as "masterId"`. */
const columnsIn = (list: string, prefix: string): Column[] =>
  list.split(',').map((item) => {
    const [, column = '', name = column] = /^\s*(\w+)(?:\s+as\s+"(\w+)")?\s*$/.exec(item) ?? []
    return { column, name, joinedName: prefix + name }
  })

const ofCalendar = columnsIn(calendarColumns, '')
const ofEvent = columnsIn(eventColumns, 'event_')

const calendarPart = (row: JoinedRow) => part(row, ofCalendar) as CalendarRow

const eventPart = (row: JoinedRow) =>
  row.event_id === null ? undefined : (part(row, ofEvent) as EventRow)

function part(row: JoinedRow, columns: readonly Column[]): unknown {
  const values: Record<string, unknown> = {}
  for (const { name, joinedName } of columns) values[name] = row[joinedName]
  return values
}

const listOf = (columns: readonly Column[], table: string) =>
  columns.map(({ column, joinedName }) => `${table}.${column} as "${joinedName}"`).join(', ')

const calendarList = listOf(ofCalendar, 'c')

/** A union of `count` subselects. */
const selectOf = (count: number, place: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => place(index)).join(' union all ')

const withEvents = placesMax.map((count) =>
  statement<Places, JoinedRow>(
    selectOf(
      count,
      (place) =>
        `select ${place} as place, ${calendarList}, ${listOf(ofEvent, 'e')} from calendars c
         left join calendar_events e on e.calendar_key = c.key and e.id = :other${place}
         where c.id = :id${place}`,
    ),
  ),
)

const withChoices = placesMax.map((count) =>
  statement<Places, JoinedRow & { choices: string | null }>(
    selectOf(
      count,
      (place) =>
        `select ${place} as place, ${calendarList}, l.choices as choices from calendars c
         left join calendar_list l on l.user_id = :other${place} and l.calendar_id = c.id
         where c.id = :id${place}`,
    ),
  ),
)

import type { Database } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import { type CalendarRow, calendarColumns } from './calendars.ts'
import { type EventRow, eventColumns } from './events.ts'

/** A calendar with what is wanted of it, asked for together: where nothing is kept, asking is dear. */
export interface JoinedReads {
  /** The calendar and one of its events, as far as there are such. */
  calendarWithEvent(id: string, eventId: string): Promise<Joined<EventRow>>
  /** The calendar, and what a user has chosen for it. */
  calendarWithChoices(id: string, userId: string): Promise<Joined<string>>
}

type Joined<T> = readonly [CalendarRow | undefined, T | undefined]

const neither = [undefined, undefined] as const

/** Undefined where rows are kept in memory, so that asking for one after the other costs nothing. */
export function joinedReads(database: Database): JoinedReads | undefined {
  if (database.foreignChanges() !== undefined) return undefined
  return {
    async calendarWithEvent(id, eventId) {
      const row = await database.first(withEvent, { id, eventId })
      return row === undefined ? neither : [calendarPart(row), eventPart(row)]
    },
    async calendarWithChoices(id, userId) {
      const row = await database.first(withChoices, { id, userId })
      return row === undefined ? neither : [calendarPart(row), row.choices ?? undefined]
    },
  }
}

type JoinedRow = Readonly<Record<string, string | number | null>>

interface Column {
  readonly column: string
  readonly name: string
  /** What it is called where it stands beside the columns of another table. */
  readonly joinedName: string
}

/** The columns of a list such as `id, master_id as "masterId"`. */
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

const withEvent = statement<{ id: string; eventId: string }, JoinedRow>(
  `select ${calendarList}, ${listOf(ofEvent, 'e')} from calendars c
   left join calendar_events e on e.calendar_key = c.key and e.id = :eventId
   where c.id = :id`,
)

const withChoices = statement<
  { id: string; userId: string },
  JoinedRow & { choices: string | null }
>(
  `select ${calendarList}, l.choices as choices from calendars c
   left join calendar_list l on l.user_id = :userId and l.calendar_id = c.id
   where c.id = :id`,
)

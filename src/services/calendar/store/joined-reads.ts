import { GatheredReads } from '#/storage/gathered-reads.ts'
import type { Database } from '#/storage/port.ts'
import { type Statement, statement } from '#/storage/statement.ts'
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

/** A calendar, and what is asked for with it. */
interface Wanted {
  readonly id: string
  readonly other: string
}

const keyOf = (id: string, other: string) => `${id.length} ${id} ${other}`

const gathered = <Row extends JoinedRow>(
  database: Database,
  read: Statement<{ wanted: string }, Row>,
) =>
  new GatheredReads<Wanted, Row>(async (wanted) => {
    const rows = [...wanted].map(([key, args]) => ({ key, ...args }))
    const found = await database.all(read, { wanted: JSON.stringify(rows) })
    return new Map(found.map((row) => [String(row.wanted_key), row]))
  })

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

const wantedColumns = ['key', 'id', 'other']

const withEvents = statement<{ wanted: string }, JoinedRow>(
  ({ fewJsonRows }) =>
    `select w.key as wanted_key, ${calendarList}, ${listOf(ofEvent, 'e')}
     from ${fewJsonRows('wanted', wantedColumns)} w join calendars c on c.id = w.id
     left join calendar_events e on e.calendar_key = c.key and e.id = w.other`,
)

const withChoices = statement<{ wanted: string }, JoinedRow & { choices: string | null }>(
  ({ fewJsonRows }) =>
    `select w.key as wanted_key, ${calendarList}, l.choices as choices
     from ${fewJsonRows('wanted', wantedColumns)} w join calendars c on c.id = w.id
     left join calendar_list l on l.user_id = w.other and l.calendar_id = c.id`,
)

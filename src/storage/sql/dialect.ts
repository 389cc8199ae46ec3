import type { Engine } from '../port.ts'
import { type Parameter, raw, type Sql, sql } from './sql.ts'
import type { Table } from './table.ts'
import { type WordIndexDialect, wordIndexes } from './word-index.ts'

/** What the two engines spell differently, by name. */
export interface Dialect extends WordIndexDialect {
  /** Column types. Text compares byte by byte on both engines. */
  readonly text: string
  readonly integer: string
  /** A day, which compares and is read as `YYYY-MM-DD`. */
  readonly date: string
  /**
   * The type of an integer key whose values come in no order: rows lie as they are written, so that
   * adding many of them does not touch as many places of the table.
   */
  readonly scatteredKey: string
  /** Ends the making of a table whose short rows lie in the order of its primary key, and nowhere else. */
  readonly inKeyOrder: string
  /** Ends a select whose rows stay locked until the transaction ends. */
  readonly forUpdate: Sql
  /** The same, passing over rows that another transaction has locked. */
  readonly skipLocked: Sql
  /** Keeps others from writing to a table, and from locking its rows, until the transaction ends. */
  readonly holdOffWriters: (table: Table) => Sql
  /** A condition's right side: the members of a JSON array of texts, given as one parameter. */
  readonly inTexts: (list: Parameter) => Sql
  /** A condition: the column contains every member of a JSON array of texts. */
  readonly containsAll: (column: Sql, list: Parameter) => Sql
  /** The text of a column up to a mark, or all of it where it has none. */
  readonly textBefore: (column: Sql, mark: string) => Sql
  /** A condition's right side: the members of a JSON array of whole numbers. */
  readonly inIntegers: (list: Parameter) => Sql
  /** A table in a `from`, to be given a name: the objects of a JSON array, given as one parameter. */
  readonly jsonRows: (list: Parameter, columns: JsonColumns) => Sql
  /** A member of the JSON object that a column of text holds, as text. */
  readonly jsonMember: (column: Sql, name: string) => Sql
}

/** What the members of the objects are. */
export type JsonColumns = Readonly<Record<string, 'text' | 'integer'>>

export const dialects: Readonly<Record<Engine, Dialect>> = {
  // One writer at a time makes every row of a SQLite transaction locked already.
  sqlite: {
    text: 'TEXT',
    integer: 'INTEGER',
    date: 'TEXT',
    // Only what is called INTEGER, in full, is the number of a row itself.
    scatteredKey: 'INT',
    inKeyOrder: 'without rowid',
    forUpdate: raw(''),
    skipLocked: raw(''),
    holdOffWriters: () => sql`select 1 where false`,
    inTexts: (list) => sql`in (select value from json_each(${list}))`,
    jsonRows: (list, columns) => {
      const extracted = Object.keys(columns).map((column) => `value ->> '${column}' as "${column}"`)
      return sql`(select ${raw(extracted.join(', '))} from json_each(${list}))`
    },
    containsAll: (column, list) =>
      sql`not exists (select 1 from json_each(${list}) where instr(${column}, value) = 0)`,
    textBefore: (column, mark) =>
      sql`substr(${column}, 1, instr(${column} || '${raw(mark)}', '${raw(mark)}') - 1)`,
    inIntegers: (list) => sql`in (select value from json_each(${list}))`,
    jsonMember: (column, name) => sql`(${column} ->> '${raw(name)}')`,
    ...wordIndexes.sqlite,
  },
  postgres: {
    text: 'TEXT COLLATE "C"',
    integer: 'BIGINT',
    date: 'DATE',
    scatteredKey: 'BIGINT',
    inKeyOrder: '',
    forUpdate: raw('for update'),
    skipLocked: raw('for update skip locked'),
    holdOffWriters: (table) => sql`lock table ${table} in exclusive mode`,
    // As an array it is looked up in an index, however little the server knows of the table yet.
    inTexts: (list) => sql`= any (array(select jsonb_array_elements_text(${list}::text::jsonb)))`,
    jsonRows: (list, columns) => {
      const typed = Object.entries(columns).map(
        ([column, type]) => `"${column}" ${type === 'text' ? 'text' : 'bigint'}`,
      )
      return sql`(select * from jsonb_to_recordset(${list}::text::jsonb)
        as r (${raw(typed.join(', '))}))`
    },
    containsAll: (column, list) =>
      sql`not exists (select 1 from jsonb_array_elements_text(${list}::text::jsonb) as wanted (value)
         where strpos(${column}, value) = 0)`,
    textBefore: (column, mark) => sql`split_part(${column}, '${raw(mark)}', 1)`,
    inIntegers: (list) =>
      sql`= any (array(select (jsonb_array_elements_text(${list}::text::jsonb))::bigint))`,
    jsonMember: (column, name) => sql`(${column}::jsonb ->> '${raw(name)}')`,
    ...wordIndexes.postgres,
  },
}

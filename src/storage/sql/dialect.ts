import type { Engine } from '../port.ts'
import { type Parameter, raw, rowLock, type Sql, type SqlTarget, sql } from './sql.ts'
import type { Table } from './table.ts'
import { type WordIndexDialect, wordIndexes, wordIndexesOfCitus } from './word-index.ts'

/** The differences in SQL between the engines, by name. */
export interface Dialect extends WordIndexDialect {
  /** Column types. Text compares byte by byte on both engines. */
  readonly text: string
  readonly integer: string
  /** A date, which is compared and returned as `YYYY-MM-DD`. */
  readonly date: string
  /**
   * The type of an integer key with unordered values: rows are stored in insertion order, so that bulk
   * inserts touch fewer pages.
   */
  readonly scatteredKey: string
  /** Ends the definition of a table of short rows that are stored in the order of its primary key. */
  readonly inKeyOrder: string
  /** Ends a select that locks its rows until the transaction ends. */
  readonly forUpdate: Sql
  /** The same, skipping rows that another transaction has locked. */
  readonly skipLocked: Sql
  /**
   * The time of the database in milliseconds since 1970, which all processes share: for leases. It stays the
   * same within a statement.
   */
  readonly databaseMs: Sql
  /** Locks a table against writes and row locks of others until the transaction ends. */
  readonly holdOffWriters: (table: Table) => Sql
  /** The right side of a condition: one of the texts in a JSON array, passed as one parameter. */
  readonly inTexts: (list: Parameter) => Sql
  /** A table in a `from`, without an alias: the texts of a JSON array, in the column `value`. */
  readonly jsonTexts: (list: Parameter) => Sql
  /** A condition: the column contains every member of a JSON array of texts. */
  readonly containsAll: (column: Sql, list: Parameter) => Sql
  /** The text of a column before a separator, or all of it. */
  readonly textBefore: (column: Sql, mark: string) => Sql
  /** The right side of a condition: one of the integers in a JSON array. */
  readonly inIntegers: (list: Parameter) => Sql
  /** A table in a `from`, without an alias: the objects of a JSON array, passed as one parameter. */
  readonly jsonRows: (list: Parameter, columns: JsonColumns) => Sql
  /** A member of a JSON object in a text column, as text. */
  readonly jsonMember: (column: Sql, name: string) => Sql
}

/** The types of the members. */
type JsonColumns = Readonly<Record<string, 'text' | 'integer'>>

const engines: Readonly<Record<Engine, Dialect>> = {
  // SQLite has one writer at a time, so that all rows are locked already.
  sqlite: {
    text: 'TEXT',
    integer: 'INTEGER',
    date: 'TEXT',
    // Only a type that is exactly INTEGER makes the column the row id.
    scatteredKey: 'INT',
    inKeyOrder: 'without rowid',
    forUpdate: raw(''),
    skipLocked: raw(''),
    databaseMs: raw(`cast(unixepoch('subsec') * 1000 as integer)`),
    holdOffWriters: () => sql`select 1 where false`,
    inTexts: (list) => sql`in (select value from json_each(${list}))`,
    jsonTexts: (list) => sql`json_each(${list})`,
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
    forUpdate: rowLock('for update'),
    skipLocked: rowLock('for update skip locked'),
    databaseMs: raw('(extract(epoch from statement_timestamp()) * 1000)::bigint'),
    holdOffWriters: (table) => sql`lock table ${table} in exclusive mode`,
    // An array makes the server use an index, even without statistics.
    inTexts: (list) => sql`= any (array(select jsonb_array_elements_text(${list}::text::jsonb)))`,
    jsonTexts: (list) =>
      sql`(select jsonb_array_elements_text(${list}::text::jsonb) collate "C" as value)`,
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

export const dialects: Readonly<Record<SqlTarget, Dialect>> = {
  ...engines,
  citus: { ...engines.postgres, ...wordIndexesOfCitus },
}

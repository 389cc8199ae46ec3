import type { Engine } from './port.ts'

/** What the two engines spell differently, by name. */
export interface Dialect {
  /** Column types of migrations. Text compares byte by byte on both engines. */
  readonly text: string
  readonly integer: string
  readonly real: string
  /** Ends a select whose rows stay locked until the transaction ends. */
  readonly forUpdate: string
  /** The same, passing over rows that another transaction has locked. */
  readonly skipLocked: string
  /** A condition's right side: the members of a JSON array of texts, given as one parameter. */
  readonly inTexts: (name: string) => string
  /** A table with the members of a JSON array of objects: texts and integers by their names. */
  readonly records: (name: string, columns: Readonly<Record<string, 'text' | 'integer'>>) => string
  /** A condition: the column contains every member of a JSON array of texts. */
  readonly containsAll: (column: string, name: string) => string
  /** A table in a `from`: the objects of a JSON array, given as one parameter. */
  readonly rowsIn: (name: string, columns: RowColumns) => string
}

/** The members of the objects by name, and what they are. */
export type RowColumns = Readonly<Record<string, 'text' | 'integer'>>

export const dialects: Readonly<Record<Engine, Dialect>> = {
  // One writer at a time makes every row of a SQLite transaction locked already.
  sqlite: {
    text: 'TEXT',
    integer: 'INTEGER',
    real: 'REAL',
    forUpdate: '',
    skipLocked: '',
    inTexts: (name) => `in (select value from json_each(:${name}))`,
    records: (name, columns) => {
      const extracted = Object.keys(columns).map((column) => `value ->> '${column}' as ${column}`)
      return `(select ${extracted.join(', ')} from json_each(:${name}))`
    },
    containsAll: (column, name) =>
      `not exists (select 1 from json_each(:${name}) where instr(${column}, value) = 0)`,
    rowsIn: (name, columns) => {
      const members = Object.keys(columns).map((column) => `value ->> '${column}' as "${column}"`)
      return `(select ${members.join(', ')} from json_each(:${name}))`
    },
  },
  postgres: {
    text: 'TEXT COLLATE "C"',
    integer: 'BIGINT',
    real: 'DOUBLE PRECISION',
    forUpdate: 'for update',
    skipLocked: 'for update skip locked',
    inTexts: (name) => `in (select jsonb_array_elements_text(:${name}::text::jsonb))`,
    records: (name, columns) => {
      const typed = Object.entries(columns).map(
        ([column, type]) => `${column} ${type === 'text' ? 'text' : 'bigint'}`,
      )
      return `(select * from jsonb_to_recordset(:${name}::text::jsonb) as r (${typed.join(', ')}))`
    },
    containsAll: (column, name) =>
      `not exists (select 1 from jsonb_array_elements_text(:${name}::text::jsonb) as wanted (value)
         where strpos(${column}, value) = 0)`,
    rowsIn: (name, columns) => {
      const members = Object.entries(columns).map(
        ([column, type]) => `"${column}" ${type === 'text' ? 'text' : 'bigint'}`,
      )
      return `(select * from jsonb_to_recordset(:${name}::text::jsonb) as member (${members.join(', ')}))`
    },
  },
}

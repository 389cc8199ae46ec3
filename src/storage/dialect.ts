import type { Engine } from './port.ts'
import { type WordIndex, type WordMatches, wordIndexes } from './word-index.ts'

/** What the two engines spell differently, by name. */
export interface Dialect {
  /** Column types of migrations. Text compares byte by byte on both engines. */
  readonly text: string
  readonly integer: string
  readonly real: string
  /** A day, which compares and is read as `YYYY-MM-DD`. */
  readonly date: string
  /**
   * The type of an integer key whose values come in no order: rows lie as they are written, so that
   * adding many of them does not touch as many places of the table.
   */
  readonly scatteredKey: string
  /** Ends the making of a table whose short rows lie in the order of its primary key, and nowhere else. */
  readonly inKeyOrder: string
  /** Whether rows lie in the order of an integer key unless it is a `scatteredKey`. */
  readonly laysRowsByKey: boolean
  /** Ends a select whose rows stay locked until the transaction ends. */
  readonly forUpdate: string
  /** The same, passing over rows that another transaction has locked. */
  readonly skipLocked: string
  /** Keeps others from writing to a table, and from locking its rows, until the transaction ends. */
  readonly holdOffWriters: (table: string) => string
  /** A condition's right side: the members of a JSON array of texts, given as one parameter. */
  readonly inTexts: (name: string) => string
  /** A condition: the column contains every member of a JSON array of texts. */
  readonly containsAll: (column: string, name: string) => string
  /** The text of a column up to a mark, or all of it where it has none. */
  readonly textBefore: (column: string, mark: string) => string
  /** A condition's right side: the members of a JSON array of whole numbers. */
  readonly inIntegers: (name: string) => string
  /**
   * A table `words` in a `from`: the words of a column of a table before it, each as
   * `value` and its place as `key`.
   */
  readonly wordsIn: (column: string) => string
  /** A table in a `from`, to be given a name: the objects of a JSON array, given as one parameter. */
  readonly jsonRows: (name: string, columns: JsonColumns) => string
  /** A member of the JSON object that a column of text holds, as text. */
  readonly jsonMember: (column: string, name: string) => string
  /** Statements of a migration: an index of the words in some columns of a table. */
  readonly wordIndex: (index: WordIndex) => readonly string[]
  /**
   * Statements of a migration: from then on the index is told of rows that are added and removed, by
   * the two that follow, which is much cheaper for many rows.
   */
  readonly wordsInBulk: (index: WordIndex) => readonly string[]
  /** Parts of an insert into the table of an index: its words in the engine's own form, given by name. */
  readonly wordDocument: (name: string) => {
    readonly columns: readonly string[]
    readonly values: readonly string[]
  }
  /** Takes rows into an index, by a JSON array of their keys; they have to be in the table. */
  readonly addWords: (index: WordIndex, name: string) => string
  readonly removeWords: (index: WordIndex, name: string) => string
  /** Makes an index anew from what is in its table. */
  readonly refillWords: (index: WordIndex) => readonly string[]
  /** Parts of a select: rows whose words fulfil a query, which is a text of `wordQueryText`. */
  readonly wordMatches: (index: WordIndex, name: string) => WordMatches
  /** Does some of the work of joining what an index has got in parts: so many pages, given by name. */
  readonly mergeWords: (index: WordIndex, name: string) => string
  /** A select: of how many parts an index is made. */
  readonly wordParts: (index: WordIndex) => string
}

/** What the members of the objects are. */
export type JsonColumns = Readonly<Record<string, 'text' | 'integer'>>

export const dialects: Readonly<Record<Engine, Dialect>> = {
  // One writer at a time makes every row of a SQLite transaction locked already.
  sqlite: {
    text: 'TEXT',
    integer: 'INTEGER',
    real: 'REAL',
    date: 'TEXT',
    // Only what is called INTEGER, in full, is the number of a row itself.
    scatteredKey: 'INT',
    inKeyOrder: 'without rowid',
    laysRowsByKey: true,
    forUpdate: '',
    skipLocked: '',
    holdOffWriters: () => 'select 1 where false',
    wordsIn: (column) => `json_each('["' || replace(${column}, ' ', '","') || '"]') as words`,
    inTexts: (name) => `in (select value from json_each(:${name}))`,
    jsonRows: (name, columns) => {
      const extracted = Object.keys(columns).map((column) => `value ->> '${column}' as "${column}"`)
      return `(select ${extracted.join(', ')} from json_each(:${name}))`
    },
    containsAll: (column, name) =>
      `not exists (select 1 from json_each(:${name}) where instr(${column}, value) = 0)`,
    textBefore: (column, mark) =>
      `substr(${column}, 1, instr(${column} || '${mark}', '${mark}') - 1)`,
    inIntegers: (name) => `in (select value from json_each(:${name}))`,
    jsonMember: (column, name) => `(${column} ->> '${name}')`,
    ...wordIndexes.sqlite,
  },
  postgres: {
    text: 'TEXT COLLATE "C"',
    integer: 'BIGINT',
    real: 'DOUBLE PRECISION',
    date: 'DATE',
    scatteredKey: 'BIGINT',
    inKeyOrder: '',
    laysRowsByKey: false,
    forUpdate: 'for update',
    skipLocked: 'for update skip locked',
    holdOffWriters: (table) => `lock table ${table} in exclusive mode`,
    // As an array it is looked up in an index, however little the server knows of the table yet.
    wordsIn: (column) =>
      `unnest(string_to_array(${column}, ' ')) with ordinality as words (value, key)`,
    inTexts: (name) => `= any (array(select jsonb_array_elements_text(:${name}::text::jsonb)))`,
    jsonRows: (name, columns) => {
      const typed = Object.entries(columns).map(
        ([column, type]) => `"${column}" ${type === 'text' ? 'text' : 'bigint'}`,
      )
      return `(select * from jsonb_to_recordset(:${name}::text::jsonb) as r (${typed.join(', ')}))`
    },
    containsAll: (column, name) =>
      `not exists (select 1 from jsonb_array_elements_text(:${name}::text::jsonb) as wanted (value)
         where strpos(${column}, value) = 0)`,
    textBefore: (column, mark) => `split_part(${column}, '${mark}', 1)`,
    inIntegers: (name) =>
      `= any (array(select (jsonb_array_elements_text(:${name}::text::jsonb))::bigint))`,
    jsonMember: (column, name) => `(${column}::jsonb ->> '${name}')`,
    ...wordIndexes.postgres,
  },
}

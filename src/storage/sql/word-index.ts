import type { Engine } from '../port.ts'
import { type Parameter, raw, type Sql, sql } from './sql.ts'
import type { Table } from './table.ts'

/**
 * A full-text index of some columns of a table, each a text of words separated by spaces. Words are indexed
 * as they are; writers and queries define what a word is. The words `|` and `||` match nothing and prevent
 * phrases across them.
 */
export interface WordIndex {
  /** The table, whose key is an integer. Matches are returned in its order. */
  readonly table: Table
  readonly name: string
  readonly columns: readonly WordColumn[]
}

interface WordColumn {
  readonly name: string
  /** PostgreSQL has four labels. Columns with the same label are distinguished by a prefix. */
  readonly label: 'A' | 'B' | 'C' | 'D'
  readonly prefix?: string
  /** The maximum number of indexed words. */
  readonly wordsMax: number
}

/** The SQL of word indexes on an engine. Rows are indexed by statements, not by triggers. */
export interface WordIndexDialect {
  /** The statements that create an index of an empty table. */
  readonly createWordIndex: (index: WordIndex) => readonly string[]
  /** Values of an insert with the words in the format of the engine. */
  readonly wordDocument: (document: Parameter) => Readonly<Record<string, Sql>>
  /** Indexes rows of the table, by a JSON array of their keys. */
  readonly addWords: (index: WordIndex, keys: Parameter) => Sql
  readonly removeWords: (index: WordIndex, keys: Parameter) => Sql
  /** Rebuilds the index of the whole table. */
  readonly refillWords: (index: WordIndex) => readonly Sql[]
  /** Parts of a select of rows that match a query, given as the text of `wordQueryText`. */
  readonly wordMatches: (index: WordIndex, query: Parameter) => WordMatches
  /** Merges segments of an index, up to a number of pages. */
  readonly mergeWords: (index: WordIndex, pages: Parameter) => Sql
  /** A query for the number of segments of an index. */
  readonly wordParts: (index: WordIndex) => Sql
}

interface WordMatches {
  readonly from: Sql
  readonly key: Sql
  readonly condition: Sql
}

export const wordIndexes: Readonly<Record<Engine, WordIndexDialect>> = {
  sqlite: {
    // Larger segments, and more of them per merge: an import then writes each word a few times instead of
    // dozens of times.
    createWordIndex: ({ name, columns }) => [
      // It is not dropped with its table, which a restore may create again.
      `drop table if exists ${name}`,
      `create virtual table ${name} using fts5 (${namesOf(columns)},
         content = '', contentless_delete = 1, tokenize = "ascii tokenchars '|:_'")`,
      `insert into ${name} (${name}, rank) values ('hashsize', ${segmentBytesMax})`,
      `insert into ${name} (${name}, rank) values ('automerge', 8)`,
    ],
    wordDocument: () => ({}),
    addWords: (index, keys) =>
      sql`${fillIndex(index)} where ${keyOf(index)} in (select value from json_each(${keys}))
       order by ${keyOf(index)}`,
    removeWords: ({ name }, keys) =>
      sql`delete from ${raw(name)} where rowid in (select value from json_each(${keys}))`,
    refillWords: (index) => [
      raw(`insert into ${index.name} (${index.name}) values ('delete-all')`),
      sql`${fillIndex(index)} order by ${keyOf(index)}`,
      // A rebuild creates several segments, each of which would be searched.
      raw(`insert into ${index.name} (${index.name}) values ('optimize')`),
    ],
    wordMatches: ({ name }, query) => ({
      from: raw(name),
      key: sql`rowid`,
      condition: sql`${raw(name)} match ${query}`,
    }),
    mergeWords: ({ name }, pages) =>
      sql`insert into ${raw(name)} (${raw(name)}, rank) values ('merge', ${pages})`,
    wordParts: ({ name }) => sql`select count(distinct segid) as parts from ${raw(name)}_idx`,
  },
  postgres: {
    // The size of the pending list of the index, in kilobytes.
    createWordIndex: ({ table, name }) => [
      `create or replace function ${name}_lexemes (words text, suffix text, prefix text,
           before integer, at_most integer)
         returns text language sql immutable parallel safe as $$
           select coalesce(string_agg('''' || prefix || word || ''':' || (before + place) || suffix, ' '), '')
           from unnest(string_to_array(words, ' ')) with ordinality as listed (word, place)
           where place <= at_most and word not in ('', '|', '||')
         $$`,
      `alter table ${table.name} add column document tsvector`,
      `create index ${name} on ${table.name} using gin (document)
         with (gin_pending_list_limit = 16384)`,
    ],
    // Inserts take half the time if the server does not create the documents.
    wordDocument: (document) => ({ document: sql`${document}::tsvector` }),
    addWords: (_index, keys) => sql`select 1 where ${keys}::text is null`,
    removeWords: (_index, keys) => sql`select 1 where ${keys}::text is null`,
    refillWords: ({ table, name, columns }) => [
      sql`update ${table} set document = (${raw(lexemesOf(name, columns))})::tsvector`,
    ],
    wordMatches: (index, query) => ({
      from: sql`${index.table}`,
      key: keyOf(index),
      condition: sql`document @@ ${query}::tsquery`,
    }),
    mergeWords: ({ name }, pages) =>
      sql`select gin_clean_pending_list('${raw(name)}'::regclass) where ${pages}::bigint <> 0`,
    wordParts: () => sql`select 1 as parts`,
  },
}

/** Every server of a cluster has the table, and its own pending list. */
export const wordIndexesOfCitus: WordIndexDialect = {
  ...wordIndexes.postgres,
  mergeWords: ({ table }, pages) => sql`select run_command_on_placements('${table}', '
      select gin_clean_pending_list(i.indexrelid) from pg_index i
       join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
       where i.indrelid = ''%s''::regclass and a.amname = ''gin''') where ${pages}::bigint <> 0`,
}

const segmentBytesMax = 64 * 1024 * 1024

const keyOf = ({ table }: WordIndex): Sql => raw(table.key[0]!)

const namesOf = (columns: readonly WordColumn[]): string =>
  columns.map(({ name }) => name).join(', ')

function fillIndex(index: WordIndex): Sql {
  const names = raw(namesOf(index.columns))
  return sql`insert into ${raw(index.name)} (rowid, ${names})
    select ${keyOf(index)}, ${names} from ${index.table}`
}

// Each column has its own range of positions, so that no phrase crosses columns.
function lexemesOf(index: string, columns: readonly WordColumn[]): string {
  let before = 0
  const calls = columns.flatMap(({ name, label, prefix, wordsMax }) => {
    const call = (text: string) =>
      `${index}_lexemes(${name}, '${label}', '${text}', ${before}, ${wordsMax})`
    const both = prefix === undefined ? [call('')] : [call(''), call(prefix)]
    before += wordsMax + 1
    return both
  })
  return calls.join(` || ' ' || `)
}

/** The document of a row, by its columns, for `wordDocument` of the dialect. */
export function wordDocument(
  { columns }: WordIndex,
  row: Readonly<Record<string, string | number>>,
): string {
  let before = 0
  let text = ''
  for (const { name, label, prefix, wordsMax } of columns) {
    const words = String(row[name]).split(' ')
    for (let place = 0; place < words.length && place < wordsMax; place++) {
      const word = words[place]!
      if (word === '' || word === '|' || word === '||') continue
      const position = `':${before + place + 1}${label} `
      text += `'${word}${position}`
      if (prefix !== undefined) text += `'${prefix}${word}${position}`
    }
    before += wordsMax + 1
  }
  return text
}

import type { Engine } from './port.ts'

/**
 * Words of some columns of a table, each column a text of words parted by blanks. The words are taken
 * as they are: what a word is, is decided by whoever writes and asks. The words `|` and `||` match
 * nothing, and keep their neighbours from being a phrase.
 */
export interface WordIndex {
  readonly table: string
  readonly index: string
  /** The integer primary key; what is found comes in its order. */
  readonly key: string
  readonly columns: readonly WordColumn[]
}

export interface WordColumn {
  readonly name: string
  /** PostgreSQL knows four labels; columns that share one are told apart by a prefix. */
  readonly label: 'A' | 'B' | 'C' | 'D'
  readonly prefix?: string
  /** How many words of it are in the index. */
  readonly wordsMax: number
}

interface WordIndexDialect {
  readonly wordIndex: (index: WordIndex) => readonly string[]
  readonly wordsInBulk: (index: WordIndex) => readonly string[]
  readonly wordDocument: (name: string) => {
    readonly columns: readonly string[]
    readonly values: readonly string[]
  }
  readonly addWords: (index: WordIndex, name: string) => string
  readonly removeWords: (index: WordIndex, name: string) => string
  readonly refillWords: (index: WordIndex) => readonly string[]
  readonly wordMatches: (index: WordIndex, name: string) => WordMatches
  readonly mergeWords: (index: WordIndex, name: string) => string
  readonly wordParts: (index: WordIndex) => string
}

/** Parts of a select that finds the rows whose words fulfil a query. */
export interface WordMatches {
  readonly from: string
  readonly key: string
  readonly condition: string
}

export const wordIndexes: Readonly<Record<Engine, WordIndexDialect>> = {
  sqlite: {
    wordIndex: ({ table, index, key, columns }) => {
      const names = columns.map(({ name }) => name)
      return [
        `drop table if exists ${index}`,
        `create virtual table ${index} using fts5 (${names.join(', ')},
           content = '', contentless_delete = 1, tokenize = "ascii tokenchars '|:_'")`,
        `create trigger ${index}_added after insert on ${table} begin
           insert into ${index} (rowid, ${names.join(', ')})
           values (new.${key}, ${names.map((name) => `new.${name}`).join(', ')});
         end`,
        `create trigger ${index}_removed after delete on ${table} begin
           delete from ${index} where rowid = old.${key};
         end`,
      ]
    },
    // So many bytes of one transaction are written as one part, and so many parts are joined at a
    // time: an import writes each word a few times and not dozens of times.
    wordsInBulk: ({ index }) => [
      `drop trigger if exists ${index}_added`,
      `drop trigger if exists ${index}_removed`,
      `insert into ${index} (${index}, rank) values ('hashsize', ${partBytesMax})`,
      `insert into ${index} (${index}, rank) values ('automerge', 8)`,
    ],
    wordDocument: () => ({ columns: [], values: [] }),
    // A trigger would end the part that is being made with every row.
    addWords: (index, name) =>
      `${indexed(index)} where ${index.key} in (select value from json_each(:${name}))
       order by ${index.key}`,
    removeWords: ({ index }, name) =>
      `delete from ${index} where rowid in (select value from json_each(:${name}))`,
    refillWords: (index) => [
      `insert into ${index.index} (${index.index}) values ('delete-all')`,
      `${indexed(index)} order by ${index.key}`,
      // It comes in several parts, each of which would be asked.
      `insert into ${index.index} (${index.index}) values ('optimize')`,
    ],
    wordMatches: ({ index }, name) => ({
      from: index,
      key: 'rowid',
      condition: `${index} match :${name}`,
    }),
    mergeWords: ({ index }, name) =>
      `insert into ${index} (${index}, rank) values ('merge', :${name})`,
    wordParts: ({ index }) => `select count(distinct segid) as parts from ${index}_idx`,
  },
  postgres: {
    wordIndex: ({ table, index, columns }) => [
      `create or replace function ${index}_lexemes (words text, suffix text, prefix text,
           before integer, at_most integer)
         returns text language sql immutable parallel safe as $$
           select coalesce(string_agg('''' || prefix || word || ''':' || (before + place) || suffix, ' '), '')
           from unnest(string_to_array(words, ' ')) with ordinality as listed (word, place)
           where place <= at_most and word not in ('', '|', '||')
         $$`,
      `alter table ${table} add column document tsvector generated always as
         ((${lexemesOf(index, columns)})::tsvector) stored`,
      `create index ${index} on ${table} using gin (document)`,
    ],
    // Rows are added in about half the time where the server does not make their documents. Entries are
    // collected up to so many kilobytes before they go to their places in the index.
    wordsInBulk: ({ table, index }) => [
      `alter table ${table} alter column document drop expression`,
      `alter index ${index} set (gin_pending_list_limit = 16384)`,
    ],
    wordDocument: (name) => ({ columns: ['document'], values: [`:${name}::tsvector`] }),
    addWords: (_index, name) => `select 1 where :${name}::text is null`,
    removeWords: (_index, name) => `select 1 where :${name}::text is null`,
    refillWords: ({ table, index, columns }) => [
      `update ${table} set document = (${lexemesOf(index, columns)})::tsvector`,
    ],
    wordMatches: ({ table, key }, name) => ({
      from: table,
      key,
      condition: `document @@ :${name}::tsquery`,
    }),
    mergeWords: ({ index }, name) =>
      `select gin_clean_pending_list('${index}'::regclass) where :${name}::bigint <> 0`,
    wordParts: () => 'select 1 as parts',
  },
}

const partBytesMax = 64 * 1024 * 1024

function indexed({ table, index, key, columns }: WordIndex): string {
  const names = columns.map(({ name }) => name).join(', ')
  return `insert into ${index} (rowid, ${names}) select ${key}, ${names} from ${table}`
}

// Each column has a stretch of positions of its own, so that no phrase reaches into the next.
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

/** The same for one row, by its columns: what `wordDocument` is given. */
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

/** The words of books; the stretches fit into the positions that PostgreSQL can count. */
export const bookIndex: WordIndex = {
  table: 'book_words',
  index: 'book_index',
  key: 'rank',
  columns: [
    { name: 'title', label: 'A', wordsMax: 2000 },
    { name: 'authors', label: 'B', wordsMax: 2000 },
    { name: 'publisher', label: 'C', prefix: 'p:', wordsMax: 200 },
    { name: 'subjects', label: 'C', prefix: 's:', wordsMax: 2000 },
    { name: 'marks', label: 'C', wordsMax: 2000 },
    { name: 'description', label: 'D', wordsMax: 4000 },
  ],
}

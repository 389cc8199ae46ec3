import type { Database, Reader } from '#/storage/port.ts'
import { limit, raw, sql } from '#/storage/sql/sql.ts'
import { query } from '#/storage/sql/statement.ts'
import { type WordQuery, wordQueryText } from '#/storage/sql/word-query.ts'
import { recentlyViewed } from '../domain/predefined-shelves.ts'
import type { WordColumns } from '../domain/query/fulfils.ts'
import type { Candidate } from '../domain/ranking/score.ts'
import {
  bookCatalog,
  bookIndex,
  bookshelfVolumes,
  bookshelves,
  bookTermPieces,
  bookTerms,
  bookVolumes,
  bookWords,
} from './tables.ts'

/** A page of the volumes that match a query, ordered by rank. */
export interface Stretch {
  /** Only ranks after this one. */
  readonly after: number
  readonly limit: number
  readonly offset?: number
  /** Ranks to omit. */
  readonly except?: readonly number[]
}

/** A word of the catalog, with the number of volumes that contain it. */
interface Term {
  readonly term: string
  readonly volumes: number
}

export interface Catalog {
  /** Increases with every change of the catalog. */
  readonly version: number
  readonly volumes: number
}

/** The id and the words of a volume. */
interface VolumeText {
  readonly id: string
  readonly [column: string]: string
}

/** The rank and the words of a volume. */
export interface RankedText {
  readonly rank: number
  readonly columns: Omit<Candidate, 'rank'> & WordColumns
}

/** The index of the catalog's words: takes queries and returns ranks. */
export class BookIndex {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async catalog(reader: Reader): Promise<Catalog> {
    return (await reader.first(findCatalog, {})) ?? { version: 0, volumes: 0 }
  }

  async ranks(reader: Reader, query: WordQuery, stretch: Stretch): Promise<number[]> {
    const { after, limit, offset = 0, except = [] } = stretch
    const options = { query: this.textOf(query), after, limit, offset }
    const rows =
      except.length === 0
        ? await reader.all(findRanks, options)
        : await reader.all(findOtherRanks, { ...options, except: JSON.stringify(except) })
    return rows.map(({ rank }) => rank)
  }

  /** The same for long lists, without the cost of a row per rank. */
  async list(
    reader: Reader,
    query: WordQuery,
    { after, limit }: Pick<Stretch, 'after' | 'limit'>,
  ): Promise<Float64Array> {
    const row = await reader.first(listRanks, { query: this.textOf(query), after, limit })
    return numbersIn(row?.ranks ?? '')
  }

  /** Ranks of the whole catalog. */
  async allRanks(reader: Reader, stretch: Pick<Stretch, 'after' | 'limit'>): Promise<Float64Array> {
    const { after, limit } = stretch
    const row = await reader.first(listAllRanks, { after, limit })
    return numbersIn(row?.ranks ?? '')
  }

  /** The number of volumes after a rank that match the query. */
  async count(reader: Reader, query: WordQuery, after: number): Promise<number> {
    const row = await reader.first(countRanks, { query: this.textOf(query), after })
    return row?.count ?? 0
  }

  /** The ranks among the given ones that match the query. */
  async matching(
    reader: Reader,
    query: WordQuery,
    ranks: readonly number[],
  ): Promise<ReadonlySet<number>> {
    const args = { query: this.textOf(query), ranks: JSON.stringify(ranks) }
    return new Set((await reader.all(findAmong, args)).map(({ rank }) => rank))
  }

  /** The words of volumes, by column. */
  wordsOf(reader: Reader, ids: readonly string[]): Promise<VolumeText[]> {
    return reader.all(findWordsOf, { ids: JSON.stringify(ids) })
  }

  /** The same by rank, in ascending order. */
  async texts(reader: Reader, ranks: readonly number[]): Promise<RankedText[]> {
    const rows = await reader.all(findTexts, { ranks: JSON.stringify(ranks) })
    return rows.map(({ rank, ...columns }) => ({ rank, columns }))
  }

  /** The volumes on a user's shelves, except for those that were only viewed. */
  async shelvedRanks(reader: Reader, userId: string): Promise<number[]> {
    const rows = await reader.all(findShelved, { userId, recentlyViewed, limit: shelvedMax })
    return rows.map(({ rank }) => rank)
  }

  async candidates(reader: Reader, ranks: readonly number[]): Promise<Candidate[]> {
    const found = await reader.first(findCandidates, { ranks: JSON.stringify(ranks) })
    const parts = found?.texts?.split('\n') ?? []
    return Array.from({ length: parts.length / 4 }, (_, index) => ({
      rank: Number(parts[4 * index]),
      title: parts[4 * index + 1]!,
      authors: parts[4 * index + 2]!,
      marks: parts[4 * index + 3]!,
    }))
  }

  /** The publication dates of volumes, as sortable numbers. */
  async days(reader: Reader, ranks: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await reader.all(findDays, { ranks: JSON.stringify(ranks) })
    return new Map(rows.map(({ rank, published }) => [rank, published]))
  }

  async frequencies(
    reader: Reader,
    terms: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    if (terms.length === 0) return new Map()
    const rows = await reader.all(findTerms, { terms: JSON.stringify(terms) })
    return new Map(rows.map(({ term, volumes }) => [term, volumes]))
  }

  /** Words that share a piece with a misspelled one, occasionally with duplicates. */
  async lookalikes(reader: Reader, pieces: readonly string[]): Promise<string[]> {
    const args = { pieces: JSON.stringify(pieces), limit: lookalikesMax }
    const { terms } = (await reader.first(findLookalikes, args)) ?? { terms: null }
    return terms === null ? [] : terms.split(' ')
  }

  /** Words with a prefix, the most common of the first ones first. */
  completions(reader: Reader, prefix: string, limit: number): Promise<Term[]> {
    const end = prefix + String.fromCodePoint(0x10ffff)
    return reader.all(findCompletions, { prefix, end, limit })
  }

  /** A query in the syntax of the index. */
  textOf(query: WordQuery): string {
    return wordQueryText(query, bookIndex, this.#database.engine)
  }
}

const findCatalog = query<object, Catalog>(
  () => sql`select version, volumes from ${bookCatalog} where id = 1`,
)

interface RankArgs {
  readonly query: string
  readonly after: number
  readonly limit: number
  readonly offset: number
}

const findRanks = query<RankArgs, { rank: number }>((args, { wordMatches }) => {
  const { from, key, condition } = wordMatches(bookIndex, args.query)
  return sql`select ${key} as rank from ${from} where ${condition} and ${key} > ${args.after}
    order by ${key} ${limit(args.limit)} offset ${args.offset}`
})

const listRanks = query<Omit<RankArgs, 'offset'>, { ranks: string | null }>(
  (args, { wordMatches }) => {
    const { from, key, condition } = wordMatches(bookIndex, args.query)
    return sql`select string_agg(cast(rank as text), ' ') as ranks from
      (select ${key} as rank from ${from} where ${condition} and ${key} > ${args.after}
       order by ${key} ${limit(args.limit)}) as listed`
  },
)

const listAllRanks = query<{ after: number; limit: number }, { ranks: string | null }>(
  (args) => sql`select string_agg(cast(rank as text), ' ') as ranks from
     (select rank from ${bookWords} where rank > ${args.after} order by rank ${limit(args.limit)}) as listed`,
)

/** Parses numbers separated by spaces, several times faster than by splitting. */
function numbersIn(text: string): Float64Array {
  const numbers = new Float64Array((text.length >> 1) + 1)
  let count = 0
  let number = -1
  for (let at = 0; at <= text.length; at++) {
    const digit = at === text.length ? -1 : text.charCodeAt(at) - zero
    if (digit >= 0) number = Math.max(0, number) * 10 + digit
    else if (number >= 0) {
      numbers[count++] = number
      number = -1
    }
  }
  return numbers.slice(0, count)
}

const zero = '0'.charCodeAt(0)

const findOtherRanks = query<RankArgs & { except: string }, { rank: number }>(
  (args, { wordMatches, inIntegers }) => {
    const { from, key, condition } = wordMatches(bookIndex, args.query)
    return sql`select ${key} as rank from ${from} where ${condition} and ${key} > ${args.after}
      and not (${key} ${inIntegers(args.except)})
      order by ${key} ${limit(args.limit)} offset ${args.offset}`
  },
)

const countRanks = query<{ query: string; after: number }, { count: number }>(
  (args, { wordMatches }) => {
    const { from, key, condition } = wordMatches(bookIndex, args.query)
    return sql`select count(*) as count from ${from} where ${condition} and ${key} > ${args.after}`
  },
)

const findAmong = query<{ query: string; ranks: string }, { rank: number }>(
  (args, { wordMatches, inIntegers }) => {
    const { from, key, condition } = wordMatches(bookIndex, args.query)
    // The sign keeps SQLite from querying the index for each rank.
    return sql`select ${key} as rank from ${from} where ${condition} and +${key} ${inIntegers(args.ranks)}`
  },
)

const wordColumns = raw(bookIndex.columns.map(({ name }) => `w.${name}`).join(', '))

const findTexts = query<{ ranks: string }, RankedText['columns'] & { readonly rank: number }>(
  ({ ranks }, { inIntegers }) => sql`
    select w.rank, ${wordColumns} from ${bookWords} w where w.rank ${inIntegers(ranks)}
     order by w.rank`,
)

const findWordsOf = query<{ ids: string }, VolumeText>(
  ({ ids }, { inTexts }) => sql`select v.id, ${wordColumns}
     from ${bookVolumes} v join ${bookWords} w on w.rank = v.rank where v.id ${inTexts(ids)}`,
)

const shelvedMax = 50_000

const findShelved = query<
  { userId: string; recentlyViewed: number; limit: number },
  { rank: number }
>(
  (args) => sql`select distinct v.rank from ${bookshelfVolumes} b
   join ${bookshelves} s on s.user_id = b.user_id and s.key = b.shelf_key
   join ${bookVolumes} v on v.id = b.volume_id
   where b.user_id = ${args.userId} and s.user_id = ${args.userId} and s.id <> ${args.recentlyViewed}
   order by v.rank ${limit(args.limit)}`,
)

// One row, because creating a hundred costs as much as finding them. No word contains a line feed.
const findCandidates = query<{ ranks: string }, { texts: string | null }>(
  ({ ranks }, { inIntegers }) => sql`
    select string_agg(concat_ws('\n', rank, title, authors, marks), '\n') as texts
     from ${bookWords} where rank ${inIntegers(ranks)}`,
)

const findDays = query<{ ranks: string }, { rank: number; published: number }>(
  ({ ranks }, { inIntegers }) =>
    sql`select rank, published from ${bookWords} where rank ${inIntegers(ranks)}`,
)

const findTerms = query<{ terms: string }, Term>(
  ({ terms }, { inTexts }) =>
    sql`select term, volumes from ${bookTerms} where term ${inTexts(terms)}`,
)

const lookalikesMax = 20_000

// One row, because creating thousands costs more than finding them.
const findLookalikes = query<{ pieces: string; limit: number }, { terms: string | null }>(
  (args, { inTexts }) => sql`select string_agg(term, ' ') as terms from
       (select term from ${bookTermPieces} where piece ${inTexts(args.pieces)}
        order by piece, term ${limit(args.limit)}) as alike`,
)

const completionsLookedAtMax = 2000

const findCompletions = query<{ prefix: string; end: string; limit: number }, Term>(
  (args) => sql`select term, volumes from
     (select term, volumes from ${bookTerms} where term >= ${args.prefix} and term < ${args.end}
      order by term limit ${completionsLookedAtMax}) as begun
   order by volumes desc, term ${limit(args.limit)}`,
)

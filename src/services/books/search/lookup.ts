import type { Database, Reader } from '#/storage/port.ts'
import type { WordQuery } from '#/storage/sql/word-query.ts'
import { fulfils } from '../domain/query/fulfils.ts'
import { countedWord, subjectMark } from '../domain/volume-words.ts'
import type { BookIndex, RankedText, Stretch } from '../store/book-index.ts'

/** The scope of a search: the whole catalog, or some of its volumes. */
export interface Lookup {
  ranks(query: WordQuery, stretch: Stretch): Promise<number[]>
  /** The number of matches after a rank. */
  count(query: WordQuery, after: number): Promise<number>
}

/** The number of volumes per word of the vocabulary. */
export type Frequencies = ReadonlyMap<string, number>

/** Searches through more words than this run outside the event loop. */
const inlineWorkMax = 10_000

/** The number of index entries that a query scans; the rarest word determines it. */
export function workOf(query: WordQuery, frequencies: Frequencies): number {
  const works = (queries: readonly WordQuery[]) => queries.map((part) => workOf(part, frequencies))
  switch (query.kind) {
    case 'phrase':
      return (
        Math.min(...query.words.map((word) => frequencies.get(countedWord(word)) ?? 0)) *
        query.words.length
      )
    case 'without':
      return 2 * workOf(query.query, frequencies)
    case 'any':
      return works(query.of).reduce((sum, work) => sum + work, 0)
    case 'all':
      return Math.min(...works(query.of)) * query.of.length
  }
}

/** Whether any volume can contain one of the words. */
export const mayHold = (query: WordQuery, frequencies: Frequencies): boolean =>
  termsOf(query).some((term) => frequencies.has(term) || isUncounted(term))

// The vocabulary contains only the marks of filters.
const isUncounted = (term: string) => term.includes(':') && !/^[xyl]:/.test(term)

/** Whether a query requires a word that no volume contains. */
export function isVain(query: WordQuery, frequencies: Frequencies): boolean {
  switch (query.kind) {
    case 'phrase':
      return query.words
        .map(countedWord)
        .some((word) => !isUncounted(word) && !frequencies.has(word))
    case 'without':
      return isVain(query.query, frequencies)
    case 'any':
      return query.of.every((part) => isVain(part, frequencies))
    case 'all':
      return query.of.some((part) => isVain(part, frequencies))
  }
}

/** The words that determine the cost of a query, and whether it can find anything. */
export function termsOf(query: WordQuery): string[] {
  switch (query.kind) {
    case 'phrase':
      return query.column === 'subjects'
        ? [...query.words, ...query.words.map(subjectMark)]
        : query.words.map(countedWord)
    case 'without':
      return [...termsOf(query.query), ...termsOf(query.excluded)]
    default:
      return query.of.flatMap(termsOf)
  }
}

export const readerFor = (database: Database, work: number): Reader =>
  work > inlineWorkMax ? database.apart : database

export const wholeCatalog = (index: BookIndex, reader: Reader): Lookup => ({
  ranks: (query, stretch) => index.ranks(reader, query, stretch),
  count: (query, after) => index.count(reader, query, after),
})

/** Searches the volumes with these ascending ranks. */
export const among = (index: BookIndex, reader: Reader, ranks: readonly number[]): Lookup =>
  amongMatching(async (query) => {
    const found = await index.matching(reader, query, ranks)
    return ranks.filter((rank) => found.has(rank))
  })

/** Searches volumes whose words are in memory, by ascending rank. */
export const amongTexts = (texts: readonly RankedText[]): Lookup =>
  amongMatching(async (query) =>
    texts.filter(({ columns }) => fulfils(query, columns)).map(({ rank }) => rank),
  )

function amongMatching(matching: (query: WordQuery) => Promise<readonly number[]>): Lookup {
  const behind = async (query: WordQuery, after: number) =>
    (await matching(query)).filter((rank) => rank > after)
  return {
    ranks: async (query, { after, limit, offset = 0, except = [] }) => {
      const left = (await behind(query, after)).filter((rank) => !except.includes(rank))
      return left.slice(offset, offset + limit)
    },
    count: async (query, after) => (await behind(query, after)).length,
  }
}

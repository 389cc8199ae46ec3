import { all, type WordQuery, word } from '#/storage/sql/word-query.ts'
import { countedWord, isPairMark } from '../domain/volume-words.ts'
import { type Frequencies, workOf } from './lookup.ts'

/** Queries cheaper than this are run as they are. */
const workMin = 2_000
const partsKept = 3

/** The estimated share of the volumes with a word that have another given word before it. */
const shareOfPairs = 0.1

/**
 * A simpler query that is true of all volumes that a query is true of, and of few others: its rarest
 * words alone. To look into those volumes costs less than to have the index go through all other words
 * with each of them. Nothing where there is no simpler one, or nothing to be saved.
 */
export function narrowQuery(query: WordQuery, frequencies: Frequencies): WordQuery | undefined {
  if (workOf(query, frequencies) < workMin) return undefined
  const parts = partsOf(query)
  if (parts.length <= partsKept && isOfSingleWords(query)) return undefined
  const paired = new Set(parts.flatMap(pairIn).map(countedWord))
  const rarest = parts
    .filter((part) => part.kind !== 'phrase' || !paired.has(part.words[0]!))
    .map((part) => ({ part, volumes: volumesWith(part, frequencies) }))
    .sort((one, other) => one.volumes - other.volumes)
  return all(...rarest.slice(0, partsKept).map(({ part }) => part))
}

/** What has to be true of a volume, each alone. */
function partsOf(query: WordQuery): WordQuery[] {
  switch (query.kind) {
    case 'phrase':
      return [...new Set(query.words)].map((text) => word(text, query.column))
    case 'without':
      return partsOf(query.query)
    case 'all':
      return query.of.flatMap(partsOf)
    case 'any':
      return [query]
  }
}

const pairIn = (part: WordQuery): readonly string[] =>
  part.kind === 'phrase' ? part.words.filter(isPairMark) : []

const volumesWith = (part: WordQuery, frequencies: Frequencies): number =>
  workOf(part, frequencies) * (pairIn(part).length > 0 ? shareOfPairs : 1)

/** Whether a query only asks which volumes contain certain words. */
function isOfSingleWords(query: WordQuery): boolean {
  switch (query.kind) {
    case 'phrase':
      return query.words.length === 1
    case 'without':
      return isOfSingleWords(query.query)
    case 'all':
      return query.of.every(isOfSingleWords)
    case 'any':
      return true
  }
}

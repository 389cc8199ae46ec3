import { all, type WordQuery, word } from '#/storage/sql/word-query.ts'
import { countedWord, isPairMark } from '../domain/volume-words.ts'
import { type Frequencies, workOf } from './lookup.ts'

/** Cheaper queries are run unchanged. */
const workMin = 2_000
const partsKept = 3

/** The estimated share of the volumes with a word that have another given word before it. */
const shareOfPairs = 0.1

/**
 * A simpler query that matches all volumes of a query and few others: its rarest words alone. Checking those
 * volumes costs less than having the index scan all other words. Undefined if there is no simpler one, or if
 * it saves nothing.
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

/** The conditions that a volume has to meet, each separately. */
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

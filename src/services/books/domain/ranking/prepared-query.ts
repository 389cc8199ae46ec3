import type { Clause } from '../query/parse.ts'
import { stemOf } from '../words/stem.ts'
import { isStopWord } from '../words/stop-words.ts'
import { headKey, otherTitleKey, seriesKey, titleKey } from '../words/title-key.ts'

/** A word of the catalog that a word of the query may mean. */
export interface Meaning {
  readonly term: string
  /** The number of typing errors between them. */
  readonly distance: number
}

/** The words of a query, prepared once for all volumes that are compared with it. */
export interface PreparedQuery {
  readonly words: readonly string[]
  /** The significant words; all words if none is significant. */
  readonly content: readonly string[]
  /** Whether all words are stop words, so that each one counts. */
  readonly isAllStopWords: boolean
  readonly key: string
  readonly otherKey: string
  readonly seriesKey: string | undefined
  /** The query split in two: a whole title, and words of an author. */
  readonly splits: readonly Split[]
}

export interface Split {
  /** Both match the title: all of it, or the part before its colon. */
  readonly titleKeys: readonly string[]
  readonly otherKey: string
  readonly authorWords: readonly string[]
}

const splitWordsMax = 12

export function preparedQuery(words: readonly string[]): PreparedQuery {
  return {
    words,
    content: contentOf(words),
    isAllStopWords: words.every(isStopWord),
    key: titleKey(words),
    otherKey: otherTitleKey(words),
    seriesKey: seriesOfQuery(words),
    splits: splitsOf(words),
  }
}

/** The words of a query that can be words of a title or a name. */
export function wordsOfQuery(required: readonly (readonly Clause[])[]): string[] {
  return required.flatMap(([clause]) => {
    if (clause === undefined || clause.kind === 'mark') return []
    if (clause.column === 'publisher' || clause.column === 'subjects') return []
    return clause.kind === 'phrase' ? clause.words : clause.word.parts
  })
}

/** The key of a series, if the query consists of its name and the word `series`. */
export const seriesOfQuery = (words: readonly string[]): string | undefined =>
  words.length > 1 && words.at(-1) === 'series' ? seriesKey(words) : undefined

/** Normalized words without stop words, unless there are no others. */
export function contentOf(words: readonly string[]): string[] {
  const content = words.filter((word) => !isStopWord(word))
  return (content.length > 0 ? content : words).map(stemOf)
}

function splitsOf(words: readonly string[]): Split[] {
  if (words.length < 2 || words.length > splitWordsMax) return []
  const splits: Split[] = []
  for (let at = 1; at < words.length; at++) {
    const front = words.slice(0, at)
    const back = words.slice(at)
    splits.push({ ...keysOf(withoutBy(front)), authorWords: names(back) })
    splits.push({ ...keysOf(back), authorWords: names(front) })
  }
  return splits.filter(({ authorWords }) => authorWords.length > 0)
}

const keysOf = (words: readonly string[]) => ({
  titleKeys: [titleKey(words), headKey(words)],
  otherKey: otherTitleKey(words),
})

const withoutBy = (words: readonly string[]) =>
  words.length > 1 && words.at(-1) === 'by' ? words.slice(0, -1) : words

const names = (words: readonly string[]) => words.filter((word) => !isStopWord(word)).map(stemOf)

import { textHash } from '../text-hash.ts'
import { withoutArticle } from './stop-words.ts'

/** A key of a whole title, independent of its spelling and of an article at its start. */
export const titleKey = (words: readonly string[]): string => `k:${keyText(words)}`

/** The same for another title of the volume, such as the original one. */
export const otherTitleKey = (words: readonly string[]): string => `a:${keyText(words)}`

/** The same for the part of a title before its colon. */
export const headKey = (words: readonly string[]): string => `h:${keyText(words)}`

/** The same for the name of a series that the volume belongs to. */
export const seriesKey = (words: readonly string[]): string => `r:${keyText(seriesName(words))}`

const keyText = (words: readonly string[]): string =>
  textHash(withoutArticle(words).join(' ')).toString(36)

const collections: ReadonlySet<string> = new Set(['series', 'saga', 'trilogy'])

/** A word after a name that only indicates several books, such as `series`. */
export const isCollection = (word: string): boolean => collections.has(word)

/** The name of a series without such a word. */
const seriesName = (words: readonly string[]): readonly string[] =>
  words.length > 1 && isCollection(words.at(-1)!) ? words.slice(0, -1) : words

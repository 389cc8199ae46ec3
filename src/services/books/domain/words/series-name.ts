const collections: ReadonlySet<string> = new Set(['series', 'saga', 'trilogy'])

/** A word after a name that only indicates several books, such as `series`. */
export const isCollection = (word: string): boolean => collections.has(word)

/** The name of a series without such a word. */
export const seriesName = (words: readonly string[]): readonly string[] =>
  words.length > 1 && isCollection(words.at(-1)!) ? words.slice(0, -1) : words

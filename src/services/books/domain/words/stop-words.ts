const stopWords: ReadonlySet<string> = new Set(
  'a an and as at by for from in into is of on or the to with'.split(' '),
)

const stopWordLengthMax = 4

/** A word that is optional if there are others. */
export const isStopWord = (word: string): boolean =>
  word.length <= stopWordLengthMax && stopWords.has(word)

const articles: ReadonlySet<string> = new Set(
  'a an the der die das ein eine le la les un une el los las il lo gli o os as de het een'.split(
    ' ',
  ),
)

/** The words of a title without a leading article. */
export const withoutArticle = (words: readonly string[]): readonly string[] =>
  words.length > 1 && articles.has(words[0]!) ? words.slice(1) : words

import type { WordQuery } from '#/storage/sql/word-query.ts'

/** The space-separated words of a volume by column, as in the index. */
export type WordColumns = Readonly<Record<string, string>>

/** Whether the index would find a volume with these words. */
export function fulfils(query: WordQuery, columns: WordColumns): boolean {
  switch (query.kind) {
    case 'all':
      return query.of.every((part) => fulfils(part, columns))
    case 'any':
      return query.of.some((part) => fulfils(part, columns))
    case 'without':
      return fulfils(query.query, columns) && !fulfils(query.excluded, columns)
    case 'phrase': {
      const phrase = query.words.join(' ')
      return query.column === undefined
        ? Object.values(columns).some((text) => holds(text, phrase))
        : holds(columns[query.column] ?? '', phrase)
    }
  }
}

/** Whether a text contains a sequence of whole words. */
function holds(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) {
    const end = at + phrase.length
    if ((at === 0 || text[at - 1] === ' ') && (end === text.length || text[end] === ' '))
      return true
  }
  return false
}

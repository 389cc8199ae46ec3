import { otherForms } from '../volume-words.ts'
import { stemOf } from '../words/stem.ts'
import { contentOf, type PreparedQuery, type Split } from './prepared-query.ts'

/** The words of a volume, prepared for comparison with a query. */
export interface Candidate {
  readonly rank: number
  readonly title: string
  readonly authors: string
  readonly marks: string
}

/** How well a volume matches a query; higher is better. */
export const scores = {
  exactTitle: 9,
  otherTitle: 8.8,
  titleInOtherWords: 8.5,
  ofSeries: 8.2,
  titleAndAuthor: 8,
  otherTitleAndAuthor: 7.8,
  authorsName: 7,
  /** Exactly the name of an author whose books are better known. */
  titleIsAName: 6.9,
  wordForWord: 6.3,
  /** In the series or in another title: as good, except for ties. */
  wordForWordElsewhere: 6.299,
  inOrder: 6,
  inTitleOrAuthors: 5,
  elsewhere: 1,
} as const

export function scoreOf(query: PreparedQuery, candidate: Candidate): number {
  const { marks } = candidate
  if (holdsMark(marks, query.key)) return scores.exactTitle
  if (holdsMark(marks, query.otherKey)) return scores.otherTitle
  const title = new ColumnWords(candidate.title)
  const authors = new ColumnWords(candidate.authors)
  const { content, isAllStopWords } = query
  const found = content.filter((word) => title.holds(word) || authors.holds(word)).length
  // Many volumes contain the words only in their descriptions.
  if (found === 0) return scores.elsewhere
  const comparable = isAllStopWords ? stemsOf : contentOf
  const mainTitle = title.values[0] ?? []
  const mainContent = comparable(mainTitle)
  if (isSame(mainContent, content)) return scores.titleInOtherWords
  const { seriesKey } = query
  if (seriesKey !== undefined && holdsMark(marks, seriesKey)) return scores.ofSeries

  if (query.words.length > 1) {
    const bySame = query.splits.filter(({ authorWords }) => authors.holdsAll(authorWords))
    const hasTitle = ({ titleKeys }: Split) => titleKeys.some((key) => holdsMark(marks, key))
    const untold = content.filter((word) => !authors.holds(word))
    const isRest = untold.length < content.length && isSame(mainContent, untold)
    if (isRest || bySame.some(hasTitle)) return scores.titleAndAuthor
    if (bySame.some(({ otherKey }) => holdsMark(marks, otherKey))) return scores.otherTitleAndAuthor
    if (isName(query, authors)) return scores.authorsName
  }
  if (holdsInOrder(mainTitle, query.words)) return scores.wordForWord
  if (title.values.some((value) => holdsInOrder(value, query.words)))
    return scores.wordForWordElsewhere
  if (title.values.some((value) => holdsInOrder(comparable(value), content))) return scores.inOrder
  if (authors.values.some((name) => isWithinName(content, name))) {
    return scores.wordForWord
  }
  if (found === content.length) return scores.inTitleOrAuthors
  return scores.elsewhere + (2 * found) / content.length
}

const stemsOf = (words: readonly string[]) => words.map(stemOf)

/** Whether a space-separated text contains a mark with a unique prefix. */
function holdsMark(marks: string, mark: string): boolean {
  const at = marks.indexOf(mark)
  if (at === -1) return false
  const after = marks[at + mark.length]
  return after === undefined || after === ' '
}

/** The words of a column, split on demand. */
class ColumnWords {
  readonly #text: string
  #values: readonly (readonly string[])[] | undefined

  constructor(text: string) {
    this.#text = text
  }

  get values(): readonly (readonly string[])[] {
    this.#values ??= this.#part(0)
      .split(' | ')
      .map((value) => value.split(' '))
    return this.#values
  }

  /** Whether a word occurs in any form. Derived forms follow the words of the text. */
  holds(word: string): boolean {
    const text = this.#text
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
      const end = at + word.length
      if ((at === 0 || text[at - 1] === ' ') && (end === text.length || text[end] === ' ')) {
        return true
      }
    }
    return false
  }

  holdsAll(words: readonly string[]): boolean {
    return words.every((word) => this.holds(word))
  }

  /** Other forms: the initials of names. */
  get forms(): ReadonlySet<string> {
    return new Set(this.#part(1).split(' '))
  }

  #part(index: 0 | 1): string {
    return this.#text.split(` ${otherForms} `)[index] ?? ''
  }
}

/** The surname of an author with at least one of the given names or their initials. */
function isName({ words }: PreparedQuery, authors: ColumnWords): boolean {
  if (!words.every((word) => authors.holds(stemOf(word)))) return false
  const { values, forms } = authors
  return values.some((name) => {
    const surname = name.at(-1)
    const isPart = (word: string) => name.includes(word) || (word !== surname && forms.has(word))
    return surname !== undefined && words.includes(surname) && words.every(isPart)
  })
}

const isWithinName = (content: readonly string[], name: readonly string[]) =>
  content.every((word) => name.some((part) => stemOf(part) === word))

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((word, index) => word === other[index])

function holdsInOrder(value: readonly string[], words: readonly string[]): boolean {
  const [first] = words
  for (let at = value.indexOf(first!); at !== -1; at = value.indexOf(first!, at + 1)) {
    if (words.every((word, index) => value[at + index] === word)) return true
  }
  return false
}

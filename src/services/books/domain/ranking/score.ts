import { otherForms } from '../volume-words.ts'
import { stemOf } from '../words/stem.ts'
import { type Asked, contentOf, type Split } from './asked.ts'

/** The words of a volume, as they are compared with those of a query. */
export interface Candidate {
  readonly rank: number
  readonly title: string
  readonly authors: string
  readonly marks: string
}

/** How a volume answers a query; a larger number is a better answer. */
export const scores = {
  exactTitle: 9,
  otherTitle: 8.8,
  titleInOtherWords: 8.5,
  titleAndAuthor: 8,
  authorsName: 7,
  /** Exactly the name of somebody whose books are better known. */
  titleIsAName: 6.9,
  wordForWord: 6.3,
  inOrder: 6,
  inTitleOrAuthors: 5,
  elsewhere: 1,
} as const

export function scoreOf(asked: Asked, candidate: Candidate): number {
  const marks = new Set(candidate.marks.split(' '))
  if (marks.has(asked.key)) return scores.exactTitle
  if (marks.has(asked.otherKey)) return scores.otherTitle
  const title = columnWords(candidate.title)
  const { content, isAllStopWords } = asked
  const comparable = isAllStopWords ? stemsOf : contentOf
  const mainTitle = title.values[0] ?? []
  if (isSame(comparable(mainTitle), content)) return scores.titleInOtherWords

  const authors = columnWords(candidate.authors)
  const isBoth = ({ titleKeys, authorWords }: Split) =>
    titleKeys.some((key) => marks.has(key)) && authorWords.every((word) => authors.all.has(word))
  const untold = content.filter((word) => !authors.all.has(word))
  const isRest = untold.length < content.length && isSame(comparable(mainTitle), untold)
  if (isRest || asked.splits.some(isBoth)) return scores.titleAndAuthor
  if (isName(asked, authors)) return scores.authorsName
  if (title.values.some((value) => holdsInOrder(value, asked.words))) return scores.wordForWord
  if (title.values.some((value) => holdsInOrder(comparable(value), content))) return scores.inOrder
  if (authors.values.some((name) => isWithin(content, new Set(stemsOf(name))))) {
    return scores.wordForWord
  }
  const found = content.filter((word) => title.all.has(word) || authors.all.has(word)).length
  if (found === content.length) return scores.inTitleOrAuthors
  return scores.elsewhere + (2 * found) / content.length
}

const stemsOf = (words: readonly string[]) => words.map(stemOf)

interface ColumnWords {
  readonly values: readonly (readonly string[])[]
  /** Every word in every form. */
  readonly all: ReadonlySet<string>
  /** Forms of names: initials. */
  readonly forms: ReadonlySet<string>
}

function columnWords(text: string): ColumnWords {
  const [shown = '', forms = ''] = text.split(` ${otherForms} `)
  const values = shown.split(' | ').map((value) => value.split(' '))
  const formWords = forms === '' ? [] : forms.split(' ')
  return {
    values,
    all: new Set([...values.flat().map(stemOf), ...formWords]),
    forms: new Set(formWords),
  }
}

/** The surname of an author with at least one of the given names or their initials. */
function isName({ words }: Asked, { values, forms }: ColumnWords): boolean {
  if (words.length < 2) return false
  return values.some((name) => {
    const surname = name.at(-1)
    const isPart = (word: string) => name.includes(word) || (word !== surname && forms.has(word))
    return surname !== undefined && words.includes(surname) && words.every(isPart)
  })
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((word, index) => word === other[index])

const isWithin = (words: readonly string[], all: ReadonlySet<string>) =>
  words.every((word) => all.has(word))

function holdsInOrder(value: readonly string[], wanted: readonly string[]): boolean {
  const [first] = wanted
  for (let at = value.indexOf(first!); at !== -1; at = value.indexOf(first!, at + 1)) {
    if (wanted.every((word, index) => value[at + index] === word)) return true
  }
  return false
}

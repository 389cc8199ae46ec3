import { identifierMarks } from './identifier-marks.ts'
import { plainText } from './plain-text.ts'
import { type VolumeFacts, volumeFacts } from './volume-facts.ts'
import type { VolumeRecord } from './volume-record.ts'
import { foldedText } from './words/folding.ts'
import { stemOf } from './words/stem.ts'
import { isStopWord } from './words/stop-words.ts'
import { headKey, otherTitleKey, seriesKey, titleKey } from './words/title-key.ts'
import { plainWords, singleWords, wordsOf } from './words/words.ts'

const rememberedMax = 4_000

/** Memoizes a function for texts that occur often. */
function cachedByText<A extends string | readonly string[], R>(
  make: (argument: A) => R,
): (argument: A) => R {
  const cached = new Map<string, R>()
  return (argument) => {
    const key = typeof argument === 'string' ? argument : keyOf(argument)
    const before = cached.get(key)
    if (before !== undefined) return before
    const made = make(argument)
    if (cached.size >= rememberedMax) cached.clear()
    cached.set(key, made)
    return made
  }
}

// Joining a single text would create another one that has to be hashed again.
const keyOf = (texts: readonly string[]): string =>
  texts.length === 1 ? texts[0]! : texts.join('\n')

/** The space-separated words of a volume, by index column. */
export interface VolumeWords {
  /** The title first, then the subtitle, the series and other titles, separated by `|`. */
  readonly title: string
  readonly authors: string
  readonly publisher: string
  readonly subjects: string
  /** The terms of filters and exact queries. They contain a colon, which no word does. */
  readonly marks: string
  readonly description: string
}

/** Separates words from their other forms. */
export const otherForms = '||'

const wordsPerColumnMax = {
  title: 400,
  authors: 800,
  publisher: 60,
  subjects: 600,
  description: 1000,
}

export function volumeWords(
  record: VolumeRecord,
  facts: VolumeFacts = volumeFacts(record),
): VolumeWords {
  const { title, subtitle, series = [], alternativeTitles = [], authors = [] } = record
  const titles = [title, subtitle, ...series.map(seriesText), ...alternativeTitles]
  const { mainCategory, categories = [] } = record
  const columns = {
    title: column(titles, wordsPerColumnMax.title, titleForms),
    authors: column(authors, wordsPerColumnMax.authors, nameForms),
    publisher: publisherOf(record.publisher ?? ''),
    subjects: subjectsOf(mainCategory === undefined ? categories : [mainCategory, ...categories]),
    description: descriptionOf(record),
  }
  const marks = [
    ...titleKeys(record),
    ...seriesKeys(record),
    ...identifierMarks(record),
    ...filterMarks(record, facts),
  ]
  const ofWords = [...nameMarks(columns.authors), ...pairMarks(Object.values(columns))]
  return { ...columns, marks: [...distinct(marks), ...ofWords].join(' ') }
}

// Many volumes have the same publisher or subjects.
const publisherOf = cachedByText((text: string) => column([text], wordsPerColumnMax.publisher))
const subjectsOf = cachedByText((texts: readonly string[]) =>
  column(texts.flatMap(subjectParts), wordsPerColumnMax.subjects),
)

/** `Fiction / War` is a subject and a division of it; no phrase spans both. */
export const subjectParts = (subject: string): string[] => subject.split(/\s\/\s/)

function descriptionOf({ description }: VolumeRecord): string {
  if (description === undefined) return ''
  const text = plainText(description).slice(0, descriptionLengthMax)
  return column([text], wordsPerColumnMax.description)
}

const descriptionLengthMax = 20_000

const seriesText = ({ title, number = '' }: { title: string; number?: string }) =>
  `${title} ${number}`

/** Adds other forms of the words of a text, each given in parts. */
type Forms = (text: string, words: readonly (readonly string[])[], forms: string[]) => void

/** Texts as words, followed by their other forms. */
function column(
  texts: readonly (string | undefined)[],
  wordsMax: number,
  addForms?: Forms,
): string {
  const values: string[] = []
  const shown: string[] = []
  const forms: string[] = []
  let room = wordsMax
  for (const text of texts) {
    if (text === undefined || text === '' || room <= 0) continue
    const single = singleWords(text)
    const words = single === undefined ? wordsOf(text) : []
    for (const { joined } of words) if (joined !== undefined) forms.push(joined)
    const parts = single ?? words.flatMap((word) => word.parts)
    const indexed = parts.length > room ? parts.slice(0, room) : parts
    room -= indexed.length
    for (const part of indexed) {
      const stem = stemOf(part)
      if (stem !== part) forms.push(stem)
      shown.push(part)
    }
    addForms?.(text, single?.map((part) => [part]) ?? words.map((word) => word.parts), forms)
    const value = indexed.join(' ')
    if (value !== '' && !values.includes(value)) values.push(value)
  }
  const words = values.join(' | ')
  if (forms.length === 0) return words
  const others = without(distinct(forms), shown).slice(0, wordsMax)
  return others.length === 0 ? words : `${words} ${otherForms} ${others.join(' ')}`
}

/** Up to this many comparisons are cheaper than a set of words. */
const comparisonsMax = 1000

const distinct = (words: readonly string[]): readonly string[] =>
  words.length ** 2 > comparisonsMax
    ? [...new Set(words)]
    : words.filter((word, at) => words.indexOf(word) === at)

function without(words: readonly string[], unwanted: readonly string[]): readonly string[] {
  if (words.length * unwanted.length <= comparisonsMax) {
    return words.filter((word) => !unwanted.includes(word))
  }
  const seen = new Set(unwanted)
  return words.filter((word) => !seen.has(word))
}

// `L'Étranger` is one word, and is also found by the word after the apostrophe.
const elision = /(?<![\p{L}\p{N}])(?:[cdjlmnst]|qu)['’]([\p{L}\p{N}]{3,})/gu
const apostrophe = /['’]/

const titleForms: Forms = (text, words, forms) => {
  if (apostrophe.test(text)) {
    for (const [, word] of foldedText(text).matchAll(elision)) forms.push(word!)
  }
  for (const parts of words) {
    if (isBigrams(parts)) forms.push(...parts.join(''))
  }
}

const isBigrams = (parts: readonly string[]) =>
  parts.length > 1 && parts[0]!.length === 2 && parts[0]![1] === parts[1]![0]

/** Initials of given names, separately and joined, and those written as one word. */
const nameForms: Forms = (_text, words, forms) => {
  let initials = ''
  for (const parts of words.slice(0, -1)) {
    for (const name of parts) initials += isInitials(name) ? name : name[0]!
  }
  for (const letter of initials) forms.push(letter)
  if (initials.length > 1) forms.push(initials)
}

/** A word of an author's name, as a mark: few volumes have it, however common the word is. */
export const nameMark = (word: string): string => `b:${word}`

/** A word among the subjects of a volume, as the vocabulary counts it. It is not searchable. */
export const subjectMark = (word: string): string => `s:${word}`

export const subjectMarks = cachedByText((subjects: string) =>
  wordsIn(subjects).map(subjectMark).join(' '),
)

const nameMarksMax = 100

/** Without duplicates; no other mark has their prefix. */
const nameMarks = (names: string): string[] =>
  distinct(wordsIn(names).slice(0, nameMarksMax)).map(nameMark)

/**
 * A stop word and the word after it, as a mark: nearly all volumes contain the one, and many the other, but
 * few have them side by side.
 */
export const pairMark = (word: string, next: string): string => `g:${word}_${next}`

/** The marks before those of names and pairs, which are not counted. */
export function countedMarks(marks: string): string {
  const end = marks.search(/ [bg]:/)
  return end === -1 ? marks : marks.slice(0, end)
}

export const isPairMark = (word: string): boolean => word.startsWith('g:')

/** The word that the vocabulary counts for a name or a pair, which is at least as frequent. */
export function countedWord(word: string): string {
  if (word.startsWith('b:')) return word.slice(2)
  return isPairMark(word) ? word.slice(word.indexOf('_') + 1) : word
}

/** The pairs of all columns, without duplicates. No pair spans two columns or values. */
function pairMarks(columns: readonly string[]): Iterable<string> {
  const marks = new Set<string>()
  for (const text of columns) {
    const words = text.split(' ')
    for (let at = 1; at < words.length; at++) {
      const word = words[at - 1]!
      const next = words[at]!
      if (isStopWord(word) && next[0] !== '|') marks.add(pairMark(word, next))
    }
  }
  return marks
}

const wordsIn = (text: string): string[] =>
  text.split(' ').filter((word) => word !== '' && word[0] !== '|')

const isInitials = (name: string) => name.length <= 3 && !/[aeiou]/.test(name)

/** The title alone, with its subtitle, and the other titles; and its part before a colon. */
function titleKeys({ title, subtitle = '', alternativeTitles = [] }: VolumeRecord): string[] {
  const beforeColon = headOf(title)
  const keys = [titleKey(plainWords(title))]
  if (subtitle !== '') keys.push(titleKey(plainWords(`${title} ${subtitle}`)))
  for (const text of alternativeTitles) keys.push(otherTitleKey(plainWords(text)))
  return beforeColon === title ? keys : [...keys, headKey(plainWords(beforeColon))]
}

const headOf = (title: string): string => title.split(/[:;(]/, 1)[0] ?? ''

const seriesKeys = ({ series = [] }: VolumeRecord): string[] =>
  series.flatMap(({ title }) => [title, headOf(title)].map((name) => seriesKey(plainWords(name))))

function filterMarks(record: VolumeRecord, facts: VolumeFacts): string[] {
  const language = record.language?.split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
  const year = /^\d{4}/.exec(record.publishedDate ?? '')?.[0] ?? '0'
  const marks = [`y:${year}`, facts.printType === 'MAGAZINE' ? 'x:magazine' : 'x:book']
  if (/^[a-z]{2,8}$/.test(language)) marks.push(`l:${language}`)
  if (facts.maturityRating === 'MATURE') marks.push('x:mature')
  if (facts.saleability === 'FOR_PREORDER') marks.push('x:preorder')
  if (facts.isEbook) marks.push('x:ebook')
  if (facts.isEbook && facts.saleability === 'FREE') marks.push('x:free')
  if (facts.isEbook && facts.hasPrice) marks.push('x:paid')
  if (facts.viewability === 'ALL_PAGES') marks.push('x:full', 'x:partial')
  if (facts.viewability === 'PARTIAL') marks.push('x:partial')
  if (facts.hasEpub) marks.push('x:epub')
  return marks
}

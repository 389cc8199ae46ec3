import { identifierMarks } from './identifier-marks.ts'
import { plainText } from './plain-text.ts'
import { volumeFacts } from './volume-facts.ts'
import type { VolumeRecord } from './volume-record.ts'
import { folded } from './words/folding.ts'
import { stemOf } from './words/stem.ts'
import { headKey, titleKey } from './words/title-key.ts'
import { plainWords, type Word, wordsOf } from './words/words.ts'

/** The words of a volume by the column that they are kept in, parted by blanks. */
export interface VolumeWords {
  /** The title first, then the subtitle, the series and other titles, with `|` between them. */
  readonly title: string
  readonly authors: string
  readonly publisher: string
  readonly subjects: string
  /** What filters and exact questions look for; they hold a colon, which no word does. */
  readonly marks: string
  readonly description: string
}

/** Behind this word come other forms of the words in front of it. */
export const otherForms = '||'

const wordsPerColumnMax = {
  title: 400,
  authors: 800,
  publisher: 60,
  subjects: 600,
  description: 1000,
}

export function volumeWords(record: VolumeRecord): VolumeWords {
  const { title, subtitle, series = [], alternativeTitles = [], authors = [] } = record
  const titles = [title, subtitle, ...series.map(seriesText), ...alternativeTitles]
  const subjects = [record.mainCategory, ...(record.categories ?? [])]
  const description = plainText(record.description ?? '').slice(0, descriptionLengthMax)
  return {
    title: column(titles, wordsPerColumnMax.title, titleForms),
    authors: column(authors, wordsPerColumnMax.authors, nameForms),
    publisher: column([record.publisher], wordsPerColumnMax.publisher),
    subjects: column(subjects, wordsPerColumnMax.subjects),
    marks: [
      ...new Set([...titleKeys(record), ...identifierMarks(record), ...filterMarks(record)]),
    ].join(' '),
    description: column([description], wordsPerColumnMax.description),
  }
}

const descriptionLengthMax = 20_000

const seriesText = ({ title, number = '' }: { title: string; number?: string }) =>
  `${title} ${number}`

type Forms = (text: string, words: readonly Word[]) => string[]

/** Texts as words, and behind them the other forms under which they are found. */
function column(
  texts: readonly (string | undefined)[],
  wordsMax: number,
  formsOf: Forms = () => [],
): string {
  const values = new Set<string>()
  const forms = new Set<string>()
  for (const text of texts) {
    if (text === undefined || text === '') continue
    const words = wordsOf(text)
    const parts = words.flatMap((word) => word.parts)
    values.add(parts.slice(0, wordsMax).join(' '))
    for (const form of [...joinedForms(words), ...parts.map(stemOf), ...formsOf(text, words)]) {
      forms.add(form)
    }
  }
  const shown = [...values].filter((value) => value !== '').join(' | ')
  for (const word of shown.split(' ')) forms.delete(word)
  const limited = shown.split(' ').slice(0, wordsMax).join(' ')
  return forms.size === 0
    ? limited
    : `${limited} ${otherForms} ${[...forms].slice(0, wordsMax).join(' ')}`
}

const joinedForms = (words: readonly Word[]): string[] =>
  words.flatMap(({ joined }) => (joined === undefined ? [] : [joined]))

// `L'Étranger` is one word, and found by the word behind the apostrophe as well.
const elision = /(?<![\p{L}\p{N}])(?:[cdjlmnst]|qu)['’]([\p{L}\p{N}]{3,})/gu

const titleForms: Forms = (text, words) => [
  ...[...folded(text).matchAll(elision)].map(([, word]) => word!),
  ...words.flatMap(({ parts }) => (isBigrams(parts) ? [...parts.join('')] : [])),
]

const isBigrams = (parts: readonly string[]) =>
  parts.length > 1 &&
  parts.every((part) => [...part].length === 2) &&
  parts[0]!.at(-1) === parts[1]![0]

/** Initials of given names, each and all together, and those that are written as one word. */
const nameForms: Forms = (_text, words) => {
  const given = words.slice(0, -1).flatMap(({ parts }) => parts)
  const initials = given.flatMap((name) =>
    name.length <= 3 && !/[aeiou]/.test(name) ? [...name] : [name[0]!],
  )
  return initials.length > 1 ? [...initials, initials.join('')] : initials
}

/** The title alone, with its subtitle, and the other titles; and its part in front of a colon. */
function titleKeys({ title, subtitle = '', alternativeTitles = [] }: VolumeRecord): string[] {
  const [beforeColon = ''] = title.split(/[:;(]/, 1)
  const keys = [title, `${title} ${subtitle}`, ...alternativeTitles].map(plainWords).map(titleKey)
  return beforeColon === title ? keys : [...keys, headKey(plainWords(beforeColon))]
}

function filterMarks(record: VolumeRecord): string[] {
  const facts = volumeFacts(record)
  const language = record.language?.split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
  const year = /^\d{4}/.exec(record.publishedDate ?? '')?.[0] ?? '0'
  const marks = {
    [`y:${year}`]: true,
    [`l:${language}`]: /^[a-z]{2,8}$/.test(language),
    'x:magazine': facts.printType === 'MAGAZINE',
    'x:book': facts.printType === 'BOOK',
    'x:mature': facts.maturityRating === 'MATURE',
    'x:preorder': facts.saleability === 'FOR_PREORDER',
    'x:ebook': facts.isEbook,
    'x:free': facts.isEbook && facts.saleability === 'FREE',
    'x:paid': facts.isEbook && facts.hasPrice,
    'x:full': facts.viewability === 'ALL_PAGES',
    'x:partial': facts.viewability === 'ALL_PAGES' || facts.viewability === 'PARTIAL',
    'x:epub': facts.hasEpub,
  }
  return Object.entries(marks).flatMap(([mark, holds]) => (holds ? [mark] : []))
}

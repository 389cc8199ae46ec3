import { isbnMark, issnMark, lccnMark, oclcMark } from '../identifier-marks.ts'
import { bareIsbn, isIsbn10, isIsbn13 } from '../isbn.ts'
import { subjectParts } from '../volume-words.ts'
import { plainWords, type Word, wordsOf } from '../words/words.ts'

const queryLengthMax = 2000
export const clausesMax = 64

/** One clause of a query: a word or phrase in one field or in any, or a mark such as an ISBN. */
export type Clause =
  | { readonly kind: 'word'; readonly column?: Column; readonly word: Word }
  | {
      readonly kind: 'phrase'
      readonly column?: Column
      readonly words: readonly string[]
      /** The same words in inverted order, as in lists of names. */
      readonly turned?: readonly string[]
      /** The same words in parts, each of which is a phrase, as in divided subjects. */
      readonly divided?: readonly (readonly string[])[]
    }
  | { readonly kind: 'mark'; readonly mark: string }

type Column = 'title' | 'authors' | 'publisher' | 'subjects'

export interface ParsedQuery {
  /** All groups have to match; of each, one clause is enough. */
  readonly required: readonly (readonly Clause[])[]
  readonly excluded: readonly Clause[]
}

const columns: Readonly<Record<string, Column>> = {
  intitle: 'title',
  inauthor: 'authors',
  inpublisher: 'publisher',
  subject: 'subjects',
}

const numbers: Readonly<Record<string, (text: string) => string>> = {
  isbn: isbnMark,
  lccn: lccnMark,
  oclc: oclcMark,
}

const quotes = /[“”„‟«»″＂〝〞]/g
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/gu
const keyword = /(?:intitle|inauthor|inpublisher|subject|isbn|lccn|oclc):/y
const blanks = /[\s+]*/y
const phraseText = /"([^"]*)"?/y
const wordText = /[^\s"+]+/y

/** Parses a query. Any text is valid; meaningless parts are ignored. */
export function parseQuery(text: string): ParsedQuery {
  const plain = text.slice(0, queryLengthMax).replace(quotes, '"').replace(controls, ' ')
  const number = wholeNumber(plain)
  if (number !== undefined) return { required: [number], excluded: [] }

  const required: Clause[][] = []
  const excluded: Clause[] = []
  let isAlternative = false
  for (const found of clausesIn(plain)) {
    if (found === 'or') {
      isAlternative = required.length > 0
      continue
    }
    if (found.isExcluded) excluded.push(...found.clauses)
    else if (isAlternative) required.at(-1)!.push(...found.clauses)
    else required.push(...found.clauses.map((clause) => [clause]))
    isAlternative = false
    if (required.length + excluded.length >= clausesMax) break
  }
  return {
    required: withInitialsJoined(required.slice(0, clausesMax)),
    excluded: excluded.slice(0, clausesMax),
  }
}

/** Joins initials that are separated by spaces into one word, as in names. */
function withInitialsJoined(required: readonly Clause[][]): Clause[][] {
  const joined: Clause[][] = []
  let run: string[] = []
  const flush = () => {
    if (run.length > 0) joined.push([{ kind: 'word', word: { parts: [run.join('')] } }])
    run = []
  }
  for (const alternatives of required) {
    const letter = alternatives.length === 1 ? initialIn(alternatives[0]!) : undefined
    if (letter !== undefined) run.push(letter)
    else {
      flush()
      joined.push(alternatives)
    }
  }
  flush()
  return joined
}

function initialIn(clause: Clause): string | undefined {
  if (clause.kind !== 'word' || clause.column !== undefined) return undefined
  const [only = ''] = clause.word.parts
  return clause.word.parts.length === 1 && /^\p{L}$/u.test(only) ? only : undefined
}

interface Found {
  readonly isExcluded: boolean
  readonly clauses: readonly Clause[]
}

function* clausesIn(text: string): Iterable<Found | 'or'> {
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match !== null) at = pattern.lastIndex
    return match
  }
  while (at < text.length) {
    take(blanks)
    const isExcluded = text[at] === '-' && /[^\s+]/.test(text[at + 1] ?? '')
    if (isExcluded) at += 1
    let name = ''
    for (let match = take(keyword); match !== null; match = take(keyword)) {
      name = match[0].slice(0, -1)
      take(blanks)
    }
    const quoted = take(phraseText)
    const bare = quoted === null ? take(wordText) : null
    if (quoted === null && bare === null) continue
    if (name === '' && !isExcluded && (bare?.[0] === 'OR' || bare?.[0] === '|')) yield 'or'
    else yield { isExcluded, clauses: clausesOf(name, quoted?.[1], bare?.[0] ?? '') }
  }
}

function clausesOf(name: string, quoted: string | undefined, bare: string): Clause[] {
  const numberMark = numbers[name]
  if (numberMark !== undefined) return [{ kind: 'mark', mark: numberMark(quoted ?? bare) }]
  const column = columns[name]
  const where = column === undefined ? {} : { column }
  if (quoted !== undefined) return phraseClauses(quoted, column)
  const isbn = column === undefined ? isbnIn(bare) : undefined
  if (isbn !== undefined) return [{ kind: 'mark', mark: isbn }]
  return wordsOf(bare).map((word) => {
    const inside = column === undefined ? isbnIn(word.parts.join('')) : undefined
    return inside === undefined ? { kind: 'word', ...where, word } : { kind: 'mark', mark: inside }
  })
}

function phraseClauses(text: string, column: Column | undefined): Clause[] {
  const words = plainWords(text)
  if (words.length === 0) return []
  const where = column === undefined ? {} : { column }
  if (column === 'subjects') {
    const divided = subjectParts(text).map(plainWords)
    return [{ kind: 'phrase', column, words, divided: divided.filter((part) => part.length > 0) }]
  }
  const [, last, first] = /^([^,]+),([^,]+)$/.exec(text) ?? []
  if (column !== 'authors' || first === undefined) return [{ kind: 'phrase', ...where, words }]
  return [{ kind: 'phrase', ...where, words, turned: plainWords(`${first} ${last}`) }]
}

/** A query that is one ISBN or ISSN in any format. Eight digits can be a word as well. */
function wholeNumber(text: string): Clause[] | undefined {
  const trimmed = text.trim().replace(/^"(.*)"$/, '$1')
  const isbn = isbnIn(trimmed)
  if (isbn !== undefined) return [{ kind: 'mark', mark: isbn }]
  const [, dash] = /^\d{4}(\p{Pd}?)\d{3}[\dXx]$/u.exec(trimmed) ?? []
  if (dash === undefined) return undefined
  const issn: Clause = { kind: 'mark', mark: issnMark(trimmed) }
  return dash === '' ? [...wordsOf(trimmed).map(wordClause), issn] : [issn]
}

const wordClause = (word: Word): Clause => ({ kind: 'word', word })

function isbnIn(text: string): string | undefined {
  if (text.length > 32 || !/^[\d\s\p{Pd}Xx]+$/u.test(text)) return undefined
  const bare = bareIsbn(text)
  return isIsbn10(bare) || isIsbn13(bare) ? isbnMark(bare) : undefined
}

import { all, any, phrase, type WordQuery, word } from '#/storage/word-query.ts'
import { nameMark, pairMark } from '../volume-words.ts'
import { stemOf } from '../words/stem.ts'
import { isStopWord } from '../words/stop-words.ts'
import type { Word } from '../words/words.ts'
import type { Clause, ParsedQuery } from './parse.ts'

/** What the index is asked for one clause. */
export function clauseQuery(clause: Clause): WordQuery {
  switch (clause.kind) {
    case 'number':
      return word(clause.mark, 'marks')
    case 'phrase': {
      const { words, column, turned, divided = [words] } = clause
      const straight = all(...divided.map((part) => phraseQuery(part, column)))
      return turned === undefined ? straight : any(straight, phraseQuery(turned, column))
    }
    case 'word':
      return wordQuery(clause.word, clause.column)
  }
}

/** A word in any of its forms; several parts have to follow each other, or stand as one. */
export function wordQuery({ parts, joined }: Word, column?: string): WordQuery {
  if (parts.length === 1) return termQuery(stemOf(parts[0]!), column)
  const apart = phraseQuery(parts, column)
  return joined === undefined ? apart : any(apart, termQuery(stemOf(joined), column))
}

/** One word of the index; those of names have marks of their own. */
export const termQuery = (term: string, column?: string): WordQuery =>
  column === 'authors' ? word(nameMark(term), 'marks') : word(term, column)

// Words that are common elsewhere are rare in names, and pairs are rare where their words are not: so
// few volumes are looked into.
function phraseQuery(words: readonly string[], column?: string): WordQuery {
  const pairs = pairsIn(words).map((pair) => word(pair, 'marks'))
  if (column === undefined && words.length === 2 && pairs.length === 1) return pairs[0]!
  const names = column === 'authors' ? words.map((text) => termQuery(text, column)) : []
  return all(...pairs, ...names, phrase(words, column))
}

const pairsMax = 16

function pairsIn(words: readonly string[]): string[] {
  const pairs = words
    .slice(1)
    .flatMap((next, at) => (isStopWord(words[at]!) ? pairMark(words[at]!, next) : []))
  return [...new Set(pairs)].slice(0, pairsMax)
}

/** The clauses that must hold: words that say little need not, when others are there. */
export function essentialClauses({ required }: ParsedQuery): readonly (readonly Clause[])[] {
  const essential = required.filter((alternatives, index) => {
    if (alternatives.length > 1) return true
    return !isDispensable(alternatives[0]!, required.slice(index + 1).flat())
  })
  return essential.length > 0 ? essential : required
}

export const requiredQuery = (clauses: readonly (readonly Clause[])[]): WordQuery =>
  all(...clauses.map((alternatives) => any(...alternatives.map(clauseQuery))))

const collections: ReadonlySet<string> = new Set(['series', 'saga', 'trilogy'])
const numbered: ReadonlySet<string> = new Set(['book', 'volume', 'vol', 'part', 'no'])

function isDispensable(clause: Clause, following: readonly Clause[]): boolean {
  const text = plainWordIn(clause)
  if (text === undefined) return false
  if (isStopWord(text)) return true
  if (following.length === 0) return collections.has(text)
  const [next] = following
  if (text === 'isbn') return next?.kind === 'number'
  return following.length === 1 && numbered.has(text) && /^\d{1,3}$/.test(plainWordIn(next!) ?? '')
}

function plainWordIn(clause: Clause): string | undefined {
  const isPlain = clause.kind === 'word' && clause.column === undefined
  return isPlain && clause.word.parts.length === 1 ? clause.word.parts[0] : undefined
}

import { all, any, phrase, type WordQuery, word } from '#/storage/sql/word-query.ts'
import { seriesOfQuery, wordsOfQuery } from '../ranking/prepared-query.ts'
import { nameMark, pairMark } from '../volume-words.ts'
import { stemOf } from '../words/stem.ts'
import { isStopWord } from '../words/stop-words.ts'
import { isCollection } from '../words/title-key.ts'
import type { Word } from '../words/words.ts'
import type { Clause, ParsedQuery } from './parse.ts'

/** The query of the index for one clause. */
export function clauseQuery(clause: Clause): WordQuery {
  switch (clause.kind) {
    case 'mark':
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

/** A word in any of its forms. Several parts have to be adjacent or written as one word. */
function wordQuery({ parts, joined }: Word, column?: string): WordQuery {
  if (parts.length === 1) return termQuery(stemOf(parts[0]!), column)
  const apart = phraseQuery(parts, column)
  return joined === undefined ? apart : any(apart, termQuery(stemOf(joined), column))
}

/** A single word of the index; words of names have marks of their own. */
export const termQuery = (term: string, column?: string): WordQuery =>
  column === 'authors' ? word(nameMark(term), 'marks') : word(term, column)

// Common words are rare in names, and pairs of words are rare, so that few volumes have to be checked.
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

type Groups = readonly (readonly Clause[])[]

/**
 * The required clauses, in readings to try until something is found: first all of them, then those before a
 * word that only indicates a series.
 */
export function readingsOf(parsed: ParsedQuery): readonly Groups[] {
  const groups = essentialClauses(parsed)
  const last = groups.at(-1) ?? []
  const others = groups.slice(0, -1)
  if (others.length === 0 || last !== parsed.required.at(-1) || !isOfCollection(last))
    return [groups]
  const series = seriesOfQuery(wordsOfQuery(parsed.required))
  if (series === undefined) return [groups, others]
  return [[...others, [...last, { kind: 'mark', mark: series }]], others]
}

const isOfCollection = ([clause, ...alternatives]: readonly Clause[]) =>
  alternatives.length === 0 && isCollection(plainWordIn(clause!) ?? '')

/** The required clauses, without stop words if there are others. */
function essentialClauses({ required }: ParsedQuery): Groups {
  const essential = required.filter((alternatives, index) => {
    if (alternatives.length > 1) return true
    return !isDispensable(alternatives[0]!, required.slice(index + 1).flat())
  })
  return essential.length > 0 ? essential : required
}

export const requiredQuery = (clauses: Groups): WordQuery =>
  all(...clauses.map((alternatives) => any(...alternatives.map(clauseQuery))))

const numbered: ReadonlySet<string> = new Set(['book', 'volume', 'vol', 'part', 'no'])

function isDispensable(clause: Clause, following: readonly Clause[]): boolean {
  const text = plainWordIn(clause)
  if (text === undefined) return false
  if (isStopWord(text)) return true
  const [next] = following
  if (text === 'isbn') return next?.kind === 'mark'
  return following.length === 1 && numbered.has(text) && /^\d{1,3}$/.test(plainWordIn(next!) ?? '')
}

function plainWordIn(clause: Clause): string | undefined {
  const isPlain = clause.kind === 'word' && clause.column === undefined
  return isPlain && clause.word.parts.length === 1 ? clause.word.parts[0] : undefined
}

import { popularityOf } from '../static-rank.ts'
import { stemOf } from '../words/stem.ts'
import { type Asked, askedWords, type Meaning } from './asked.ts'
import { type Candidate, scoreOf, scores } from './score.ts'

/** The words that may be meant by each word of a query, the best first; none where only itself is. */
export type Meanings = ReadonlyMap<string, readonly Meaning[]>

const errorPenalty = 0.75
const missingPenalty = 1.5

interface Scored {
  readonly rank: number
  readonly score: number
}

/** The ranks of the candidates, the best answer first; what is equal stays in the static order. */
export function ranked(
  words: readonly string[],
  candidates: readonly Candidate[],
  meanings?: Meanings,
): number[] {
  const asked = askedWords(words)
  const scored = candidates.map((candidate) => ({
    rank: candidate.rank,
    score:
      meanings === undefined ? scoreOf(asked, candidate) : scoreOfMeant(words, candidate, meanings),
  }))
  return namesBeforeTitles(scored)
    .sort((one, other) => other.score - one.score || one.rank - other.rank)
    .map(({ rank }) => rank)
}

/** A title that is only somebody's name comes after the books of that name, if they are as well known. */
function namesBeforeTitles(scored: readonly Scored[]): Scored[] {
  const ofAuthor = scored.filter(({ score }) => score === scores.authorsName)
  const best = Math.max(-1, ...ofAuthor.map(({ rank }) => popularityOf(rank)))
  return scored.map((entry) =>
    entry.score === scores.exactTitle && best >= popularityOf(entry.rank)
      ? { ...entry, score: scores.titleIsAName }
      : entry,
  )
}

/** The score of what is meant: of the possible words those that the volume holds. */
function scoreOfMeant(words: readonly string[], candidate: Candidate, meanings: Meanings): number {
  const held = new Set(`${candidate.title} ${candidate.authors}`.split(' ').map(stemOf))
  const meant: string[] = []
  let penalty = 0
  for (const word of words) {
    const possible = meanings.get(word)
    const found = possible?.find(({ term }) =>
      term.split(' ').every((part) => held.has(stemOf(part))),
    )
    if (found !== undefined) {
      if (meant.at(-1) !== found.term) meant.push(...found.term.split(' '))
      penalty += errorPenalty * found.distance
    } else if (possible === undefined || held.has(stemOf(word))) meant.push(word)
    else penalty += missingPenalty
  }
  const asked: Asked = askedWords(meant)
  return (meant.length === 0 ? 0 : scoreOf(asked, candidate)) - penalty
}

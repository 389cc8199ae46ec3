import { popularityOf } from '../static-rank.ts'
import { stemOf } from '../words/stem.ts'
import { type Asked, askedWords, type Meaning } from './asked.ts'
import { type Candidate, scoreOf, scores } from './score.ts'

/** The possible meanings of each word of a query, best first; empty if only the word itself is meant. */
export type Meanings = ReadonlyMap<string, readonly Meaning[]>

const errorPenalty = 0.75
const missingPenalty = 1.5

interface Scored {
  readonly rank: number
  readonly score: number
}

/** The ranks of the candidates, best match first; ties keep the static order. */
export function ranked(
  words: readonly string[],
  candidates: readonly Candidate[],
  meanings?: Meanings,
): number[] {
  const asked = askedWords(words)
  const meant = meanings && new Meant(words, meanings)
  const scored = candidates.map((candidate) => ({
    rank: candidate.rank,
    score: meant?.scoreOf(candidate) ?? scoreOf(asked, candidate),
  }))
  return namesBeforeTitles(scored)
    .sort(
      (one, other) =>
        coarse(other.score) - coarse(one.score) ||
        popularityOf(other.rank) - popularityOf(one.rank) ||
        other.score - one.score ||
        one.rank - other.rank,
    )
    .map(({ rank }) => rank)
}

const coarse = (score: number) => Math.round(score * 100)

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

/** A query whose words can mean others. */
class Meant {
  readonly #words: readonly string[]
  readonly #meanings: Meanings
  /** The prepared queries, by the words that volumes contain. */
  readonly #asked = new Map<string, Asked>()

  constructor(words: readonly string[], meanings: Meanings) {
    this.#words = words
    this.#meanings = meanings
  }

  /**
   * The score of the best reading: of the possible words, those that the volume contains, preferably in its
   * title.
   */
  scoreOf(candidate: Candidate): number {
    const title = stemsIn(candidate.title)
    const held = new Set([...title, ...stemsIn(candidate.authors)])
    return Math.max(this.#scoreHeld(candidate, [title, held]), this.#scoreHeld(candidate, [held]))
  }

  #scoreHeld(candidate: Candidate, places: readonly ReadonlySet<string>[]): number {
    const held = places.at(-1)!
    const meant: string[] = []
    let penalty = 0
    let missing = 0
    for (const word of this.#words) {
      const possible = this.#meanings.get(word)
      const found = possible && meaningHeld(possible, places)
      if (found !== undefined) {
        if (meant.at(-1) !== found.term) meant.push(...found.term.split(' '))
        penalty += errorPenalty * found.distance
      } else if (possible === undefined || held.has(stemOf(word))) meant.push(word)
      else missing += 1
    }
    if (meant.length === 0) return 0
    const score = scoreOf(this.#askedFor(meant), candidate) - penalty
    if (missing === 0) return score
    const present = meant.filter((word) => held.has(stemOf(word))).length
    const share = present / this.#words.length
    return Math.min(score, scores.wordForWord) - missingPenalty * missing + share
  }

  #askedFor(words: readonly string[]): Asked {
    const key = words.join(' ')
    const known = this.#asked.get(key)
    if (known !== undefined) return known
    const asked = askedWords(words)
    this.#asked.set(key, asked)
    return asked
  }
}

const stemsIn = (text: string) => new Set(text.split(' ').map(stemOf))

function meaningHeld(
  possible: readonly Meaning[],
  places: readonly ReadonlySet<string>[],
): Meaning | undefined {
  for (const held of places) {
    const found = possible.find(({ term }) =>
      term.includes(' ')
        ? term.split(' ').every((part) => held.has(stemOf(part)))
        : held.has(stemOf(term)),
    )
    if (found !== undefined) return found
  }
  return undefined
}

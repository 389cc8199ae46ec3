import { popularityOf } from '../static-rank.ts'
import { stemOf } from '../words/stem.ts'
import { type Meaning, type PreparedQuery, preparedQuery } from './prepared-query.ts'
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
export function rankedVolumes(
  words: readonly string[],
  candidates: readonly Candidate[],
  meanings?: Meanings,
): number[] {
  const query = preparedQuery(words)
  const meant = meanings && new Meant(words, meanings)
  const scored = candidates.map((candidate) => ({
    rank: candidate.rank,
    score: meant?.scoreOf(candidate) ?? scoreOf(query, candidate),
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
  readonly #prepared = new Map<string, PreparedQuery>()

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
    const words = new Set([...title, ...stemsIn(candidate.authors)])
    return Math.max(this.#scoreIn(candidate, [title, words]), this.#scoreIn(candidate, [words]))
  }

  #scoreIn(candidate: Candidate, places: readonly ReadonlySet<string>[]): number {
    const words = places.at(-1)!
    const meant: string[] = []
    let penalty = 0
    let missing = 0
    for (const word of this.#words) {
      const possible = this.#meanings.get(word)
      const found = possible && meaningIn(possible, places)
      if (found !== undefined) {
        if (meant.at(-1) !== found.term) meant.push(...found.term.split(' '))
        penalty += errorPenalty * found.distance
      } else if (possible === undefined || words.has(stemOf(word))) meant.push(word)
      else missing += 1
    }
    if (meant.length === 0) return 0
    const score = scoreOf(this.#preparedFor(meant), candidate) - penalty
    if (missing === 0) return score
    const present = meant.filter((word) => words.has(stemOf(word))).length
    const share = present / this.#words.length
    return Math.min(score, scores.wordForWord) - missingPenalty * missing + share
  }

  #preparedFor(words: readonly string[]): PreparedQuery {
    const key = words.join(' ')
    const cached = this.#prepared.get(key)
    if (cached !== undefined) return cached
    const query = preparedQuery(words)
    this.#prepared.set(key, query)
    return query
  }
}

const stemsIn = (text: string) => new Set(text.split(' ').map(stemOf))

function meaningIn(
  possible: readonly Meaning[],
  places: readonly ReadonlySet<string>[],
): Meaning | undefined {
  for (const words of places) {
    const found = possible.find(({ term }) =>
      term.includes(' ')
        ? term.split(' ').every((part) => words.has(stemOf(part)))
        : words.has(stemOf(term)),
    )
    if (found !== undefined) return found
  }
  return undefined
}

import { setImmediate as turn } from 'node:timers/promises'
import { VersionedCache } from '#/kernel/versioned-cache.ts'
import type { Database } from '#/storage/port.ts'
import type { WordQuery } from '#/storage/sql/word-query.ts'
import { fulfils } from '../domain/query/fulfils.ts'
import { type Clause, type ParsedQuery, parseQuery } from '../domain/query/parse.ts'
import { clauseQuery, readingsOf, requiredQuery } from '../domain/query/word-query.ts'
import { wordsOfQuery } from '../domain/ranking/prepared-query.ts'
import { type Meanings, rankedVolumes } from '../domain/ranking/ranking.ts'
import type { BookIndex, RankedText } from '../store/book-index.ts'
import { type CachedLookup, cachedLookup } from './cached-lookup.ts'
import { likelyCandidates } from './candidates.ts'
import { otherReadings } from './corrections.ts'
import {
  among,
  amongTexts,
  type Frequencies,
  isVain,
  type Lookup,
  mayHold,
  readerFor,
  termsOf,
  wholeCatalog,
  workOf,
} from './lookup.ts'
import { narrowQuery } from './narrowing.ts'
import { newestRanks } from './newest.ts'
import { type Scope, scopedQuery } from './scope.ts'
import { totalOf } from './total.ts'
import { WordSets } from './word-sets.ts'

/** A search request. */
interface Question {
  readonly text: string
  readonly scope: Scope
  readonly order: 'relevance' | 'newest'
  readonly start: number
  readonly count: number
  /** The volumes to search, by ascending rank; absent for the whole catalog. */
  readonly among?: readonly number[]
}

/** A page of results. */
interface Found {
  readonly total: number
  readonly ranks: readonly number[]
  /** The words of the query, as they can occur in a text. */
  readonly words: readonly string[]
}

/** The results of a search: the first ones by relevance, the others by rank. */
interface Answer {
  readonly query: WordQuery
  readonly total: number
  readonly head: readonly number[]
  /** The rank after which the others start; absent if there are none. */
  readonly after?: number
  readonly words: readonly string[]
}

const headMax = 80

/** Up to this many volumes are compared directly instead of by the index. */
const fewMax = 300

/** The number of comparisons before other work gets a turn. */
const volumesPerTurn = 200

interface SearcherContext {
  readonly database: Database
  readonly index: BookIndex
  readonly answersMax: number
  /** The memory for sets of volumes with common words. */
  readonly setsMb: number
}

/** Finds volumes by relevance. */
export class Searcher {
  readonly #database: Database
  readonly #index: BookIndex
  readonly #answers: VersionedCache<{ readonly answer: Answer | undefined }>
  readonly #sets: WordSets

  constructor(context: SearcherContext) {
    this.#database = context.database
    this.#index = context.index
    this.#answers = new VersionedCache({ sizeMax: context.answersMax })
    this.#sets = new WordSets({ ...context, bytesMax: context.setsMb * 1_000_000 })
  }

  async search(question: Question): Promise<Found> {
    const answer = await this.#answer(question)
    if (answer === undefined) return { total: 0, ranks: [], words: [] }
    const { total, words } = answer
    const isPast = question.count === 0 || question.start >= total
    const ranks = isPast ? [] : await this.#page(question, answer)
    return { total, words, ranks }
  }

  /** The volumes among these ids that match a query, without corrections. */
  async matching(text: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const parsed = parseQuery(text)
    if (parsed.required.length === 0 || ids.length === 0) return new Set()
    const scope = withExclusions({ required: [], excluded: [] }, parsed)
    const readings = readingsOf(parsed).map((groups) => ({
      query: scopedQuery(requiredQuery(groups), scope),
      found: new Set<string>(),
    }))
    for (let first = 0; first < ids.length; first += volumesPerTurn) {
      if (first > 0) await turn()
      const some = ids.slice(first, first + volumesPerTurn)
      for (const { id, ...columns } of await this.#index.wordsOf(this.#database, some)) {
        for (const { query, found } of readings) if (fulfils(query, columns)) found.add(id)
      }
    }
    return readings.find(({ found }) => found.size > 0)?.found ?? new Set()
  }

  /** The volumes on the shelves of a user, by ascending rank. */
  shelvedRanks(userId: string): Promise<number[]> {
    return this.#index.shelvedRanks(this.#database, userId)
  }

  async #answer(question: Question): Promise<Answer | undefined> {
    if (question.among !== undefined) return this.#find(question)
    const catalog = await this.#index.catalog(this.#database)
    const { incarnation } = this.#database
    this.#sets.turnTo(catalog)
    const { text, scope } = question
    const key = JSON.stringify([text, scope])
    const version = `${catalog.version} ${incarnation}`
    const cached = this.#answers.get(key, version)
    if (cached !== undefined) return cached.answer
    const answer = await this.#find(question)
    this.#answers.set(key, version, { answer })
    return answer
  }

  async #find(question: Question): Promise<Answer | undefined> {
    const parsed = parseQuery(question.text)
    if (parsed.required.length === 0) return undefined
    const scope = withExclusions(question.scope, parsed)
    const words = wordsOfQuery(parsed.required)
    const readings = readingsOf(parsed)
    for (const groups of readings) {
      const query = requiredQuery(groups)
      const reading = { query, words, ...(isOfWords(groups) ? { groups } : {}) }
      const exact = await this.#attempt(question, scope, reading)
      if (exact !== undefined) return exact
      // If only the filters exclude all results, the query is not misspelled.
      if (await this.#isFound(query)) return undefined
    }
    const wordCount = parsed.required.length
    for await (const { query, meanings } of otherReadings(this.#index, this.#database, {
      groups: readings.at(-1)!,
      wordCount,
    })) {
      const found = await this.#attempt(question, scope, { query, words, meanings })
      if (found !== undefined) return found
    }
    return undefined
  }

  async #isFound(query: WordQuery): Promise<boolean> {
    const frequencies = await this.#index.frequencies(this.#database, termsOf(query))
    if (isVain(query, frequencies)) return false
    const reader = readerFor(this.#database, workOf(query, frequencies))
    return (await this.#index.ranks(reader, query, { after: -1, limit: 1 })).length > 0
  }

  async #attempt(
    question: Question,
    requestedScope: Scope,
    reading: Reading,
  ): Promise<Answer | undefined> {
    const terms = termsOf(scopedQuery(reading.query, requestedScope))
    const frequencies = await this.#index.frequencies(this.#database, [...new Set(terms)])
    // Excluded words that no volume contains have no effect, and would be searched for in every volume.
    const excluded = requestedScope.excluded.filter((part) => mayHold(part, frequencies))
    const scope = { ...requestedScope, excluded }
    const query = scopedQuery(reading.query, scope)
    if (isVain(query, frequencies)) return undefined
    const whole = this.#whole(question, reading, frequencies)
    const few = whole && (await this.#few(query, frequencies, whole))
    const lookup = few ? amongTexts(few) : (whole ?? this.#queryFor(question, frequencies))
    const first = await lookup.ranks(query, { after: -1, limit: headMax + 1 })
    if (first.length === 0) return undefined
    const words = wordsFound(reading)
    if (first.length <= headMax) {
      const head = await this.#rankedVolumes(first, reading, few)
      return { query, total: first.length, head, words }
    }
    first.pop()
    // In parallel, because reading can take long.
    const [likely, total] = await Promise.all([
      likelyCandidates(lookup, scope, reading),
      totalOf(query, {
        ...(question.among === undefined ? { frequencies } : {}),
        first,
        count: lookup.count,
      }),
    ])
    const head = await this.#rankedVolumes([...new Set([...first, ...likely])], reading, few)
    return { query, total, head, after: first.at(-1)!, words }
  }

  /** The whole catalog, if the query matches all of it. */
  #whole(
    question: Question,
    { query }: Reading,
    frequencies: Frequencies,
  ): CachedLookup | undefined {
    if (question.among !== undefined) return undefined
    const prepared = this.#queryFor(question, frequencies)
    // The first volumes of a single word are found immediately, however many there are.
    const ranks = isOneWord(query) ? this.#lookup(question, 0).ranks : prepared.ranks
    return cachedLookup(this.#sets, frequencies, { ...prepared, ranks })
  }

  /** Runs the query on the index, in the process that suits its cost. */
  #queryFor(question: Question, frequencies: Frequencies): Lookup {
    const lookupFor = (query: WordQuery) => this.#lookup(question, workOf(query, frequencies))
    return {
      ranks: (query, stretch) => lookupFor(query).ranks(query, stretch),
      count: (query, after) => lookupFor(query).count(query, after),
    }
  }

  /** The words of all volumes that can match a query, if they are few and found fast. */
  async #few(
    query: WordQuery,
    frequencies: Frequencies,
    whole: CachedLookup,
  ): Promise<readonly RankedText[] | undefined> {
    if (await whole.holds(query)) return undefined
    const narrow = narrowQuery(query, frequencies)
    if (narrow === undefined) return undefined
    const ranks = await whole.ranks(narrow, { after: -1, limit: fewMax + 1 })
    return ranks.length > fewMax ? undefined : this.#index.texts(this.#database, ranks)
  }

  async #rankedVolumes(
    ranks: readonly number[],
    { words, meanings }: Reading,
    few: readonly RankedText[] | undefined,
  ): Promise<number[]> {
    if (ranks.length < 2 || words.length === 0) return [...ranks]
    const candidates =
      few === undefined
        ? await this.#index.candidates(this.#database, ranks)
        : few
            .filter(({ rank }) => ranks.includes(rank))
            .map(({ rank, columns }) => ({ rank, ...columns }))
    return rankedVolumes(words, candidates, meanings)
  }

  async #page(question: Question, answer: Answer): Promise<readonly number[]> {
    const { start, count } = question
    const { head, after, query, total } = answer
    if (question.order === 'newest') {
      const lookup = this.#lookup(question, total > headMax ? Infinity : 0)
      return newestRanks(
        { ...answer, lookup, index: this.#index, reader: this.#database },
        question,
      )
    }
    const ranks = head.slice(start, start + count)
    if (ranks.length === count || after === undefined) return ranks
    const offset = Math.max(0, start - head.length)
    const isFar = offset > headMax
    const others = await this.#lookup(question, isFar ? Infinity : 0).ranks(query, {
      after,
      offset,
      limit: count - ranks.length,
      except: head.filter((rank) => rank > after),
    })
    return [...ranks, ...others]
  }

  /** The lookup for a query of this cost. */
  #lookup({ among: ranks }: Pick<Question, 'among'>, work: number): Lookup {
    const reader = readerFor(this.#database, work)
    return ranks === undefined
      ? wholeCatalog(this.#index, reader)
      : among(this.#index, reader, ranks)
  }
}

/** One reading of a request. */
export interface Reading {
  readonly query: WordQuery
  readonly words: readonly string[]
  readonly meanings?: Meanings
  /** The clauses, if all are words that can occur in a title or a name. */
  readonly groups?: readonly (readonly Clause[])[]
}

const isOneWord = (query: WordQuery): query is WordQuery & { kind: 'phrase' } =>
  query.kind === 'phrase' && query.words.length === 1 && query.column === undefined

const isOfWords = (groups: readonly (readonly Clause[])[]) =>
  groups.every(
    (group) => group.length === 1 && group[0]!.kind !== 'mark' && group[0]!.column === undefined,
  )

const withExclusions = (scope: Scope, { excluded }: ParsedQuery): Scope =>
  excluded.length === 0
    ? scope
    : { ...scope, excluded: [...scope.excluded, ...excluded.map(clauseQuery)] }

const wordsFound = ({ words, meanings }: Reading): string[] =>
  meanings === undefined
    ? [...words]
    : words.flatMap((text) => meanings.get(text)?.flatMap(({ term }) => term.split(' ')) ?? [text])

import { LRUCache } from 'lru-cache'
import { recent } from '#/kernel/versioned-cache.ts'
import type { Database } from '#/storage/port.ts'
import { all, any, type WordQuery } from '#/storage/sql/word-query.ts'
import { CatalogOrder } from '../domain/sets/catalog-order.ts'
import type { JoinedSets } from '../domain/sets/joined-sets.ts'
import { bytesOf, unionOf, type VolumeSet, volumeSet } from '../domain/sets/volume-set.ts'
import type { BookIndex, Catalog, Stretch } from '../store/book-index.ts'
import { type Frequencies, workOf } from './lookup.ts'

/** Words in fewer volumes are always looked up in the index. */
const volumesMin = 1_000

/** The maximum number of volumes to read from the index for a join with sets in memory. */
const queriesMax = 2_000

/** A word is read once the work that this would have saved is at least this multiple of its volumes. */
const savedMin = 1
const savedMinWhenFull = 4

/** The maximum share of the memory for one set. */
const shareMax = 1 / 4

/** PostgreSQL searches all volumes of a word again for each page. */
const ranksPerReading = 200_000
const waitingMax = 100
const missedMax = 5_000
const bytesPerRank = 8
const bytesPerEntry = 200

interface Context {
  readonly database: Database
  readonly index: BookIndex
  readonly bytesMax: number
}

/** The state of one search. */
interface Search {
  readonly frequencies: Frequencies
  /** The words that were not in memory. */
  readonly missed: Set<string>
}

/** The sets that answer a query, for volumes in this order. */
export interface Joined extends JoinedSets {
  readonly order: CatalogOrder
}

interface Waiting {
  readonly key: string
  readonly word: WordQuery
  readonly worth: number
}

/**
 * The volumes that contain a word, for frequently requested words. The index scans its entries with every
 * query; sets in memory are joined in a fraction of the time. All sets belong to one version of the catalog.
 */
export class WordSets {
  readonly #context: Context
  readonly #missed = recent<{ readonly searches: number; readonly saved: number }>(missedMax)
  readonly #waiting = new Map<string, Waiting>()
  #version = ''
  #volumes = 0
  #room = 0
  #cached = new LRUCache<string, VolumeSet>({ max: 1 })
  #order: CatalogOrder | undefined
  #isReading = false

  constructor(context: Context) {
    this.#context = context
  }

  /** Discards the sets of another version. */
  turnTo({ version, volumes }: Catalog): void {
    const name = `${this.#context.database.incarnation} ${version}`
    if (name === this.#version) return
    this.#version = name
    this.#missed.clear()
    this.#waiting.clear()
    this.#order = undefined
    this.#volumes = volumes
    this.#room = Math.max(0, this.#context.bytesMax - volumes * bytesPerRank)
    this.#cached = new LRUCache({
      maxSize: Math.max(1, this.#room),
      sizeCalculation: ({ bytes }) => bytes + bytesPerEntry,
    })
  }

  /** The sets that answer a query; undefined if the index is faster. */
  async joinedSet(query: WordQuery, search: Search): Promise<Joined | undefined> {
    const isNarrowed = query.kind === 'without'
    const required = partsOf(isNarrowed ? query.query : query)
    const excluded = isNarrowed ? alternativesOf(query.excluded) : []
    // The index is fast for a single word.
    if (required.length + excluded.length === 1) return undefined
    if (required.length > 1) this.#notice([...required, ...excluded], query, search)
    const order = this.#order
    if (order === undefined) return undefined
    const found = await this.#inAll(required, search, order)
    if (excluded.length === 0) return found && { order, all: found, none: [] }
    if (found === undefined) return undefined
    const unwanted = await this.#inAny(excluded, search, order)
    return unwanted && { order, all: found, none: unwanted }
  }

  /** The sets of all parts; undefined if none of them is in memory. */
  async #inAll(
    queries: readonly WordQuery[],
    search: Search,
    order: CatalogOrder,
  ): Promise<readonly VolumeSet[] | undefined> {
    const sets: VolumeSet[] = []
    const others: WordQuery[] = []
    for (const part of queries) {
      const set =
        part.kind === 'any' ? await this.#union(part.of, search, order) : this.#setOf(part)
      if (set === undefined) others.push(part)
      else sets.push(set)
    }
    if (sets.length === 0) return undefined
    if (others.length === 0) return sets
    const rest = await this.#ask(all(...others), search, order)
    return rest && [...sets, rest]
  }

  async #inAny(
    queries: readonly WordQuery[],
    search: Search,
    order: CatalogOrder,
  ): Promise<readonly VolumeSet[] | undefined> {
    const sets = queries.map((part) => this.#setOf(part))
    const others = queries.filter((_, at) => sets[at] === undefined)
    const found = sets.filter((set) => set !== undefined)
    if (others.length === 0) return found
    const rest = await this.#ask(any(...others), search, order)
    return rest && [...found, rest]
  }

  async #union(
    queries: readonly WordQuery[],
    search: Search,
    order: CatalogOrder,
  ): Promise<VolumeSet | undefined> {
    if (queries.every((part) => this.#setOf(part) === undefined)) return undefined
    const sets = await this.#inAny(queries, search, order)
    return sets && unionOf(sets, order.size)
  }

  #setOf(part: WordQuery): VolumeSet | undefined {
    return isWord(part) ? this.#cached.get(this.#context.index.textOf(part)) : undefined
  }

  /** The volumes that the index finds, if they are known to be few. */
  async #ask(
    query: WordQuery,
    { frequencies }: Search,
    order: CatalogOrder,
  ): Promise<VolumeSet | undefined> {
    const work = workOf(query, frequencies)
    if (work === 0 || work > queriesMax) return undefined
    const { database, index } = this.#context
    const ranks = await index.list(database, query, { after: -1, limit: queriesMax + 1 })
    if (ranks.length > queriesMax) return undefined
    return volumeSet(order.placesOf(ranks), order.size)
  }

  /** Loads frequently requested words once that would have saved as much work as it costs. */
  #notice(queries: readonly WordQuery[], query: WordQuery, { frequencies, missed }: Search): void {
    const work = workOf(query, frequencies)
    for (const word of queries.flatMap(alternativesOf).filter(isWord)) {
      const volumes = workOf(word, frequencies)
      if (volumes < volumesMin || this.#setOf(word) !== undefined) continue
      const bytes = bytesOf(volumes, this.#volumes)
      if (bytes > this.#room * shareMax) continue
      const key = this.#context.index.textOf(word)
      const before = this.#missed.get(key) ?? { searches: 0, saved: 0 }
      const searches = before.searches + (missed.has(key) ? 0 : 1)
      const saved = before.saved + work
      missed.add(key)
      this.#missed.set(key, { searches, saved })
      const isFull = this.#cached.calculatedSize + bytes > this.#room
      const enough = volumes * (isFull ? savedMinWhenFull : savedMin)
      if (searches < 2 || saved < enough || this.#waiting.size >= waitingMax) continue
      this.#waiting.set(key, { key, word, worth: saved / volumes })
      void this.#readWaiting()
    }
  }

  async #readWaiting(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      for (let next = this.#worthiest(); next !== undefined; next = this.#worthiest()) {
        const version = this.#version
        const order = this.#order ?? (await this.#readOrder())
        const set = await this.#readSet(next.word, order)
        if (version !== this.#version) continue
        this.#order = order
        this.#cached.set(next.key, set)
        this.#missed.delete(next.key)
        this.#waiting.delete(next.key)
      }
    } catch {
      // A query of the index reports the error. Clearing delays the next attempt.
      this.#missed.clear()
      this.#waiting.clear()
    } finally {
      this.#isReading = false
    }
  }

  #worthiest(): Waiting | undefined {
    return [...this.#waiting.values()].sort((one, other) => other.worth - one.worth)[0]
  }

  async #readOrder(): Promise<CatalogOrder> {
    const { database, index } = this.#context
    return new CatalogOrder(await readAll((stretch) => index.allRanks(database.apart, stretch)))
  }

  async #readSet(word: WordQuery, order: CatalogOrder): Promise<VolumeSet> {
    const { database, index } = this.#context
    const ranks = await readAll((stretch) => index.list(database.apart, word, stretch))
    return volumeSet(order.placesOf(ranks), order.size)
  }
}

const isWord = (query: WordQuery) => query.kind === 'phrase' && query.words.length === 1

const partsOf = (query: WordQuery): readonly WordQuery[] =>
  query.kind === 'all' ? query.of.flatMap(partsOf) : [query]

const alternativesOf = (query: WordQuery): readonly WordQuery[] =>
  query.kind === 'any' ? query.of.flatMap(alternativesOf) : [query]

/** Reads many ranks, page by page. */
async function readAll(read: (stretch: Stretch) => Promise<Float64Array>): Promise<Float64Array> {
  const pieces: Float64Array[] = []
  let after = -1
  let count = 0
  for (;;) {
    const piece = await read({ after, limit: ranksPerReading })
    pieces.push(piece)
    count += piece.length
    if (piece.length < ranksPerReading) break
    after = piece.at(-1)!
  }
  const ranks = new Float64Array(count)
  let at = 0
  for (const piece of pieces) {
    ranks.set(piece, at)
    at += piece.length
  }
  return ranks
}

import type { Pool } from '../driver.ts'

interface Keeping {
  readonly pool: Pool
  readonly waiting: Waiting
  uses: number
  isRetired: boolean
}

/** Those who wait for a connection or an answer of a pool. Each is called when the pool is replaced. */
export type Waiting = Set<() => void>

/** A pool was replaced while somebody waited for it; the new one can be asked instead. */
export class PoolReplaced extends Error {
  /** The driver's code for the same cause. */
  readonly code = 'CONNECTION_CLOSED'

  constructor() {
    super('The pool of connections was replaced.')
  }
}

const attemptsMax = 5

/**
 * Provides a pool, and replaces it when one of its connections closes. The driver never answers queries
 * that it gets between the error of a connection and its end. It may also keep queries that it could not
 * send, which makes that slot unusable. So nobody continues to wait for the old pool, which is closed when
 * its last user is done.
 */
export class Pools implements AsyncDisposable {
  readonly #make: (onClose: () => void) => Pool
  /** All that may have a connection: the current one, and those retired that have not ended. */
  readonly #open = new Set<Keeping>()
  #current: Keeping
  #isClosed = false

  constructor(make: (onClose: () => void) => Pool) {
    this.#make = make
    this.#current = this.#next()
  }

  /** The number of users of the current pool. */
  get uses(): number {
    return this.#current.uses
  }

  /** Works with a pool, and again with the new one after `PoolReplaced`. */
  async use<T>(work: (pool: Pool, waiting: Waiting) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#useCurrent(work)
      } catch (error) {
        if (!(error instanceof PoolReplaced) || attempt === attemptsMax) throw error
      }
    }
  }

  async #useCurrent<T>(work: (pool: Pool, waiting: Waiting) => Promise<T>): Promise<T> {
    const keeping = this.#current
    keeping.uses++
    try {
      return await work(keeping.pool, keeping.waiting)
    } finally {
      keeping.uses--
      if (keeping.isRetired && keeping.uses === 0) this.#end(keeping)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#open].map((keeping) => this.#end(keeping)))
  }

  #next(): Keeping {
    const pool = this.#make(() => {
      if (this.#current === keeping && !this.#isClosed) this.#retire(keeping)
    })
    const keeping: Keeping = { pool, waiting: new Set(), uses: 0, isRetired: false }
    this.#open.add(keeping)
    return keeping
  }

  #retire(keeping: Keeping): void {
    keeping.isRetired = true
    this.#current = this.#next()
    for (const leave of keeping.waiting) leave()
    if (keeping.uses === 0) this.#end(keeping)
  }

  async #end(keeping: Keeping): Promise<void> {
    // The driver would wait for the answer of a connection that was lost.
    await keeping.pool.end({ timeout: keeping.uses === 0 ? 0 : endTimeoutS })
    this.#open.delete(keeping)
  }
}

const endTimeoutS = 5

/** The answer of a pool, unless that is replaced before it comes. */
export const unlessReplaced = <T>(waiting: Waiting, answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => reject(new PoolReplaced())
    waiting.add(leave)
    answer.then(resolve, reject).then(() => waiting.delete(leave))
  })

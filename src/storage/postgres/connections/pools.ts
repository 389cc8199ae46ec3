import type { Pool } from '../driver.ts'
import { ConnectionLimit, ConnectionSlots, LimitedSockets } from './limited-sockets.ts'

interface Keeping {
  readonly pool: Pool
  readonly sockets: LimitedSockets
  readonly waiting: Waiting
  uses: number
  isRetired: boolean
}

/** Those who wait for a connection or an answer of a pool. Each is called when the pool is replaced. */
export type Waiting = Set<() => void>

/** A pool was replaced during a wait. The work can be repeated with the new one. */
export class PoolReplaced extends Error {
  /** The driver's code for the same cause. */
  readonly code = 'CONNECTION_CLOSED'

  constructor() {
    super('The pool of connections was replaced.')
  }
}

/** What a pool is created with. */
interface PoolOptions {
  readonly connectionsMax: number
  readonly sockets: LimitedSockets
  readonly onClose: () => void
}

interface PoolsOptions {
  /** How many connections all pools together have open at most. */
  readonly connectionsMax: number
  readonly make: (poolOptions: PoolOptions) => Pool
}

const attemptsMax = 5
const limitWaitMs = 10_000
const limitPauseMs = 200

/**
 * Provides a pool, and replaces it when one of its connections closes. The driver never answers queries
 * that it gets between the error of a connection and its end. It may also keep queries that it could not
 * send, which makes that slot unusable. So nobody continues to wait for the old pool, whose connections are
 * closed as soon as nobody uses them. The new pool gets theirs one by one.
 */
export class Pools implements AsyncDisposable {
  readonly #options: PoolsOptions
  #connectionsMax: number
  readonly #slots: ConnectionSlots
  /** All that may have a connection: the current one, and those retired that have not ended. */
  readonly #open = new Set<Keeping>()
  /** Those who were refused a connection, in their order. */
  readonly #limited = new Set<() => void>()
  #current: Keeping
  #isClosed = false

  constructor(options: PoolsOptions) {
    this.#options = options
    this.#connectionsMax = options.connectionsMax
    this.#slots = new ConnectionSlots(options.connectionsMax)
    this.#current = this.#next()
  }

  /** The number of users of the current pool. */
  get uses(): number {
    return this.#current.uses
  }

  /** Changes how many connections are open at most, up to the original number. */
  limitTo(connectionsMax: number): void {
    if (connectionsMax === this.#connectionsMax) return
    this.#connectionsMax = connectionsMax
    this.#retire(this.#current)
  }

  /** Works with a pool, and again with the new one after `PoolReplaced`. */
  async use<T>(work: (pool: Pool, waiting: Waiting) => Promise<T>): Promise<T> {
    const giveUpAtMs = performance.now() + limitWaitMs
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#useCurrent(work)
      } catch (error) {
        const canRepeat =
          error instanceof ConnectionLimit
            ? performance.now() < giveUpAtMs
            : error instanceof PoolReplaced && attempt < attemptsMax
        if (!canRepeat) throw error
        if (error instanceof ConnectionLimit) await this.#nextFree()
      }
    }
  }

  /** Waits until a connection is released, or for a while, because retired connections may close. */
  #nextFree(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const proceed = () => {
      clearTimeout(timer)
      this.#limited.delete(proceed)
      resolve()
    }
    const timer = setTimeout(proceed, limitPauseMs)
    this.#limited.add(proceed)
    return promise
  }

  async #useCurrent<T>(work: (pool: Pool, waiting: Waiting) => Promise<T>): Promise<T> {
    const keeping = this.#current
    keeping.uses++
    try {
      return await work(keeping.pool, keeping.waiting)
    } finally {
      keeping.uses--
      const [proceed] = this.#limited
      proceed?.()
      if (keeping.isRetired && keeping.uses === 0) this.#end(keeping)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#open].map((keeping) => this.#end(keeping)))
  }

  #next(): Keeping {
    const sockets = new LimitedSockets(this.#slots)
    const onClose = () => {
      if (this.#current === keeping && !this.#isClosed) this.#retire(keeping)
    }
    const pool = this.#options.make({ connectionsMax: this.#connectionsMax, sockets, onClose })
    const keeping: Keeping = { pool, sockets, waiting: new Set(), uses: 0, isRetired: false }
    this.#open.add(keeping)
    return keeping
  }

  #retire(keeping: Keeping): void {
    keeping.isRetired = true
    this.#current = this.#next()
    for (const leave of keeping.waiting) leave()
    if (keeping.uses === 0) this.#end(keeping)
    // Closes connections that are not in use, and each other one when its work is done.
    else void keeping.pool.end()
  }

  async #end(keeping: Keeping): Promise<void> {
    const timeoutMs = keeping.uses === 0 ? 0 : endTimeoutMs
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, timeoutMs + endGraceMs)
    // The driver may wait for the answer of a connection that was lost.
    await Promise.race([keeping.pool.end({ timeout: timeoutMs / 1000 }), late])
    clearTimeout(timer)
    keeping.sockets.end()
    this.#open.delete(keeping)
  }
}

const endTimeoutMs = 5_000
const endGraceMs = 500

/** The answer of a pool, unless that is replaced before it comes. */
export const unlessReplaced = <T>(waiting: Waiting, answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => reject(new PoolReplaced())
    waiting.add(leave)
    answer.then(resolve, reject).then(() => waiting.delete(leave))
  })

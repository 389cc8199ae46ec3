import type { Pool } from './driver.ts'

interface Keeping {
  readonly pool: Pool
  uses: number
  isRetired: boolean
}

/**
 * Gives out a pool until one of its connections closes, and then another one. The driver may keep
 * what it could not send on a closed connection, after which that place in the pool never works
 * again; a new pool has no such places. The old one ends when the last user has left it.
 */
export class Pools implements AsyncDisposable {
  readonly #make: (onClose: () => void) => Pool
  #current: Keeping
  #isClosed = false

  constructor(make: (onClose: () => void) => Pool) {
    this.#make = make
    this.#current = this.#next()
  }

  /** How many use the present pool. */
  get uses(): number {
    return this.#current.uses
  }

  async use<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
    const keeping = this.#current
    keeping.uses++
    try {
      return await work(keeping.pool)
    } finally {
      keeping.uses--
      if (keeping.isRetired && keeping.uses === 0) end(keeping.pool)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await end(this.#current.pool)
  }

  #next(): Keeping {
    const pool = this.#make(() => {
      if (this.#current === keeping && !this.#isClosed) this.#retire(keeping)
    })
    const keeping: Keeping = { pool, uses: 0, isRetired: false }
    return keeping
  }

  #retire(keeping: Keeping): void {
    keeping.isRetired = true
    this.#current = this.#next()
    if (keeping.uses === 0) end(keeping.pool)
  }
}

const end = (pool: Pool): Promise<void> => pool.end({ timeout: endTimeoutS })

const endTimeoutS = 5

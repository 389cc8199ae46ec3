import type { Pool } from './driver.ts'

interface Keeping {
  readonly pool: Pool
  uses: number
  isRetired: boolean
}

/**
 * Provides a pool, and replaces it when one of its connections closes. The driver may keep queries that it
 * could not send on a closed connection, which makes that slot unusable; a new pool has no such slots. The
 * old pool is closed when its last user is done.
 */
export class Pools implements AsyncDisposable {
  readonly #make: (onClose: () => void) => Pool
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

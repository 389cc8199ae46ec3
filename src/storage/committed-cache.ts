import { LRUCache } from 'lru-cache'
import type { Database, Transaction } from './port.ts'

export interface CommittedCacheOptions<Row> {
  readonly charactersMax: number
  readonly charactersOf: (row: Row) => number
}

/**
 * Caches committed rows, because reading one from SQLite costs as much as the rest of a small request.
 * Nothing is cached if other processes write, as on PostgreSQL.
 */
export class CommittedCache<Row extends object> {
  readonly #database: Database
  readonly #rows: LRUCache<string, Row>
  /** Changes when a row that is being read may have become stale. */
  #changes = 0
  #seen: number | undefined
  /** Uncommitted rows by the state of their transaction. */
  readonly #written = new WeakMap<object, Map<string, Row | undefined>>()

  constructor(database: Database, { charactersMax, charactersOf }: CommittedCacheOptions<Row>) {
    this.#database = database
    this.#rows = new LRUCache({ maxSize: charactersMax, sizeCalculation: charactersOf })
    this.#seen = database.foreignChanges()
  }

  /** The row if it is cached. */
  peek(key: string): Row | undefined {
    const present = this.#database.foreignChanges()
    if (present === this.#seen) return this.#rows.get(key)
    this.#seen = present
    this.#clear()
    return undefined
  }

  /** The row as the transaction sees it, if it is cached. */
  peekIn({ state }: Transaction, key: string): Row | undefined {
    if (state === undefined) return undefined
    const written = this.#written.get(state)
    return written?.has(key) ? written.get(key) : this.peek(key)
  }

  /** Reads the row and caches it, unless it has changed meanwhile. */
  async load<R extends Row | undefined>(key: string, read: () => Promise<R>): Promise<R> {
    const changes = this.#changes
    const row = await read()
    const isCurrent = changes === this.#changes && this.#seen !== undefined
    if (isCurrent && row !== undefined) this.#rows.set(key, row)
    return row
  }

  /** Called in the transaction that changes or deletes the row. */
  forget(tx: Transaction, key: string): void {
    this.#note(tx, key, undefined)
    tx.afterCommit(() => {
      this.#changes++
      this.#rows.delete(key)
    })
  }

  /** Called in the transaction that has written the row, with its new value. */
  keep(tx: Transaction, key: string, row: Row): void {
    this.#note(tx, key, row)
    tx.afterCommit(() => {
      this.#changes++
      if (this.#seen === undefined) return
      this.#rows.set(key, row)
    })
  }

  #note({ state }: Transaction, key: string, row: Row | undefined): void {
    if (state === undefined) return
    let written = this.#written.get(state)
    if (written === undefined) {
      written = new Map()
      this.#written.set(state, written)
    }
    written.set(key, row)
  }

  #clear(): void {
    this.#changes++
    this.#rows.clear()
  }
}

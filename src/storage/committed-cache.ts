import { VersionedCache } from '#/kernel/versioned-cache.ts'
import type { Database, Transaction, TransactionState } from './port.ts'

interface CommittedCacheOptions<Row> {
  readonly charactersMax: number
  readonly charactersOf: (row: Row) => number
}

/**
 * Caches committed rows, because reading one from SQLite costs as much as the rest of a small request.
 * Rows are versioned by the changes of other processes, and replaced or deleted by commits of this one.
 * Nothing is cached if other processes write regularly, as on PostgreSQL.
 */
export class CommittedCache<Row extends object> {
  readonly #database: Database
  readonly #rows: VersionedCache<Row>
  /** Changes when a row that is being read may have become stale. */
  #changes = 0

  constructor(database: Database, { charactersMax, charactersOf }: CommittedCacheOptions<Row>) {
    this.#database = database
    this.#rows = new VersionedCache({ sizeMax: charactersMax, sizeOf: charactersOf })
  }

  /** The row if it is cached. */
  peek(key: string): Row | undefined {
    const version = this.#database.foreignChanges()
    return version === undefined ? undefined : this.#rows.get(key, version)
  }

  /** The row as the transaction sees it, if it is cached. */
  peekIn({ state }: Transaction, key: string): Row | undefined {
    if (state === undefined) return undefined
    const written = this.#writtenIn(state)
    return written?.has(key) ? written.get(key) : this.peek(key)
  }

  /** Reads the row and caches it, unless it has changed meanwhile. */
  async load<R extends Row | undefined>(key: string, read: () => Promise<R>): Promise<R> {
    const changes = this.#changes
    const version = this.#database.foreignChanges()
    const row = await read()
    const isCurrent = changes === this.#changes && version !== undefined
    if (isCurrent && row !== undefined) this.#rows.set(key, version, row)
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
    // Read while no other process can write.
    const version = this.#database.foreignChanges()
    if (version === undefined) return
    tx.afterCommit(() => {
      this.#changes++
      this.#rows.set(key, version, row)
    })
  }

  #note({ state }: Transaction, key: string, row: Row | undefined): void {
    if (state === undefined) return
    let written = this.#writtenIn(state)
    if (written === undefined) {
      written = new Map()
      state.set(this, written)
    }
    written.set(key, row)
  }

  /** Uncommitted rows. */
  #writtenIn(state: TransactionState): Map<string, Row | undefined> | undefined {
    return state.get(this) as Map<string, Row | undefined> | undefined
  }
}

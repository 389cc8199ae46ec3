import { Connection } from '../sqlite/connection.ts'
import { isBusy } from '../sqlite/failure.ts'

const lockWaitMs = 500

/**
 * Keeps frames in the write-ahead log until they are replicated. A read transaction does that:
 *
 * - If it began when the log had frames that were not in the database file, the log cannot start over.
 * - If it began when all of them were, the log can start over once. New frames then cannot be moved to the
 *   database file, so that they stay in the log.
 *
 * So nothing is lost as long as there is always such a transaction, and the next begins before one ends.
 */
export class PinnedLog implements Disposable {
  #current: Connection
  #next: Connection
  readonly #checkpoint: Connection
  readonly #lock: Connection
  readonly #all: readonly Connection[]

  constructor(path: string) {
    const open = () => new Connection(path)
    this.#all = [open(), open(), open(), open()]
    const [current, next, checkpoint, lock] = this.#all as [
      Connection,
      Connection,
      Connection,
      Connection,
    ]
    for (const connection of this.#all) connection.exec('pragma wal_autocheckpoint = 0')
    checkpoint.exec('pragma synchronous = full')
    // This blocks only the thread of the replication.
    lock.exec(`pragma busy_timeout = ${lockWaitMs}`)
    begin(current)
    this.#current = current
    this.#next = next
    this.#checkpoint = checkpoint
    this.#lock = lock
  }

  /** Lets everything that is committed now move to the database file. */
  renew(): void {
    begin(this.#next)
    this.#current.exec('rollback')
    ;[this.#current, this.#next] = [this.#next, this.#current]
  }

  /** Moves frames to the database file. Returns whether all of them are there. */
  checkpoint(): boolean {
    const row = this.#checkpoint.prepare('pragma wal_checkpoint(passive)').get()
    return row?.log === row?.checkpointed
  }

  /** Runs an action while no other process can write; undefined if others write for too long. */
  withoutWrites<T>(action: () => T): T | undefined {
    try {
      this.#lock.exec('begin immediate')
    } catch (error) {
      if (!isBusy(error)) throw error
      return undefined
    }
    try {
      return action()
    } finally {
      this.#lock.exec('rollback')
    }
  }

  [Symbol.dispose](): void {
    for (const connection of this.#all) connection.close()
  }
}

/** Begins a read transaction. Its first read fixes what it sees. */
export function begin(connection: Connection): void {
  connection.exec('begin')
  connection.pragma('schema_version')
}

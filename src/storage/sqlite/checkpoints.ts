import type { StorageLog } from '../port.ts'
import type { Connection } from './connection.ts'
import { describeFailure, isSyncFailure } from './failure.ts'

interface CheckpointOptions {
  readonly writer: Connection
  readonly log: StorageLog
  readonly onFatal: (error: unknown) => void
  /** Whether the writer is in a transaction, during which nothing can be moved. */
  readonly isWriting: () => boolean
}

const idleMs = 1_000
const walPagesMax = 2_000
const commitsPerLook = 32

/** Moves committed pages from the write-ahead log into the database file, away from requests. */
export class Checkpoints {
  readonly #options: CheckpointOptions
  #commits = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: CheckpointOptions) {
    this.#options = options
  }

  noteCommit(): void {
    this.#timer ??= setTimeout(() => this.#move(), idleMs).unref()
    this.#timer.refresh()
    if (++this.#commits % commitsPerLook === 0 && this.#walPages() > walPagesMax) {
      setImmediate(() => this.#move())
    }
  }

  /** Leaves nothing in the log, for the last moment before closing. */
  finish(): void {
    clearTimeout(this.#timer)
    this.#attempt('truncate')
  }

  #move(): void {
    if (this.#options.isWriting()) this.#timer?.refresh()
    else this.#attempt('passive')
  }

  #walPages(): number {
    return Number(this.#options.writer.prepare('pragma wal_checkpoint(noop)').get()?.log ?? 0)
  }

  #attempt(mode: 'passive' | 'truncate'): void {
    try {
      this.#options.writer.prepare(`pragma wal_checkpoint(${mode})`).get()
    } catch (error) {
      // What stays in the log is safe there and is tried again after the next commit.
      this.#options.log.warn('a checkpoint of the database failed', describeFailure(error))
      if (isSyncFailure(error)) this.#options.onFatal(error)
    }
  }
}

import { Worker } from 'node:worker_threads'
import { compiledEnvironment } from '#/kernel/process/compile-cache.ts'
import type { StorageLog } from '../port.ts'
import type { CheckpointReply } from './checkpoint-worker.ts'
import type { Connection } from './connection.ts'
import { describeFailure, isSyncFailure } from './failure.ts'

interface CheckpointOptions {
  readonly path: string
  readonly writer: Connection
  readonly log: StorageLog
  readonly onFatal: (error: unknown) => void
  /** Whether the writer is in a transaction, when it cannot checkpoint. */
  readonly isWriting: () => boolean
}

const idleMs = 1_000
const walPagesMax = 2_000
/** Fewer pages are moved without the thread. */
const walPagesForThreadMin = 250
const commitsPerLook = 32
/** The log is checked at least this often, because rare commits may be large. */
const lookEveryMs = 200

/**
 * Moves committed pages from the write-ahead log into the database file. A thread does it, so that requests
 * do not wait for its syncs. The log restarts only when all of it is moved; during writes, the writer itself
 * moves the few pages that were added meanwhile.
 */
export class Checkpoints {
  readonly #options: CheckpointOptions
  #worker: Worker | undefined
  #isRunning = false
  #isFinished = false
  #commits = 0
  #lookedAt = 0
  #timer: NodeJS.Timeout | undefined
  #isSuspended = false

  constructor(options: CheckpointOptions) {
    this.#options = options
  }

  /** Leaves the log to the replication, or takes it back. */
  suspend(isSuspended: boolean): void {
    this.#isSuspended = isSuspended
  }

  noteCommit(): void {
    if (this.#isSuspended) return
    this.#timer ??= setTimeout(() => this.#idle(), idleMs).unref()
    this.#timer.refresh()
    const now = performance.now()
    if (++this.#commits % commitsPerLook !== 0 && now - this.#lookedAt < lookEveryMs) return
    this.#lookedAt = now
    if (this.#walPages().log > walPagesMax) this.#start()
  }

  /** Moves the whole log, before closing. */
  async finish(): Promise<void> {
    this.#isFinished = true
    clearTimeout(this.#timer)
    await this.#worker?.terminate()
    this.#move('truncate')
  }

  // The writer cannot check the log during its own transaction.
  #idle(): void {
    if (this.#isSuspended) return
    const isSmall = !this.#options.isWriting() && this.#walPages().log < walPagesForThreadMin
    if (isSmall) this.#move('passive')
    else this.#start()
  }

  #start(): void {
    if (this.#isRunning || this.#isFinished) return
    this.#isRunning = true
    this.#worker ??= this.#startWorker()
    this.#worker.postMessage('checkpoint')
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
      workerData: this.#options.path,
      env: compiledEnvironment(),
    })
    worker.on('message', ({ failure }: CheckpointReply) => this.#onReply(failure))
    worker.on('error', (error) => {
      this.#worker = undefined
      this.#onReply({ message: String(error) })
    })
    worker.unref()
    return worker
  }

  #onReply(failure: CheckpointReply['failure']): void {
    this.#isRunning = false
    if (this.#isFinished) return
    if (failure !== undefined)
      this.#reportFailure(Object.assign(new Error(failure.message), failure))
    if (failure !== undefined || this.#options.isWriting()) return
    const { log, checkpointed } = this.#walPages()
    if (log > walPagesMax && checkpointed < log) this.#move('passive')
  }

  #walPages(): { log: number; checkpointed: number } {
    const row = this.#options.writer.prepare('pragma wal_checkpoint(noop)').get()
    return { log: Number(row?.log ?? 0), checkpointed: Number(row?.checkpointed ?? 0) }
  }

  #move(mode: 'passive' | 'truncate'): void {
    try {
      this.#options.writer.prepare(`pragma wal_checkpoint(${mode})`).get()
    } catch (error) {
      this.#reportFailure(error)
    }
  }

  // Pages in the log are safe, and moved after the next commit.
  #reportFailure(error: unknown): void {
    this.#options.log.warn('a database checkpoint failed', describeFailure(error))
    if (isSyncFailure(error)) this.#options.onFatal(error)
  }
}

import { Worker } from 'node:worker_threads'
import { systemClock } from '#/kernel/clock.ts'
import { compiledEnvironment } from '#/kernel/process/compile-cache.ts'
import type { ReplicationFigures, StorageLog } from '../port.ts'
import { fileState, readNote, writeNote } from './history-end.ts'
import { ReplicaLag } from './replica-lag.ts'
import type {
  ReplicationEnd,
  ReplicationReport,
  ReplicationRequest,
  ReplicationTask,
} from './replication-worker.ts'

interface ReplicationOptions extends ReplicationTask {
  readonly log: StorageLog
  /** Called when the thread begins or ceases to decide when the log is moved to the database file. */
  readonly onHoldLog: (isHeld: boolean) => void
}

const restartMs = 5_000
const stopMsMax = 5_000

/** Replicates the embedded database in a separate thread, so that requests never wait for the replica. */
export class Replication {
  readonly #options: ReplicationOptions
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopping = false
  #isReachable = true
  readonly #lag = new ReplicaLag(systemClock.machineMs())
  #storedBytes = 0
  #snapshots = 0
  #failures = 0
  #end: ReplicationEnd | undefined

  constructor(options: ReplicationOptions) {
    this.#options = options
    this.#start()
  }

  figures(): ReplicationFigures {
    return {
      lagMs: this.#lag.ageMs(systemClock.machineMs()),
      storedBytes: this.#storedBytes,
      snapshots: this.#snapshots,
      failures: this.#failures,
    }
  }

  noteCommit(): void {
    if (this.#lag.isComplete) this.#request('report')
    this.#lag.noteCommit(systemClock.machineMs())
  }

  /** Replicates the last commits, unless the replica cannot be reached. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    const worker = this.#worker
    if (worker === undefined) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, stopMsMax)
    worker.once('exit', () => resolve())
    worker.ref()
    this.#request('stop')
    await promise
    clearTimeout(timer)
    await worker.terminate()
    if (this.#end === undefined) {
      this.#options.log.warn('the last commits are not in the replica', {
        lagMs: this.figures().lagMs,
      })
    }
  }

  /** Notes beside the closed database that the replica has all of it, so that the next start can continue there. */
  noteEnd(): void {
    const { databasePath } = this.#options
    const note = readNote(databasePath)
    if (this.#end === undefined || note === undefined) return
    writeNote(databasePath, { ...note, end: { ...this.#end, file: fileState(databasePath) } })
  }

  #start(): void {
    const { log: _, onHoldLog, ...workerData } = this.#options
    // What is in the log shows where an earlier history can continue.
    onHoldLog(true)
    const worker = new Worker(new URL('./replication-worker.ts', import.meta.url), {
      workerData,
      env: compiledEnvironment(),
    })
    worker.on('message', (report: ReplicationReport) => this.#onReport(report))
    worker.on('error', (error) => this.#onFailure(String(error)))
    worker.on('exit', () => this.#onEnd())
    worker.unref()
    this.#worker = worker
  }

  #onEnd(): void {
    this.#worker = undefined
    this.#options.onHoldLog(false)
    if (this.#isStopping) return
    this.#lag.fallBehind(systemClock.machineMs())
    this.#timer = setTimeout(() => this.#start(), restartMs).unref()
  }

  #onReport(report: ReplicationReport): void {
    const { log, onHoldLog } = this.#options
    switch (report.kind) {
      case 'complete':
        this.#lag.noteComplete(report.atMs)
        if (!this.#lag.isComplete) this.#request('report')
        break
      case 'behind':
        this.#lag.fallBehind(report.sinceMs)
        break
      case 'stored':
        this.#storedBytes += report.bytes
        break
      case 'snapshot':
        this.#snapshots++
        log.info('a snapshot of the database is in the replica')
        break
      case 'holdsLog':
        onHoldLog(report.isHeld)
        break
      case 'unreachable':
        this.#failures++
        if (this.#isReachable) {
          log.warn('the replica cannot be reached; the server continues without it', {
            error: report.error,
          })
        }
        this.#isReachable = false
        break
      case 'reachable':
        this.#isReachable = true
        log.info('the replica can be reached again')
        break
      case 'ended':
        this.#end = report.end
        break
      case 'generationFailed':
        this.#onFailure(report.error)
    }
  }

  #request(request: ReplicationRequest): void {
    this.#worker?.postMessage(request)
  }

  #onFailure(error: string): void {
    this.#failures++
    this.#lag.fallBehind(systemClock.machineMs())
    this.#options.log.warn('the replication failed; it starts again with a snapshot', { error })
  }
}

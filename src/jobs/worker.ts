import type { Clock } from '#/kernel/clock.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { Log } from '#/kernel/log.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Tracer } from '#/kernel/tracing/tracer.ts'
import type { Database } from '#/storage/port.ts'
import { none } from '#/storage/sql/statement.ts'
import { jobsChannel } from './enqueue.ts'
import { extend, Heartbeat } from './heartbeat.ts'
import type { JobKind } from './job.ts'
import { Lookout, type NextLook } from './lookout.ts'
import { recordOutcome } from './outcome.ts'
import { listPrompt, moveToQueue } from './prompt-store.ts'
import { carryOut, type Outcome, type Run, workerStops } from './run.ts'
import {
  bringForward,
  type ClaimedJob,
  claimDueJobs,
  freeAllLeases,
  freeExpiredLeases,
  releaseRuns,
  upcoming,
} from './store.ts'

export interface JobWorkerContext {
  readonly database: Database
  readonly clock: Clock
  readonly kinds: readonly JobKind[]
  readonly log: Log
  readonly randomBytes: RandomBytes
  /** Kinds that other workers of this process run. */
  readonly kindsElsewhere?: readonly string[]
  /** The maximum number of concurrent jobs. */
  readonly concurrency: number
  /** Unique; random by default. */
  readonly workerId?: string
  /** How long `stop` waits for running jobs before it aborts them. */
  readonly drainMs?: number
  readonly tracer?: Tracer | undefined
}

// A job whose process crashed is run again even after its last attempt, but only this often: the job may be
// the cause of the crash.
const lostRunsMax = 3
const cutShortMs = 1_000
const leaseMsMax = 3_600_000
const beatsPerLease = 3
const workerIdLength = 16
/** The number of jobs that are moved to the queue at a time because their processes ended. */
const lostJobsMax = 100
/** The longest time between two checks for such jobs. In a cluster, each check asks all servers. */
const lostCheckMsMax = 10_000

/**
 * Claims due jobs from the database and runs each at least once. On PostgreSQL any number of workers share
 * the queue; a SQLite database has one worker, in the process that owns the file.
 */
export class JobWorker implements AsyncDisposable {
  readonly #context: JobWorkerContext & { readonly workerId: string }
  readonly #kinds: ReadonlyMap<string, JobKind>
  readonly #kindNames: string
  readonly #leaseMs: number
  /** The longest wait of a retry. */
  readonly #retryMs: number
  readonly #runs = new Set<Run>()
  readonly #settling = new Set<Promise<void>>()
  readonly #heartbeat: Heartbeat
  readonly #lookout: Lookout
  readonly #reportedKinds: Set<string>
  #begunCount = 0
  /** The time of the last look; before the first one, the clock may have been set back. */
  #seenMs = Number.POSITIVE_INFINITY
  /** When to check again for jobs that their processes have not done, by the machine's clock. */
  #lostCheckAtMs = 0
  #leftDueJobs = false
  #isStopped = false
  #unlisten: (() => Promise<void>) | undefined

  constructor(context: JobWorkerContext) {
    const workerId = context.workerId ?? base32hex(workerIdLength, context.randomBytes)
    this.#context = { ...context, workerId }
    this.#kinds = new Map(context.kinds.map((kind) => [kind.kind, kind]))
    this.#reportedKinds = new Set(context.kindsElsewhere)
    this.#kindNames = JSON.stringify([...this.#kinds.keys()])
    this.#retryMs = Math.max(0, ...context.kinds.map(({ backoff }) => backoff.capMs))
    this.#leaseMs = Math.min(leaseMsMax, ...context.kinds.map((kind) => kind.leaseMs))
    this.#heartbeat = new Heartbeat({
      ...this.#context,
      runs: this.#runs,
      extend: (tx, runs) => extend(tx, runs, workerId),
      everyMs: this.#leaseMs / beatsPerLease,
    })
    this.#lookout = new Lookout({ ...context, look: () => this.#look() })
  }

  async start(): Promise<void> {
    const { database } = this.#context
    if (database.engine === 'sqlite') {
      // No other process uses the file, so that the holders of these leases have ended.
      let wereLost = true
      while (wereLost) wereLost = await this.#queueLost(() => true)
      await database.transaction((tx) => tx.run(freeAllLeases, { kinds: this.#kindNames }))
    }
    this.#unlisten = await database.listen(jobsChannel, () => this.wake())
    this.#lookout.open()
    this.wake()
  }

  /** Checks for due jobs soon. */
  wake(): void {
    if (!this.#isStopped) this.#lookout.wake()
  }

  /** Runs all due jobs, including those that become due by them; for tests. */
  async runDue(): Promise<void> {
    for (;;) {
      const before = this.#begunCount
      await this.#lookout.look()
      while (this.#settling.size > 0) await Promise.all(this.#settling)
      if (this.#begunCount === before) return
    }
  }

  /** Extends the leases of running jobs, as a timer also does; for tests. */
  async beat(): Promise<void> {
    await this.#heartbeat.beat()
  }

  /** Starts nothing more, waits for running jobs, and releases those that take too long. */
  async stop(): Promise<void> {
    if (this.#isStopped) return
    this.#isStopped = true
    await this.#unlisten?.()
    await this.#lookout.close()
    await this.#whenIdle(this.#context.drainMs ?? 10_000)
    if (this.#runs.size === 0) return
    for (const run of this.#runs) run.abort.abort(workerStops())
    await this.#whenIdle(cutShortMs)
    const { database, workerId } = this.#context
    await database.transaction((tx) => tx.run(releaseRuns, { worker: workerId }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }

  async #look(): Promise<NextLook> {
    const room = this.#context.concurrency - this.#runs.size
    this.#leftDueJobs = true
    if (room <= 0 || this.#isStopped) return {}
    if (this.#context.clock.machineMs() >= this.#lostCheckAtMs) {
      await this.#queueLost(({ leaseLeftMs }) => leaseLeftMs <= 0)
    }
    const claimed = await this.#claim(room)
    for (const job of claimed) this.#begin(job)
    // Without free capacity, the end of a run wakes the worker.
    if (claimed.length === room) return {}
    this.#leftDueJobs = false
    return this.#nextLook()
  }

  /** Moves jobs that their processes have not done to the queue. Returns whether there were any. */
  async #queueLost(isLost: (job: { leaseLeftMs: number }) => boolean): Promise<boolean> {
    const { clock, database } = this.#context
    const list = { kinds: this.#kindNames, count: lostJobsMax }
    const found = await database.all(listPrompt, list)
    const lost = found.filter(isLost)
    for (const { id, bucket } of lost) {
      // The lease is over at once.
      const lease = { worker: '', leaseMs: 0 }
      await database.transaction((tx) => moveToQueue(tx, { id, bucket }, lease))
    }
    const left = found.find((job) => !isLost(job))
    const nextMs = lost.length === lostJobsMax ? 0 : (left?.leaseLeftMs ?? lostCheckMsMax)
    this.#lostCheckAtMs = clock.machineMs() + Math.min(nextMs, lostCheckMsMax)
    return lost.length > 0
  }

  async #claim(count: number): Promise<ClaimedJob[]> {
    const { clock, database, workerId } = this.#context
    const leaseMs = this.#leaseMs
    const now = clock.nowMs()
    const isSetBack = now < this.#seenMs
    const claimed = await database.transaction(async (tx) => {
      await tx.run(freeExpiredLeases, none)
      if (isSetBack) {
        await tx.run(bringForward, { now, latestRetry: now + this.#retryMs })
      }
      const claimed = await tx.all(claimDueJobs, {
        worker: workerId,
        leaseMs,
        now,
        kinds: this.#kindNames,
        count,
      })
      const runs = claimed.map((job) => ({ job, kind: this.#kindOf(job) }))
      const longer = runs.filter(({ kind }) => kind.leaseMs > leaseMs)
      if (longer.length > 0) await extend(tx, longer, workerId)
      return claimed
    })
    this.#seenMs = now
    return claimed.sort((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))
  }

  async #nextLook(): Promise<NextLook> {
    const next = await this.#context.database.first(upcoming, {
      kinds: this.#kindNames,
      reportedKinds: JSON.stringify([...this.#reportedKinds]),
      now: this.#context.clock.nowMs(),
    })
    if (next?.unknownKind) {
      this.#reportedKinds.add(next.unknownKind)
      this.#context.log.warn('skipped a job of an unknown kind', { kind: next.unknownKind })
    }
    const leftMs = next?.leaseLeftMs ?? undefined
    const leaseEndMs = this.#context.clock.machineMs() + (leftMs ?? Number.POSITIVE_INFINITY)
    const machineAtMs = Math.min(leaseEndMs, this.#lostCheckAtMs)
    return { atMs: next?.dueAt ?? undefined, machineAtMs }
  }

  #begin(job: ClaimedJob): void {
    const run = { job, kind: this.#kindOf(job), abort: new AbortController(), isOver: false }
    this.#begunCount += 1
    this.#runs.add(run)
    this.#heartbeat.adjust()
    const settling = this.#carryOut(run).finally(() => this.#settling.delete(settling))
    this.#settling.add(settling)
  }

  async #carryOut(run: Run): Promise<void> {
    const outcome = isWornOut(run) ? neverSurvived : await carryOut(run, this.#context)
    try {
      await recordOutcome(run, outcome, this.#context)
    } catch (error) {
      // The lease expires, and the job is run again.
      const { id: jobId, kind } = run.job
      this.#context.log.error('could not record the outcome of a job', {
        kind,
        jobId,
        error: String(error),
      })
    }
    this.#runs.delete(run)
    this.#heartbeat.adjust()
    if (this.#leftDueJobs) this.wake()
  }

  #kindOf(job: ClaimedJob): JobKind {
    return this.#kinds.get(job.kind) as JobKind
  }

  async #whenIdle(withinMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, withinMs)
    })
    await Promise.race([Promise.all(this.#settling), timeout])
    clearTimeout(timer)
  }
}

const isWornOut = ({ job, kind }: Run) => job.attempt > kind.attemptsMax + lostRunsMax

const neverSurvived: Outcome = {
  result: 'failed',
  error: new Error('Every process that ran this job ended before the job did.'),
}

import type { Clock } from '#/kernel/clock.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { Log } from '#/kernel/log.ts'
import { WaitBudget } from '#/kernel/process/wait-budget.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Tracer } from '#/kernel/tracing/tracer.ts'
import type { Database, Transaction, TransactionOptions } from '#/storage/port.ts'
import { Heartbeat } from './heartbeat.ts'
import type { JobKind } from './job.ts'
import { recordOutcome } from './outcome.ts'
import {
  extendPrompt,
  insertPrompt,
  moveToQueue,
  type PromptKey,
  removePrompt,
  setPromptPayload,
} from './prompt-store.ts'
import { carryOut, type Outcome, type Run } from './run.ts'
import { type ClaimedJob, setPayload } from './store.ts'

/** Called after the commit that wrote a job, to run it now, later, or more than once. */
export type StartJob = (
  job: Pick<ClaimedJob, 'id' | 'kind' | 'payload'>,
  run: () => Promise<void>,
) => void

interface PromptJobsContext {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly randomBytes: RandomBytes
  /** How long a transaction waits for its jobs. */
  readonly waitMs: number
  /** Tests pass a function that decides when jobs run. By default they run immediately. */
  readonly startJob?: StartJob | undefined
  readonly tracer?: Tracer | undefined
}

interface FollowOptions extends TransactionOptions {
  /** The wait budget of the caller, if it is shared with other calls. */
  readonly wait?: WaitBudget | undefined
}

interface Followed<T> {
  readonly result: T
  /** Whether the transaction enqueued jobs. */
  readonly hasJobs: boolean
}

const idLength = 20
const workerIdLength = 16
/** A fraction of the shortest lease. Most runs are over before. */
const beatMs = 3_000

/**
 * Runs jobs in the process that enqueues them, right after the commit. They are stored with the calendar whose
 * write enqueues them. The process holds their leases; workers take over only jobs that failed or were left
 * by a crash, through the queue.
 */
export class PromptJobs {
  readonly #context: PromptJobsContext & { readonly workerId: string }
  readonly #running = new Set<Promise<void>>()
  readonly #runs = new Set<Run>()
  /** The buckets of running jobs. */
  readonly #buckets = new Map<string, number>()
  readonly #begun = new WeakMap<Transaction, Promise<void>[]>()
  readonly #heartbeat: Heartbeat

  constructor(context: PromptJobsContext) {
    this.#context = { ...context, workerId: base32hex(workerIdLength, context.randomBytes) }
    this.#heartbeat = new Heartbeat({
      ...context,
      runs: this.#runs,
      extend: (tx, runs) => this.#extend(tx, runs),
      everyMs: beatMs,
    })
  }

  /** Runs a transaction and waits for a limited time for the jobs that it enqueued. */
  async transaction<T>(body: (tx: Transaction) => Promise<T>, options?: FollowOptions): Promise<T> {
    return (await this.follow(body, options)).result
  }

  /** The same, and returns whether there were such jobs. */
  async follow<T>(
    body: (tx: Transaction) => Promise<T>,
    { wait, ...options }: FollowOptions = {},
  ): Promise<Followed<T>> {
    const { database, waitMs } = this.#context
    let begun: Promise<void>[] = []
    const result = await database.transaction((tx) => {
      begun = []
      this.#begun.set(tx, begun)
      return body(tx)
    }, options)
    const hasJobs = begun.length > 0
    if (hasJobs) await (wait ?? new WaitBudget(waitMs)).spend(Promise.all(begun))
    return { result, hasJobs }
  }

  /** Writes the job in the transaction of the caller: it exists if and only if the transaction commits. */
  async begin<Payload>(
    tx: Transaction,
    kind: JobKind<Payload>,
    { bucket, payload }: { readonly bucket: number; readonly payload: Payload },
  ): Promise<void> {
    const { clock, randomBytes, workerId, startJob = startAtOnce } = this.#context
    const now = clock.nowMs()
    const job = {
      id: base32hex(idLength, randomBytes),
      kind: kind.kind,
      payload: JSON.stringify(payload),
      attempt: 1,
      dueAt: now,
    }
    const { leaseMs } = kind
    const { attempt, dueAt, ...inserted } = job
    await tx.run(insertPrompt, { ...inserted, bucket, createdAt: now, worker: workerId, leaseMs })
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    tx.afterCommit(() =>
      startJob(job, () => {
        const run = { job, kind: kind as JobKind, abort: new AbortController(), isOver: false }
        const running = this.#carryOut(run, bucket, resolve).finally(() =>
          this.#running.delete(running),
        )
        this.#running.add(running)
        return running
      }),
    )
    this.#begun.get(tx)?.push(ended)
  }

  /**
   * Replaces the payload of a running job, so that a run after a crash continues from here. Returns whether
   * the job still exists.
   */
  async redirect(
    tx: Transaction,
    { jobId, payload }: { readonly jobId: string; readonly payload: unknown },
  ): Promise<boolean> {
    const changed = { id: jobId, payload: JSON.stringify(payload) }
    const bucket = this.#buckets.get(jobId)
    if (bucket !== undefined && (await tx.run(setPromptPayload, { ...changed, bucket })) > 0) {
      return true
    }
    return (await tx.run(setPayload, changed)) > 0
  }

  /** Extends the leases of running jobs, as a timer also does; for tests. */
  async beat(): Promise<void> {
    await this.#heartbeat.beat()
  }

  /** Resolves when no job is running. */
  async whenIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async #carryOut(run: Run, bucket: number, onEnd: () => void): Promise<void> {
    const { id } = run.job
    this.#buckets.set(id, bucket)
    this.#runs.add(run)
    this.#heartbeat.adjust()
    const outcome = await carryOut(run, this.#context)
    this.#runs.delete(run)
    this.#heartbeat.adjust()
    // The caller does not wait until the job is removed from the queue.
    onEnd()
    try {
      await this.#record(run, { id, bucket }, outcome)
    } catch (error) {
      const { id: jobId, kind } = run.job
      this.#context.log.error('could not record the outcome of a job', {
        kind,
        jobId,
        error: String(error),
      })
    } finally {
      this.#buckets.delete(id)
    }
  }

  async #extend(tx: Transaction, runs: readonly Run[]): Promise<ReadonlySet<string>> {
    const extended = new Set<string>()
    for (const { job, kind } of runs) {
      const key = { id: job.id, bucket: this.#buckets.get(job.id)! }
      if ((await tx.run(extendPrompt, { ...key, leaseMs: kind.leaseMs })) > 0) extended.add(job.id)
    }
    return extended
  }

  async #record(run: Run, key: PromptKey, outcome: Outcome): Promise<void> {
    const { database, workerId: worker } = this.#context
    if (outcome.result === 'done') {
      if (await this.#remove(key)) return
    } else {
      const lease = { worker, leaseMs: run.kind.leaseMs }
      await database.transaction((tx) => moveToQueue(tx, key, lease))
    }
    await recordOutcome(run, outcome, this.#context)
  }

  /** Returns whether the job was there. */
  #remove(key: PromptKey): Promise<boolean> {
    return this.#context.database.transaction(
      async (tx) => {
        if (tx.optimistic === undefined) return (await tx.run(removePrompt, key)) > 0
        tx.optimistic.confirm(removePrompt, key)
        return true
      },
      { locks: `job ${key.id}`, canConfirm: true },
    )
  }
}

const startAtOnce: StartJob = (_job, run) => void run()

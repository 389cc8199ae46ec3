import type { Clock } from '#/kernel/clock.ts'
import type { Database, Transaction } from '#/storage/port.ts'

/** Work to be done after the commit of the transaction that enqueues it. */
export interface NewJob {
  readonly kind: string
  /** Anything that JSON can carry. */
  readonly payload: unknown
  /** Defaults to the current time. */
  readonly dueAtMs?: number
  /**
   * Coalesces jobs: while a job of this kind and key is waiting, enqueueing another one replaces its
   * payload, and can bring its due time forward but never postpone it. A job that is running is not replaced.
   */
  readonly key?: string
}

/** A kind of job and its handler, which may run twice for the same job and must be safe to repeat. */
export interface JobKind<Payload = unknown> {
  readonly kind: string
  /** When the job recurs: a cron pattern, read in UTC. Absent if it runs only when it is enqueued. */
  readonly pattern?: string | undefined
  readonly attemptsMax: number
  readonly backoff: Backoff
  /** A run that takes longer is aborted and counts as failed. */
  readonly timeoutMs: number
  /** How long a run is reserved for its process without another heartbeat. */
  readonly leaseMs: number
  run(payload: Payload, context: JobContext): Promise<void>
  /** Runs in the transaction that records the last failed attempt. */
  giveUp?(tx: Transaction, payload: Payload, dependencies: { readonly clock: Clock }): Promise<void>
}

export interface Backoff {
  readonly firstMs: number
  readonly factor: number
  readonly capMs: number
  /** The largest share of a delay, from 0 to 1, that is randomly subtracted. */
  readonly jitter: number
}

/** The retries of jobs that recur. */
export const retriesOfRecurringJobs = {
  attemptsMax: 3,
  backoff: { firstMs: 10_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  leaseMs: 60_000,
} as const

export interface JobContext {
  /** The same for every run of one job. */
  readonly jobId: string
  /** Aborted when the run takes too long, when its lease is lost and when the server stops. */
  readonly signal: AbortSignal
  /** 1 for the first run. */
  readonly attempt: number
  readonly clock: Clock
  readonly database: Database
}

export type JobState = 'ready' | 'running' | 'dead'

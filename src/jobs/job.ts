import type { Clock } from '#/kernel/clock.ts'
import type { Database, Transaction } from '#/storage/port.ts'

/** A piece of work to be done after the transaction that asks for it. */
export interface NewJob {
  readonly kind: string
  /** Anything that JSON can carry. */
  readonly payload: unknown
  /** Now, unless said otherwise. */
  readonly dueAtMs?: number
  /**
   * Names the work: while a job of this kind and key waits, another one only replaces its payload
   * and can make it due earlier. A job that has been begun no longer counts.
   */
  readonly key?: string
}

/** How a kind of job is carried out. A handler may run twice for one job, so it is safe to repeat. */
export interface JobKind<Payload = unknown> {
  readonly kind: string
  readonly attemptsMax: number
  readonly backoff: Backoff
  /** A run that takes longer has its signal aborted and counts as failed. */
  readonly timeoutMs: number
  /** How long after the last sign of life of a process its runs count as lost. */
  readonly leaseMs: number
  run(payload: Payload, context: JobContext): Promise<void>
  /** What is written with the end of trying, for those who wait for the job. */
  giveUp?(tx: Transaction, payload: Payload, given: { readonly clock: Clock }): Promise<void>
}

export interface Backoff {
  readonly firstMs: number
  readonly factor: number
  readonly capMs: number
  /** The share of a delay, from 0 to 1, that chance may take away. */
  readonly jitter: number
}

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

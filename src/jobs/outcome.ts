import { inspect } from 'node:util'
import type { Clock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { retryDelayMs } from './backoff.ts'
import { jobsChannel } from './enqueue.ts'
import type { Outcome, Run } from './run.ts'
import { bury, type RunKey, releaseRun, removeDone, retryLater } from './store.ts'

interface RecordContext {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly randomBytes: RandomBytes
  readonly workerId: string
}

const errorTextMax = 2_000

/** Records the outcome of a run, unless another worker has taken over the job. */
export async function recordOutcome(
  run: Run,
  outcome: Outcome,
  context: RecordContext,
): Promise<void> {
  const { job, kind } = run
  const fields = { kind: job.kind, jobId: job.id, attempt: job.attempt }
  const isLastAttempt = job.attempt >= kind.attemptsMax
  if (outcome.result === 'failed') {
    const error = textOf(outcome.error)
    if (isLastAttempt) context.log.error('job failed permanently', { ...fields, error })
    else context.log.warn('job failed', { ...fields, error })
  }
  if (outcome.result !== 'lost') {
    const runKey: RunKey = { id: job.id, worker: context.workerId, attempt: job.attempt }
    const written = await context.database.transaction(async (tx) => {
      // Workers learn when the job is due again.
      if (outcome.result !== 'done') await tx.notify(jobsChannel)
      return write(tx, { run, outcome, runKey, isLastAttempt, context })
    })
    if (written > 0) return
  }
  context.log.warn('job taken over by another worker', fields)
}

function write(
  tx: Transaction,
  {
    run,
    outcome,
    runKey,
    isLastAttempt,
    context,
  }: { run: Run; outcome: Outcome; runKey: RunKey; isLastAttempt: boolean; context: RecordContext },
): Promise<number> {
  if (outcome.result === 'done') return tx.run(removeDone, runKey)
  if (outcome.result !== 'failed') return tx.run(releaseRun, runKey)
  const now = context.clock.nowMs()
  const error = textOf(outcome.error)
  if (isLastAttempt)
    return buryRun(tx, { run, runKey, finishedAt: now, error, clock: context.clock })
  const delayMs = retryDelayMs(run.kind.backoff, runKey.attempt, context.randomBytes)
  return tx.run(retryLater, { ...runKey, dueAt: now + delayMs, error })
}

async function buryRun(
  tx: Transaction,
  { run: { job, kind }, runKey, clock, ...end }: Burial,
): Promise<number> {
  const written = await tx.run(bury, { ...runKey, ...end })
  if (written > 0) await kind.giveUp?.(tx, JSON.parse(job.payload), { clock })
  return written
}

interface Burial {
  readonly run: Run
  readonly runKey: RunKey
  readonly finishedAt: number
  readonly error: string
  readonly clock: Clock
}

// PostgreSQL cannot store NUL characters.
const textOf = (error: unknown) => errorText(error).replaceAll('\0', '').slice(0, errorTextMax)

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : inspect(error)
  const text = `${error.name}: ${error.message}`
  return error.cause instanceof Error ? `${text} (${error.cause.message})` : text
}

import { enqueueWith } from '#/jobs/enqueue.ts'
import type { JobKind, NewJob } from '#/jobs/job.ts'
import { channels, jobs, promptJobs } from '#/jobs/tables.ts'
import { JobWorker, type JobWorkerContext } from '#/jobs/worker.ts'
import { type Clock, SettableClock } from '#/kernel/clock.ts'
import { silentLog } from '#/kernel/log.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocCommand } from '#/storage/sql/statement.ts'

export const noonMs = Temporal.Instant.from('2026-03-01T12:00:00Z').epochMilliseconds
export const leaseMs = 60_000

/** Stands still until it is moved. */
export class TestClock extends SettableClock {
  constructor(atMs = noonMs) {
    super({ mode: 'frozen', atMs })
  }

  advance(ms: number): void {
    this.set({ mode: 'frozen', atMs: this.nowMs() + ms })
  }
}

/** Shortens all leases, as time does: they compare the clock of the database, which nobody can set. */
export const passLeases = (database: Database, ms: number): Promise<void> =>
  database.transaction(async (tx) => {
    for (const table of [channels, jobs, promptJobs]) {
      await tx.run(
        adHocCommand<{ ms: number }>(
          ({ ms }) => sql`update ${table} set leased_until = leased_until - ${ms}`,
        ),
        { ms },
      )
    }
  })

export const noteKind = (run: JobKind['run'], facts: Partial<JobKind> = {}): JobKind => ({
  kind: 'note',
  attemptsMax: 3,
  backoff: { firstMs: 1_000, factor: 2, capMs: 60_000, jitter: 0 },
  timeoutMs: 10_000,
  leaseMs,
  run,
  ...facts,
})

type Wanted = Partial<JobWorkerContext> & Pick<JobWorkerContext, 'database' | 'clock' | 'kinds'>

export const workerFor = (wanted: Wanted): JobWorker =>
  new JobWorker({
    log: silentLog,
    randomBytes: seededRandomBytes(wanted.workerId ?? 'worker'),
    concurrency: 4,
    drainMs: 0,
    ...wanted,
  })

/** Enqueues jobs in one transaction, from a seed that no other call has. */
export function enqueueAll(database: Database, clock: Clock, jobs: readonly NewJob[]) {
  const enqueue = enqueueWith({ clock, randomBytes: seededRandomBytes(`jobs ${seed++}`) })
  return database.transaction(async (tx) => {
    for (const job of jobs) await enqueue(tx, job)
  })
}

let seed = 0

export const note = (payload: unknown, more: Partial<NewJob> = {}): NewJob => ({
  kind: 'note',
  payload,
  ...more,
})

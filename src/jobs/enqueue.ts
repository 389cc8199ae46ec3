import type { Clock } from '#/kernel/clock.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Transaction } from '#/storage/port.ts'
import type { NewJob } from './job.ts'
import { insertJob } from './store.ts'

/** The notification channel that wakes the workers of all processes. */
export const jobsChannel = 'almanac_jobs'

const idLength = 20

/** Writes the job in the transaction of the caller: it exists if and only if the transaction commits. */
export type Enqueue = (tx: Transaction, job: NewJob) => Promise<void>

export function enqueueWith(context: { clock: Clock; randomBytes: RandomBytes }): Enqueue {
  return async (tx, job) => {
    const now = context.clock.nowMs()
    await Promise.all([
      tx.run(insertJob, {
        id: base32hex(idLength, context.randomBytes),
        kind: job.kind,
        key: job.key ?? null,
        payload: JSON.stringify(job.payload ?? null),
        dueAt: job.dueAtMs ?? now,
        createdAt: now,
      }),
      tx.notify(jobsChannel),
    ])
  }
}

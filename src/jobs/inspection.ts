import type { Clock } from '#/kernel/clock.ts'
import type { Database, Reader } from '#/storage/port.ts'
import { none } from '#/storage/statement.ts'
import { jobsChannel } from './enqueue.ts'
import type { JobState } from './job.ts'
import { countJobs, listDead, revive } from './store.ts'

export interface JobCount {
  readonly kind: string
  readonly state: JobState
  readonly count: number
}

/** A job that is tried no more, kept until somebody looks at it. */
export interface DeadJob {
  readonly id: string
  readonly kind: string
  readonly payload: unknown
  readonly attempts: number
  readonly lastError: string
  readonly createdAtMs: number
  readonly diedAtMs: number
}

export async function jobCounts(reader: Reader): Promise<JobCount[]> {
  const rows = await reader.all(countJobs, none)
  return rows.map(({ kind, state, count }) => ({ kind, state, count }))
}

/** The latest ones first. */
export async function deadJobs(reader: Reader, limit: number): Promise<DeadJob[]> {
  const rows = await reader.all(listDead, { count: limit })
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
}

/** Gives a dead job all its attempts again, from now on; false when there is no such dead job. */
export function retryDead(database: Database, clock: Clock, id: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const revived = await tx.run(revive, { id, dueAt: clock.nowMs() })
    if (revived > 0) await tx.notify(jobsChannel)
    return revived > 0
  })
}

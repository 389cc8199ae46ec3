import type { Clock } from '#/kernel/clock.ts'
import type { Database, Reader } from '#/storage/port.ts'
import { none } from '#/storage/sql/statement.ts'
import { jobsChannel } from './enqueue.ts'
import type { JobState } from './job.ts'
import {
  countJobs,
  earliestDue,
  hasten,
  type JobView,
  listDead,
  listJobs,
  oldestDue,
  removeIdle,
  revive,
  stateOfJob,
} from './store.ts'
import { allEntries } from './timetable-store.ts'

interface JobCount {
  readonly kind: string
  readonly state: JobState
  readonly count: number
}

/** A job that is no longer retried, kept for inspection. */
interface DeadJob {
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

/** When the next job is due, in milliseconds from now; undefined when none waits. */
export async function msToNextJob(reader: Reader, clock: Clock): Promise<number | undefined> {
  const dueAt = (await reader.first(earliestDue, none))?.dueAt
  return dueAt === undefined || dueAt === null ? undefined : Math.max(0, dueAt - clock.nowMs())
}

/** How long the job that has been due for longest has waited, in milliseconds; 0 when none is due. */
export async function jobDelayMs(reader: Reader, clock: Clock): Promise<number> {
  const { dueAt } = (await reader.first(earliestDue, none)) ?? {}
  return Math.max(0, clock.nowMs() - (dueAt ?? Number.POSITIVE_INFINITY))
}

/** How long the oldest job that waits or runs has been due, in milliseconds, by kind. */
async function jobLagsMs(reader: Reader, clock: Clock): Promise<Map<string, number>> {
  const now = clock.nowMs()
  const rows = await reader.all(oldestDue, { now })
  return new Map(rows.map(({ kind, dueAt }) => [kind, now - dueAt]))
}

/** What metrics show of the queue. */
export const queueFigures = ({ database, clock }: { database: Database; clock: Clock }) => ({
  jobs: () => jobCounts(database),
  jobDelayMs: () => jobDelayMs(database, clock),
  jobLagsMs: () => jobLagsMs(database, clock),
})

/** Latest first. */
export async function deadJobs(reader: Reader, limit: number): Promise<DeadJob[]> {
  const rows = await reader.all(listDead, { count: limit })
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
}

export const jobsAfter = (
  reader: Reader,
  page: {
    readonly kind?: string | undefined
    readonly state?: JobState | undefined
    readonly after: string
    readonly limit: number
  },
): Promise<JobView[]> =>
  reader.all(listJobs, { ...page, kind: page.kind ?? '', state: page.state ?? '' })

/** The result of retrying or deleting a job. A running job is not changed. */
export type JobOutcome = 'done' | 'running' | 'absent'

/** Schedules a waiting job for now, and resets the attempts of a dead one. */
export async function retryJob(database: Database, clock: Clock, id: string): Promise<JobOutcome> {
  const isDone = await database.transaction(async (tx) => {
    const due = { id, dueAt: clock.nowMs() }
    const changed = (await tx.run(revive, due)) + (await tx.run(hasten, due))
    if (changed > 0) await tx.notify(jobsChannel)
    return changed > 0
  })
  return isDone ? 'done' : whyNot(database, id)
}

export async function removeJob(database: Database, id: string): Promise<JobOutcome> {
  const isDone = await database.transaction(async (tx) => (await tx.run(removeIdle, { id })) > 0)
  return isDone ? 'done' : whyNot(database, id)
}

const whyNot = async (reader: Reader, id: string): Promise<JobOutcome> =>
  (await reader.first(stateOfJob, { id })) === undefined ? 'absent' : 'running'

export interface PlannedWork {
  readonly name: string
  /** A cron pattern, read in UTC. */
  readonly pattern: string
  readonly nextAtMs: number
}

/** All recurring work, by name. */
export const plannedWork = (reader: Reader): Promise<PlannedWork[]> => reader.all(allEntries, none)

const deadPerRetry = 1_000

/** Resets the attempts of dead jobs of some kinds, and returns these jobs. */
export async function retryAllDead(
  database: Database,
  clock: Clock,
  kinds: readonly string[],
): Promise<readonly DeadJob[]> {
  const dead = await deadJobs(database, deadPerRetry)
  const chosen = dead.filter(({ kind }) => kinds.includes(kind))
  for (const { id } of chosen) await retryDead(database, clock, id)
  return chosen
}

/** Resets the attempts of a dead job; false if there is no such job. */
export function retryDead(database: Database, clock: Clock, id: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const revived = await tx.run(revive, { id, dueAt: clock.nowMs() })
    if (revived > 0) await tx.notify(jobsChannel)
    return revived > 0
  })
}

import { statement } from '#/storage/statement.ts'
import type { JobState } from './job.ts'

export interface ClaimedJob {
  readonly id: string
  readonly kind: string
  readonly payload: string
  readonly attempt: number
  readonly dueAt: number
}

/** Names one run of a job: whoever took the job over afterwards holds another number of attempts. */
export interface RunKey {
  readonly id: string
  readonly worker: string
  readonly attempt: number
}

/** A waiting job of the same key is locked to the commit, so that it runs after what asked again. */
export const insertJob = statement<{
  id: string
  kind: string
  key: string | null
  payload: string
  dueAt: number
  createdAt: number
}>(`
  insert into jobs (id, kind, key, payload, state, due_at, attempts, created_at)
  values (:id, :kind, :key, :payload, 'ready', :dueAt, 0, :createdAt)
  on conflict (kind, key) where key is not null do update set
    payload = excluded.payload,
    due_at = case when excluded.due_at < jobs.due_at then excluded.due_at else jobs.due_at end
`)

/** A job that the process which writes it runs at once. */
export const insertLeased = statement<{
  id: string
  kind: string
  payload: string
  attempt: number
  dueAt: number
  createdAt: number
  worker: string
  leasedUntil: number
}>(`
  insert into jobs (id, kind, payload, state, due_at, attempts, created_at, leased_by, leased_until)
  values (:id, :kind, :payload, 'running', :dueAt, :attempt, :createdAt, :worker, :leasedUntil)
`)

// The common table expression is computed once, which keeps `limit` a limit on PostgreSQL.
export const claimDueJobs = statement<
  { worker: string; leasedUntil: number; now: number; kinds: string; count: number },
  ClaimedJob
>(
  ({ inTexts, skipLocked }) => `
  with due as materialized (
    select id from jobs
    where state = 'ready' and due_at <= :now and kind ${inTexts('kinds')}
    order by due_at, id limit :count ${skipLocked}
  )
  update jobs set state = 'running', attempts = attempts + 1, key = null,
    leased_by = :worker, leased_until = :leasedUntil
  where id in (select id from due)
  returning id, kind, payload, attempts as attempt, due_at as "dueAt"
`,
)

/**
 * Jobs that were due when they were written stay due when the clock is set back; otherwise they would
 * wait until it shows that time again.
 */
export const bringForward = statement<{ now: number }>(`
  update jobs set due_at = :now where state = 'ready' and due_at > :now and due_at <= created_at
`)

export const extendLeases = statement<
  { worker: string; leasedUntil: number; ids: string },
  { id: string }
>(
  ({ inTexts }) => `
  update jobs set leased_until = :leasedUntil
  where id ${inTexts('ids')} and state = 'running' and leased_by = :worker
  returning id
`,
)

/** Changes what a running job has to do. */
export const setPayload = statement<{ id: string; payload: string }>(
  "update jobs set payload = :payload where id = :id and state = 'running'",
)

/** Makes jobs claimable again whose process gave no sign of life. */
export const freeExpiredLeases = statement<{ machineNow: number }>(
  ({ skipLocked }) => `
  with expired as materialized (
    select id from jobs where state = 'running' and leased_until <= :machineNow ${skipLocked}
  )
  update jobs set state = 'ready', leased_by = null, leased_until = null
  where id in (select id from expired)
`,
)

export const freeAllLeases = statement<{ kinds: string }>(
  ({ inTexts }) => `
  update jobs set state = 'ready', leased_by = null, leased_until = null
  where state = 'running' and kind ${inTexts('kinds')}
`,
)

/** What a stopping worker has not finished; a run that was cut short is no attempt. */
export const releaseRuns = statement<{ worker: string }>(`
  update jobs set state = 'ready', attempts = attempts - 1, leased_by = null, leased_until = null
  where state = 'running' and leased_by = :worker
`)

export const releaseRun = statement<RunKey>(`
  update jobs set state = 'ready', attempts = attempts - 1, leased_by = null, leased_until = null
  where id = :id and leased_by = :worker and attempts = :attempt
`)

export const removeDone = statement<RunKey>(`
  delete from jobs where id = :id and leased_by = :worker and attempts = :attempt
`)

export const retryLater = statement<RunKey & { dueAt: number; error: string }>(`
  update jobs set state = 'ready', due_at = :dueAt, last_error = :error,
    leased_by = null, leased_until = null
  where id = :id and leased_by = :worker and attempts = :attempt
`)

export const bury = statement<RunKey & { finishedAt: number; error: string }>(`
  update jobs set state = 'dead', finished_at = :finishedAt, last_error = :error,
    leased_by = null, leased_until = null
  where id = :id and leased_by = :worker and attempts = :attempt
`)

/** When there is something to do next, and a kind that is due here and that nobody here knows. */
export const upcoming = statement<
  { kinds: string; reportedKinds: string; now: number },
  { dueAt: number | null; leasedUntil: number | null; unknownKind: string | null }
>(
  ({ inTexts }) => `
  select
    (select due_at from jobs where state = 'ready' and kind ${inTexts('kinds')}
      order by due_at limit 1) as "dueAt",
    (select min(leased_until) from jobs where state = 'running') as "leasedUntil",
    (select kind from jobs where state = 'ready' and due_at <= :now
      and not (kind ${inTexts('kinds')}) and not (kind ${inTexts('reportedKinds')})
      order by due_at limit 1) as "unknownKind"
`,
)

export const countJobs = statement<
  Record<never, never>,
  { kind: string; state: JobState; count: number }
>(`
  select kind, state, count(*) as count from jobs group by kind, state order by kind, state
`)

export const listDead = statement<
  { count: number },
  {
    id: string
    kind: string
    payload: string
    attempts: number
    lastError: string
    createdAtMs: number
    diedAtMs: number
  }
>(`
  select id, kind, payload, attempts, last_error as "lastError", created_at as "createdAtMs",
    finished_at as "diedAtMs"
  from jobs where state = 'dead' order by finished_at desc, id limit :count
`)

interface JobRow {
  readonly id: string
  readonly kind: string
  readonly state: JobState
  readonly attempts: number
  readonly dueAtMs: number
  readonly createdAtMs: number
  readonly lastError: string | null
  readonly finishedAtMs: number | null
}

/** In the order of their ids; an empty kind or state stands for all. */
export const listJobs = statement<
  { kind: string; state: string; after: string; limit: number },
  JobRow
>(`
  select id, kind, state, attempts, due_at as "dueAtMs", created_at as "createdAtMs",
    last_error as "lastError", finished_at as "finishedAtMs"
  from jobs
  where id > :after and kind = case when :kind = '' then kind else :kind end
    and state = case when :state = '' then state else :state end
  order by id limit :limit
`)

export const stateOfJob = statement<{ id: string }, { state: JobState }>(
  'select state from jobs where id = :id',
)

export const hasten = statement<{ id: string; dueAt: number }>(`
  update jobs set due_at = :dueAt where id = :id and state = 'ready'
`)

export const removeIdle = statement<{ id: string }>(`
  delete from jobs where id = :id and state <> 'running'
`)

export const revive = statement<{ id: string; dueAt: number }>(`
  update jobs set state = 'ready', attempts = 0, due_at = :dueAt, finished_at = null
  where id = :id and state = 'dead'
`)

/** When the next job that waits is due. */
export const earliestDue = statement<object, { dueAt: number | null }>(
  `select min(due_at) as "dueAt" from jobs where state = 'ready'`,
)

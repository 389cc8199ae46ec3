import { insertInto, limit, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import type { JobState } from './job.ts'
import { jobs } from './tables.ts'

export interface ClaimedJob {
  readonly id: string
  readonly kind: string
  readonly payload: string
  readonly attempt: number
  readonly dueAt: number
}

/** Identifies a run of a job. A worker that takes over has a different number of attempts. */
export interface RunKey {
  readonly id: string
  readonly worker: string
  readonly attempt: number
}

/**
 * A waiting job with the same key is locked until the commit, so that it runs after the enqueueing
 * transaction.
 */
export const insertJob = command<{
  id: string
  kind: string
  key: string | null
  payload: string
  dueAt: number
  createdAt: number
}>(({ id, kind, key, payload, dueAt, createdAt }) =>
  insertInto(
    jobs,
    {
      id,
      kind,
      key,
      payload,
      state: sql`'ready'`,
      due_at: dueAt,
      attempts: sql`0`,
      created_at: createdAt,
    },
    sql`on conflict (kind, key) where key is not null do update set
    payload = excluded.payload,
    due_at = case when excluded.due_at < ${jobs}.due_at then excluded.due_at else ${jobs}.due_at end`,
  ),
)

/** Inserts a job that a worker is running. */
export const insertLeased = command<{
  id: string
  kind: string
  payload: string
  attempt: number
  dueAt: number
  createdAt: number
  worker: string
  leaseMs: number
}>(({ id, kind, payload, dueAt, attempt, createdAt, worker, leaseMs }, { databaseMs }) =>
  insertInto(jobs, {
    id,
    kind,
    payload,
    state: sql`'running'`,
    due_at: dueAt,
    attempts: attempt,
    created_at: createdAt,
    leased_by: worker,
    leased_until: sql`${databaseMs} + ${leaseMs}`,
  }),
)

// PostgreSQL computes a common table expression once, which makes `limit` effective.
export const claimDueJobs = command<
  { worker: string; leaseMs: number; now: number; kinds: string; count: number },
  ClaimedJob
>(
  ({ now, kinds, count, worker, leaseMs }, { inTexts, skipLocked, databaseMs }) => sql`
  with due as materialized (
    select id from ${jobs}
    where state = 'ready' and due_at <= ${now} and kind ${inTexts(kinds)}
    order by due_at, id ${limit(count)} ${skipLocked}
  )
  update ${jobs} set state = 'running', attempts = attempts + 1, key = null,
    leased_by = ${worker}, leased_until = ${databaseMs} + ${leaseMs}
  where id in (select id from due)
  returning id, kind, payload, attempts as attempt, due_at as "dueAt"
`,
)

/**
 * Jobs that were due when enqueued stay due when the clock is set back, and so do retries, which are
 * never due after `latestRetry`; otherwise they would wait until the clock reaches that time again.
 */
export const bringForward = command<{ now: number; latestRetry: number }>(
  ({ now, latestRetry }) => sql`
  update ${jobs} set due_at = ${now}
   where state = 'ready' and due_at > ${now}
     and (due_at <= created_at or attempts > 0 and due_at > ${latestRetry})
`,
)

export const extendLeases = command<
  { worker: string; leaseMs: number; ids: string },
  { id: string }
>(
  ({ leaseMs, ids, worker }, { inTexts, databaseMs }) => sql`
  update ${jobs} set leased_until = ${databaseMs} + ${leaseMs}
  where id ${inTexts(ids)} and state = 'running' and leased_by = ${worker}
  returning id
`,
)

/** Replaces the payload of a running job. */
export const setPayload = command<{ id: string; payload: string }>(
  ({ payload, id }) =>
    sql`update ${jobs} set payload = ${payload} where id = ${id} and state = 'running'`,
)

/** Releases jobs whose process sent no heartbeat. */
export const freeExpiredLeases = command(
  (_, { skipLocked, databaseMs }) => sql`
  with expired as materialized (
    select id from ${jobs} where state = 'running' and leased_until <= ${databaseMs} ${skipLocked}
  )
  update ${jobs} set state = 'ready', leased_by = null, leased_until = null
  where id in (select id from expired)
`,
)

export const freeAllLeases = command<{ kinds: string }>(
  ({ kinds }, { inTexts }) => sql`
  update ${jobs} set state = 'ready', leased_by = null, leased_until = null
  where state = 'running' and kind ${inTexts(kinds)}
`,
)

/** Releases the unfinished jobs of a stopping worker. An aborted run does not count as an attempt. */
export const releaseRuns = command<{ worker: string }>(
  ({ worker }) => sql`
  update ${jobs} set state = 'ready', attempts = attempts - 1, leased_by = null, leased_until = null
  where state = 'running' and leased_by = ${worker}
`,
)

export const releaseRun = command<RunKey>(
  ({ id, worker, attempt }) => sql`
  update ${jobs} set state = 'ready', attempts = attempts - 1, leased_by = null, leased_until = null
  where id = ${id} and leased_by = ${worker} and attempts = ${attempt}
`,
)

export const removeDone = command<RunKey>(
  ({ id, worker, attempt }) => sql`
  delete from ${jobs} where id = ${id} and leased_by = ${worker} and attempts = ${attempt}
`,
)

export const retryLater = command<RunKey & { dueAt: number; error: string }>(
  ({ dueAt, error, id, worker, attempt }) => sql`
  update ${jobs} set state = 'ready', due_at = ${dueAt}, last_error = ${error},
    leased_by = null, leased_until = null
  where id = ${id} and leased_by = ${worker} and attempts = ${attempt}
`,
)

export const bury = command<RunKey & { finishedAt: number; error: string }>(
  ({ finishedAt, error, id, worker, attempt }) => sql`
  update ${jobs} set state = 'dead', finished_at = ${finishedAt}, last_error = ${error},
    leased_by = null, leased_until = null
  where id = ${id} and leased_by = ${worker} and attempts = ${attempt}
`,
)

/**
 * When the next job is due, when the first lease ends, and a due kind that no worker of this process handles.
 * Waiting jobs of other kinds cost nothing.
 */
export const upcoming = query<
  { kinds: string; reportedKinds: string; now: number },
  { dueAt: number | null; leaseLeftMs: number | null; unknownKind: string | null }
>(
  ({ kinds, now, reportedKinds }, { inTexts, jsonTexts, databaseMs }) => sql`
  select
    (select min((select due_at from ${jobs} where state = 'ready' and kind = k.value
      order by due_at limit 1)) from ${jsonTexts(kinds)} k) as "dueAt",
    (select min(leased_until) - ${databaseMs} from ${jobs} where state = 'running') as "leaseLeftMs",
    (select kind from ${jobs} where state = 'ready' and due_at <= ${now}
      and not (kind ${inTexts(kinds)}) and not (kind ${inTexts(reportedKinds)})
      order by due_at limit 1) as "unknownKind"
`,
)

export const countJobs = query<
  Record<never, never>,
  { kind: string; state: JobState; count: number }
>(
  () => sql`
  select kind, state, count(*) as count from ${jobs} group by kind, state order by kind, state
`,
)

/** When the oldest unfinished job of each kind was due, if it was. */
export const oldestDue = query<{ now: number }, { kind: string; dueAt: number }>(
  ({ now }) => sql`
  select kind, min(due_at) as "dueAt" from ${jobs} where state <> 'dead' and due_at <= ${now}
  group by kind order by kind
`,
)

export const listDead = query<
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
>(
  ({ count }) => sql`
  select id, kind, payload, attempts, last_error as "lastError", created_at as "createdAtMs",
    finished_at as "diedAtMs"
  from ${jobs} where state = 'dead' order by finished_at desc, id ${limit(count)}
`,
)

/** A job as operators see it, without its payload. */
export interface JobView {
  readonly id: string
  readonly kind: string
  readonly state: JobState
  readonly attempts: number
  readonly dueAtMs: number
  readonly createdAtMs: number
  readonly lastError: string | null
  /** When a dead job failed for the last time. */
  readonly finishedAtMs: number | null
}

/** In the order of ids; an empty kind or state means all. */
export const listJobs = query<
  { kind: string; state: string; after: string; limit: number },
  JobView
>(
  (args) => sql`
  select id, kind, state, attempts, due_at as "dueAtMs", created_at as "createdAtMs",
    last_error as "lastError", finished_at as "finishedAtMs"
  from ${jobs}
  where id > ${args.after} and kind = case when ${args.kind} = '' then kind else ${args.kind} end
    and state = case when ${args.state} = '' then state else ${args.state} end
  order by id ${limit(args.limit)}
`,
)

export const stateOfJob = query<{ id: string }, { state: JobState }>(
  ({ id }) => sql`select state from ${jobs} where id = ${id}`,
)

export const hasten = command<{ id: string; dueAt: number }>(
  ({ dueAt, id }) => sql`
  update ${jobs} set due_at = ${dueAt} where id = ${id} and state = 'ready'
`,
)

export const removeIdle = command<{ id: string }>(
  ({ id }) => sql`
  delete from ${jobs} where id = ${id} and state <> 'running'
`,
)

export const revive = command<{ id: string; dueAt: number }>(
  ({ dueAt, id }) => sql`
  update ${jobs} set state = 'ready', attempts = 0, due_at = ${dueAt}, finished_at = null
  where id = ${id} and state = 'dead'
`,
)

/** When the next waiting job is due. */
export const earliestDue = query<object, { dueAt: number | null }>(
  () => sql`select min(due_at) as "dueAt" from ${jobs} where state = 'ready'`,
)

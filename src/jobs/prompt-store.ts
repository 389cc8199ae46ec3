import type { Transaction } from '#/storage/port.ts'
import { insertInto, limit, owner, type Parameter, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { insertLeased } from './store.ts'
import { promptJobs } from './tables.ts'

/** Identifies a job that the process that enqueued it runs. */
export interface PromptKey {
  readonly id: string
  /** The bucket of the calendar whose write enqueued the job. */
  readonly bucket: number
}

const withKey = ({ id, bucket }: { id: Parameter; bucket: Parameter }) =>
  sql`id = ${id} and bucket = ${owner(bucket)}`

export const insertPrompt = command<
  PromptKey & {
    kind: string
    payload: string
    createdAt: number
    worker: string
    leaseMs: number
  }
>(({ id, bucket, kind, payload, createdAt, worker, leaseMs }, { databaseMs }) =>
  insertInto(promptJobs, {
    bucket: owner(bucket),
    id,
    kind,
    payload,
    created_at: createdAt,
    leased_by: worker,
    leased_until: sql`${databaseMs} + ${leaseMs}`,
  }),
)

export const setPromptPayload = command<PromptKey & { payload: string }>(
  ({ payload, id, bucket }) =>
    sql`update ${promptJobs} set payload = ${payload} where ${withKey({ id, bucket })}`,
)

export const removePrompt = command<PromptKey>(
  (key) => sql`delete from ${promptJobs} where ${withKey(key)}`,
)

export const extendPrompt = command<PromptKey & { leaseMs: number }>(
  ({ leaseMs, id, bucket }, { databaseMs }) =>
    sql`update ${promptJobs} set leased_until = ${databaseMs} + ${leaseMs} where ${withKey({ id, bucket })}`,
)

const takePrompt = command<PromptKey, { kind: string; payload: string; createdAt: number }>(
  (key) => sql`delete from ${promptJobs} where ${withKey(key)}
   returning kind, payload, created_at as "createdAt"`,
)

/** Those whose leases end first. */
export const listPrompt = query<
  { kinds: string; count: number },
  PromptKey & { leaseLeftMs: number }
>(
  ({ kinds, count }, { inTexts, databaseMs }) => sql`
  select id, bucket, leased_until - ${databaseMs} as "leaseLeftMs"
  from ${promptJobs} where kind ${inTexts(kinds)} order by leased_until, id ${limit(count)}
`,
)

/** Moves a job to the queue, as one that a worker is running. Does nothing if another process has done that. */
export async function moveToQueue(
  tx: Transaction,
  key: PromptKey,
  lease: { readonly worker: string; readonly leaseMs: number },
): Promise<void> {
  const job = await tx.first(takePrompt, key)
  if (job === undefined) return
  const { id } = key
  await tx.run(insertLeased, { ...job, id, attempt: 1, dueAt: job.createdAt, ...lease })
}

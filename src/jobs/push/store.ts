import { meta } from '#/storage/schema/tables.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, type none, query } from '#/storage/sql/statement.ts'
import { channelDeliveries, channels } from '../tables.ts'
import type { Delivery } from './channels/channel.ts'

/** Writes the new state of the channels of this worker, and releases them. */
export const settleChannels = command<{ worker: string; rows: string }>(
  ({ rows, worker }, { jsonRows }) => sql`
  update ${channels} set told = r.told, told_key = r."toldKey", incarnation = r.incarnation,
    is_synced = r."isSynced",
    is_wanted = case when r."grantsWish" = 1 then 0 else ${channels}.is_wanted end, attempts = r.attempts, due_at = r."dueAt",
    leased_by = null, leased_until = null
  from ${jsonRows(rows, {
    key: 'text',
    told: 'integer',
    toldKey: 'integer',
    incarnation: 'text',
    isSynced: 'integer',
    grantsWish: 'integer',
    attempts: 'integer',
    dueAt: 'integer',
  })} r
  where ${channels}.key = r.key and ${channels}.leased_by = ${worker}
`,
)

export type DeliveryRow = Delivery & { readonly channelKey: string; readonly slot: number }

/** Writes log entries of channels that still exist. */
export const putDeliveries = command<{ rows: string }>(
  ({ rows }, { jsonRows }) => sql`
  insert into ${channelDeliveries} (channel_key, slot, message_number, state, attempt, outcome, status,
    error, began_at, duration_ms)
  select r."channelKey", r.slot, r."messageNumber", r.state, r.attempt, r.outcome, r.status,
    r.error, r."beganAtMs", r."durationMs"
  from ${jsonRows(rows, {
    channelKey: 'text',
    slot: 'integer',
    messageNumber: 'integer',
    state: 'text',
    attempt: 'integer',
    outcome: 'text',
    status: 'integer',
    error: 'text',
    beganAtMs: 'integer',
    durationMs: 'integer',
  })} r join ${channels} c on c.key = r."channelKey"
  where true
  on conflict (channel_key, slot) do update set message_number = excluded.message_number,
    state = excluded.state, attempt = excluded.attempt, outcome = excluded.outcome,
    status = excluded.status, error = excluded.error, began_at = excluded.began_at,
    duration_ms = excluded.duration_ms
`,
)

export const extendLeases = command<
  { worker: string; leaseMs: number; keys: string },
  { key: string }
>(
  ({ leaseMs, keys, worker }, { inTexts, databaseMs }) => sql`
  update ${channels} set leased_until = ${databaseMs} + ${leaseMs}
  where key ${inTexts(keys)} and leased_by = ${worker}
  returning key
`,
)

export const freeAllLeases = command(
  () => sql`
  update ${channels} set leased_by = null, leased_until = null where leased_by is not null
`,
)

/** Frees leases from other incarnations. */
export const freeOldLeases = command<{ incarnation: string }>(
  ({ incarnation }) => sql`
  update ${channels} set leased_by = null, leased_until = null
  where leased_by is not null and incarnation <> ${incarnation}
`,
)

export const retryTimes = query<
  { now: number },
  { earliest: number | null; latest: number | null }
>(
  ({ now }) => sql`select
  (select min(due_at) from ${channels} where due_at is not null and expires_at > ${now}) as earliest,
  (select max(due_at) from ${channels} where due_at is not null and expires_at > ${now}) as latest
`,
)

/** For retries that would wait too long because the clock was set back. */
export const bringRetriesForward = command<{ now: number; latest: number }>(
  ({ now, latest }) => sql`update ${channels} set due_at = ${now} where due_at > ${latest}`,
)

/** The key of the channel that the last sweep ended with. */
export const findSweepPlace = query<typeof none, { value: string }>(
  () => sql`select value from ${meta} where name = 'channelSweep'`,
)

export const putSweepPlace = command<{ value: string }>(({ value }) =>
  insertInto(
    meta,
    { name: sql`'channelSweep'`, value },
    sql`on conflict (name) do update set value = excluded.value`,
  ),
)

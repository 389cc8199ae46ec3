import type { Enqueue } from '#/jobs/enqueue.ts'
import type { NewJob } from '#/jobs/job.ts'
import type { ClockSetting, SettableClock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { epochChannel } from '#/storage/schema/epoch.ts'
import { meta } from '#/storage/schema/tables.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'

const clockChanged = 'almanac_clock'

interface Keeping {
  readonly database: Database
  readonly enqueue: Enqueue
  /** The jobs that run at that time. */
  readonly jobs: readonly NewJob[]
}

/** Stores the setting for the next start, and notifies the other processes. */
export function keepClock(
  { database, enqueue, jobs }: Keeping,
  setting: ClockSetting,
): Promise<void> {
  return database.transaction(async (tx) => {
    await tx.run(put, { value: JSON.stringify(setting) })
    await tx.notify(clockChanged)
    for (const job of jobs) await enqueue(tx, job)
  })
}

interface ClockContext {
  readonly settings: { readonly mode: 'dev' | 'production' }
  readonly database: Database
  readonly clock: SettableClock
}

/**
 * In dev mode, sets the clock as it is stored, and again when any process sets it or restores a state. Returns a
 * function that tells the current time for all processes, even if one of them has just set the clock.
 */
export async function openClock({ settings, database, clock }: ClockContext) {
  if (settings.mode !== 'dev') return async () => clock.nowMs()
  await adoptClock(database, clock)
  for (const channel of [clockChanged, epochChannel]) {
    await database.listen(channel, () => void adoptClock(database, clock).catch(() => {}))
  }
  return async () => {
    await adoptClock(database, clock)
    return clock.nowMs()
  }
}

/** Sets the clock as it is stored, or back to the machine's time. */
export async function adoptClock(database: Database, clock: SettableClock): Promise<void> {
  for (;;) {
    const before = clock.setting
    const stored = await database.first(find, none)
    // Where it was set meanwhile, what was read may be what held before.
    if (clock.setting !== before) continue
    clock.set(stored === undefined ? machineTime : (JSON.parse(stored.value) as ClockSetting))
    return
  }
}

const machineTime: ClockSetting = { mode: 'offset', offsetMs: 0 }

const find = query<object, { value: string }>(
  () => sql`select value from ${meta} where name = 'clock'`,
)

const put = command<{ value: string }>(({ value }) =>
  insertInto(
    meta,
    { name: sql`'clock'`, value },
    sql`on conflict (name) do update set value = excluded.value`,
  ),
)

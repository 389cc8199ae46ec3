import type { ClockSetting, SettableClock } from '#/kernel/clock.ts'
import { epochChannel } from '#/storage/epoch.ts'
import type { Database } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'

const clockChanged = 'almanac_clock'

/** Keeps the setting for the next start, and tells it to the other processes. */
export function keepClock(database: Database, setting: ClockSetting): Promise<void> {
  return database.transaction(async (tx) => {
    await tx.run(put, { value: JSON.stringify(setting) })
    await tx.notify(clockChanged)
  })
}

/** Sets the clock as it was kept, and again when any process sets it or puts a state back. */
export async function followClock(database: Database, clock: SettableClock): Promise<void> {
  await adoptClock(database, clock)
  for (const channel of [clockChanged, epochChannel]) {
    await database.listen(channel, () => void adoptClock(database, clock).catch(() => {}))
  }
}

/** Sets the clock as it was kept, or back to the machine's time. */
export async function adoptClock(database: Database, clock: SettableClock): Promise<void> {
  const kept = await database.first(find, none)
  clock.set(kept === undefined ? machineTime : (JSON.parse(kept.value) as ClockSetting))
}

const machineTime: ClockSetting = { mode: 'offset', offsetMs: 0 }

const find = statement<object, { value: string }>(`select value from meta where name = 'clock'`)

const put = statement<{ value: string }>(
  `insert into meta (name, value) values ('clock', :value)
   on conflict (name) do update set value = excluded.value`,
)

import type { ClockSetting, SettableClock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'

const clockChanged = 'almanac_clock'

/** Keeps the setting for the next start, and tells it to the other processes. */
export function keepClock(database: Database, setting: ClockSetting): Promise<void> {
  return database.transaction(async (tx) => {
    const value = JSON.stringify(setting)
    await tx.run(put, { value })
    await tx.notify(clockChanged, value)
  })
}

/** Sets the clock as it was kept, and again whenever another process sets it. */
export async function followClock(database: Database, clock: SettableClock): Promise<void> {
  const kept = await database.first(find, none)
  if (kept !== undefined) clock.set(JSON.parse(kept.value) as ClockSetting)
  await database.listen(clockChanged, (value) => clock.set(JSON.parse(value) as ClockSetting))
}

const find = statement<object, { value: string }>(`select value from meta where name = 'clock'`)

const put = statement<{ value: string }>(
  `insert into meta (name, value) values ('clock', :value)
   on conflict (name) do update set value = excluded.value`,
)

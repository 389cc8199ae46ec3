import type { Database, Reader } from '../port.ts'
import { insertInto, sql } from '../sql/sql.ts'
import { command, none, query } from '../sql/statement.ts'
import { meta } from './tables.ts'

const firstEpoch = 1

/** The notification channel for new incarnations, and possibly new epochs. */
export const epochChannel = 'almanac_epoch'

export async function readEpoch(reader: Reader): Promise<number | undefined> {
  const row = await reader.first(epochRow, none)
  return row === undefined ? undefined : Number(row.value)
}

/** Creates the first epoch of a database, unless it has one. */
export async function ensureEpoch(database: Database): Promise<void> {
  if ((await readEpoch(database)) !== undefined) return
  await database.transaction((tx) => tx.run(addEpoch, { value: String(firstEpoch) }))
}

/** Begins an epoch that neither this database nor the one that it replaces has had. */
export async function beginEpoch(database: Database, replaced: number): Promise<void> {
  const value = String(nextEpoch(replaced, database.epoch))
  await database.transaction((tx) => tx.run(setEpoch, { value }))
}

/** An epoch that neither this database nor the archived one has had. */
export const nextEpoch = (present: number | undefined, archived: number | undefined): number =>
  Math.max(present ?? 0, archived ?? 0, firstEpoch) + 1

export const setEpoch = command<{ value: string }>(({ value }) =>
  insertInto(
    meta,
    { name: sql`'epoch'`, value },
    sql`on conflict (name) do update set value = excluded.value`,
  ),
)

const epochRow = query<typeof none, { value: string }>(
  () => sql`select value from ${meta} where name = 'epoch'`,
)

const addEpoch = command<{ value: string }>(({ value }) =>
  insertInto(meta, { name: sql`'epoch'`, value }, sql`on conflict (name) do nothing`),
)

import type { Reader, Transaction } from '#/storage/port.ts'
import { meta } from '#/storage/schema/tables.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'

/**
 * A number that changes with every change of groups and domains, in the same transaction. Derived data is
 * valid while this number and the incarnation of the database stay the same.
 */
export async function directorySequence(reader: Reader): Promise<number> {
  return Number((await reader.first(find, none))?.value ?? 0)
}

/** The notification channel for changes of this number. */
export const directoryChanged = 'almanac_directory'

export async function moveDirectorySequence(tx: Transaction): Promise<void> {
  await tx.run(move, none)
  await tx.notify(directoryChanged)
}

const find = query<object, { value: string }>(
  () => sql`select value from ${meta} where name = 'directory_sequence'`,
)

const move = command<object>(() =>
  insertInto(
    meta,
    { name: sql`'directory_sequence'`, value: sql`'1'` },
    sql`on conflict (name) do update set value = cast(cast(${meta}.value as bigint) + 1 as text)`,
  ),
)

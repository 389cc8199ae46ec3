import type { Reader, Transaction } from '#/storage/port.ts'
import { meta } from '#/storage/schema/tables.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'

/**
 * A number that moves with every change of groups and domains, in the transaction of the change.
 * What was derived from them is good as long as this and the database's incarnation stay the same.
 */
export async function directorySequence(reader: Reader): Promise<number> {
  return Number((await reader.first(find, none))?.value ?? 0)
}

/** Where every process hears that the number has moved. */
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

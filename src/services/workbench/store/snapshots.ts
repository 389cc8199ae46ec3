import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import { snapshots } from '../tables.ts'

export interface SnapshotRow {
  readonly name: string
  readonly createdAt: number
}

export const listSnapshots = (reader: Reader): Promise<SnapshotRow[]> => reader.all(list, none)

/** The whole state that was saved under the name. */
export async function findSnapshot(reader: Reader, name: string): Promise<Buffer | undefined> {
  return archiveIn(await reader.first(find, { name }))
}

/** The state in which a world was created. */
export async function findFirstState(reader: Reader): Promise<Buffer | undefined> {
  return archiveIn(await reader.first(findFirst, none))
}

const archiveIn = (row: { readonly archive: string } | undefined): Buffer | undefined =>
  row && Buffer.from(row.archive, 'base64')

export const putSnapshot = (tx: Transaction, snapshot: SnapshotRow & { archive: Buffer }) =>
  tx.run(put, { ...snapshot, archive: snapshot.archive.toString('base64') })

/** Keeps the state in which a world was created, beside its snapshots and apart from them. */
export const putFirstState = (
  tx: Transaction,
  { createdAt, state }: { readonly createdAt: number; readonly state: Buffer },
) => putSnapshot(tx, { name: firstStateName, createdAt, archive: state })

export const removeSnapshot = (tx: Transaction, name: string) => tx.run(remove, { name })

// A name that no snapshot can have.
const firstStateName = ''
const isSnapshot = sql`(name <> '')`

const list = query<object, SnapshotRow>(
  () =>
    sql`select name, created_at as "createdAt" from ${snapshots} where ${isSnapshot} order by name`,
)

const find = query<{ name: string }, { archive: string }>(
  ({ name }) => sql`select archive from ${snapshots} where name = ${name} and ${isSnapshot}`,
)

const findFirst = query<object, { archive: string }>(
  () => sql`select archive from ${snapshots} where not ${isSnapshot}`,
)

const put = command<SnapshotRow & { archive: string }>(({ name, createdAt, archive }) =>
  insertInto(
    snapshots,
    { name, created_at: createdAt, archive },
    sql`on conflict (name) do update set created_at = excluded.created_at, archive = excluded.archive`,
  ),
)

const remove = command<{ name: string }>(
  ({ name }) => sql`delete from ${snapshots} where name = ${name} and ${isSnapshot}`,
)

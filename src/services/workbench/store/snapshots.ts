import type { Reader, Transaction } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'

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
const isSnapshot = `(name <> '${firstStateName}')`

const list = statement<object, SnapshotRow>(
  `select name, created_at as "createdAt" from snapshots where ${isSnapshot} order by name`,
)

const find = statement<{ name: string }, { archive: string }>(
  `select archive from snapshots where name = :name and ${isSnapshot}`,
)

const findFirst = statement<object, { archive: string }>(
  `select archive from snapshots where not ${isSnapshot}`,
)

const put = statement<SnapshotRow & { archive: string }>(
  `insert into snapshots (name, created_at, archive) values (:name, :createdAt, :archive)
   on conflict (name) do update set created_at = excluded.created_at, archive = excluded.archive`,
)

const remove = statement<{ name: string }>(
  `delete from snapshots where name = :name and ${isSnapshot}`,
)

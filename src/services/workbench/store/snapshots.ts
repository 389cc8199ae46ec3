import type { Reader, Transaction } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'

export interface SnapshotRow {
  readonly name: string
  readonly createdAt: number
}

export const listSnapshots = (reader: Reader): Promise<SnapshotRow[]> => reader.all(list, none)

/** The whole state that was saved under the name. */
export async function findSnapshot(reader: Reader, name: string): Promise<Buffer | undefined> {
  const found = await reader.first(find, { name })
  return found === undefined ? undefined : Buffer.from(found.archive, 'base64')
}

export const putSnapshot = (tx: Transaction, snapshot: SnapshotRow & { archive: Buffer }) =>
  tx.run(put, { ...snapshot, archive: snapshot.archive.toString('base64') })

export const removeSnapshot = (tx: Transaction, name: string) => tx.run(remove, { name })

const list = statement<object, SnapshotRow>(
  'select name, created_at as "createdAt" from snapshots order by name',
)

const find = statement<{ name: string }, { archive: string }>(
  'select archive from snapshots where name = :name',
)

const put = statement<SnapshotRow & { archive: string }>(
  `insert into snapshots (name, created_at, archive) values (:name, :createdAt, :archive)
   on conflict (name) do update set created_at = excluded.created_at, archive = excluded.archive`,
)

const remove = statement<{ name: string }>('delete from snapshots where name = :name')

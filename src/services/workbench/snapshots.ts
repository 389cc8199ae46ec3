import { wireMoment } from '#/contract/moment.ts'
import { array, dateTime, object, readOnly, string } from '#/contract/schema.ts'
import { notFound, requiredField } from '#/kernel/errors.ts'
import { archiveToBuffer, restoreFromBuffer } from '#/storage/archive/archive.ts'
import { adoptClock } from './clock-setting.ts'
import { operation } from './operation.ts'
import {
  findSnapshot,
  listSnapshots as listStoredSnapshots,
  putSnapshot,
  removeSnapshot,
  type SnapshotRow,
} from './store/snapshots.ts'

const name = string({ about: 'The name of the snapshot.' })

const Snapshot = object('Snapshot', {
  // Clients remove `.` and `..` from the path of a request.
  name: { ...name, pattern: '^(?!\\.{1,2}$)[\\w.-]{1,100}$' },
  created: readOnly(dateTime({ about: 'When it was saved.' })),
})

const SnapshotList = object('SnapshotList', { snapshots: array(Snapshot) })

const listSnapshots = operation(
  {
    id: 'workbench.snapshots.list',
    http: 'GET /snapshots',
    summary: 'Lists the snapshots.',
    reply: SnapshotList,
  },
  async ({ database }) => ({ snapshots: (await listStoredSnapshots(database)).map(wireSnapshot) }),
)

const insertSnapshot = operation(
  {
    id: 'workbench.snapshots.insert',
    http: 'POST /snapshots',
    summary: 'Saves the current state as a snapshot.',
    body: Snapshot,
    reply: Snapshot,
  },
  async ({ body, database, clock, attachedFiles }) => {
    const { name } = body
    if (name === undefined) throw requiredField('Missing name.')
    const archive = await archiveToBuffer(database, attachedFiles)
    const snapshot = { name, createdAt: clock.nowMs(), archive }
    await database.transaction((tx) => putSnapshot(tx, snapshot))
    return wireSnapshot(snapshot)
  },
)

const restoreSnapshot = operation(
  {
    id: 'workbench.snapshots.restore',
    http: 'POST /snapshots/{name}/restore',
    summary: 'Restores a snapshot. Later sync tokens and etags become invalid.',
    params: { name },
  },
  async ({ params, database, clock, quota, attachedFiles }) => {
    const archive = await findSnapshot(database, params.name)
    if (archive === undefined) throw notFound()
    await restoreFromBuffer(database, archive, attachedFiles)
    await adoptClock(database, clock)
    await quota.reset()
  },
)

const deleteSnapshot = operation(
  {
    id: 'workbench.snapshots.delete',
    http: 'DELETE /snapshots/{name}',
    summary: 'Deletes a snapshot.',
    params: { name },
  },
  ({ params, database }) =>
    database.transaction(async (tx) => {
      if ((await removeSnapshot(tx, params.name)) === 0) throw notFound()
    }),
)

export const snapshotOperations = [listSnapshots, insertSnapshot, restoreSnapshot, deleteSnapshot]

const wireSnapshot = ({ name, createdAt }: SnapshotRow) => ({
  name,
  created: wireMoment(createdAt),
})

import { requiredField } from '#/kernel/errors.ts'
import { archiveToBuffer } from '#/storage/archive.ts'
import { forAnyone, operation } from '../operation.ts'
import { Snapshot, wireSnapshot } from '../snapshots.ts'
import { putSnapshot } from '../store/snapshots.ts'

export const insert = operation(
  {
    id: 'workbench.snapshots.insert',
    http: 'POST /snapshots',
    summary: 'Saves the present state under a name.',
    params: {},
    body: Snapshot,
    reply: Snapshot,
    ...forAnyone,
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

import { forAnyone, operation } from '../operation.ts'
import { SnapshotList, wireSnapshot } from '../snapshots.ts'
import { listSnapshots } from '../store/snapshots.ts'

export const list = operation(
  {
    id: 'workbench.snapshots.list',
    http: 'GET /snapshots',
    summary: 'Lists the states that were saved.',
    params: {},
    reply: SnapshotList,
    ...forAnyone,
  },
  async ({ database }) => ({ snapshots: (await listSnapshots(database)).map(wireSnapshot) }),
)

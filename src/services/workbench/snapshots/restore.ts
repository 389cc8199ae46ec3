import { string } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { restoreFromBuffer } from '#/storage/archive.ts'
import { adoptClock } from '../clock-setting.ts'
import { forAnyone, operation } from '../operation.ts'
import { findSnapshot } from '../store/snapshots.ts'

export const restore = operation(
  {
    id: 'workbench.snapshots.restore',
    http: 'POST /snapshots/{name}/restore',
    summary: 'Puts a saved state back. Sync tokens and etags made since are not good any more.',
    params: { name: string({ about: 'What the state is called.' }) },
    ...forAnyone,
  },
  async ({ params, database, clock, quota, attachedFiles }) => {
    const archive = await findSnapshot(database, params.name)
    if (archive === undefined) throw notFound()
    await restoreFromBuffer(database, archive, attachedFiles)
    await adoptClock(database, clock)
    await quota.reset()
  },
)

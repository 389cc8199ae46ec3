import { string } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { forAnyone, operation } from '../operation.ts'
import { removeSnapshot } from '../store/snapshots.ts'

export const delete_ = operation(
  {
    id: 'workbench.snapshots.delete',
    http: 'DELETE /snapshots/{name}',
    summary: 'Forgets a saved state.',
    params: { name: string({ about: 'What the state is called.' }) },
    ...forAnyone,
  },
  ({ params, database }) =>
    database.transaction(async (tx) => {
      if ((await removeSnapshot(tx, params.name)) === 0) throw notFound()
    }),
)

import { string } from '#/contract/schema.ts'
import { forAnyone, operation, worldsOf } from '../operation.ts'

export const delete_ = operation(
  {
    id: 'workbench.worlds.delete',
    http: 'DELETE /worlds/{worldId}',
    summary: 'Deletes a world with everything in it.',
    params: { worldId: string() },
    ...forAnyone,
  },
  ({ params, ...context }) => worldsOf(context).delete(params.worldId),
)

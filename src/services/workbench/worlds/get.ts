import { string } from '#/contract/schema.ts'
import { forAnyone, operation, worldsOf } from '../operation.ts'
import { World, wireWorld } from '../worlds.ts'

export const get = operation(
  {
    id: 'workbench.worlds.get',
    http: 'GET /worlds/{worldId}',
    summary: 'Returns a world.',
    params: { worldId: string() },
    reply: World,
    ...forAnyone,
  },
  async ({ params, origin, ...context }) => {
    const worlds = worldsOf(context)
    return wireWorld(await worlds.get(params.worldId), worlds.rootUrlOf(params.worldId, origin()))
  },
)

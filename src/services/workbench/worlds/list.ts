import { forAnyone, operation, worldsOf } from '../operation.ts'
import { WorldList, wireWorld } from '../worlds.ts'

export const list = operation(
  {
    id: 'workbench.worlds.list',
    http: 'GET /worlds',
    summary: 'Lists the worlds.',
    params: {},
    reply: WorldList,
    ...forAnyone,
  },
  async ({ origin, ...context }) => {
    const worlds = worldsOf(context)
    const all = await worlds.list()
    return { worlds: all.map((world) => wireWorld(world, worlds.rootUrlOf(world.id, origin()))) }
  },
)

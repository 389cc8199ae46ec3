import { notFound } from '#/kernel/errors.ts'
import { forAnyone, operation, worldsOf } from '../operation.ts'
import { findSnapshot } from '../store/snapshots.ts'
import { World, wireWorld } from '../worlds.ts'

export const insert = operation(
  {
    id: 'workbench.worlds.insert',
    http: 'POST /worlds',
    summary: 'Creates an isolated world with a database, a clock, faults and a user of its own.',
    params: {},
    body: World,
    reply: World,
    ...forAnyone,
  },
  async ({ body, database, origin, ...context }) => {
    const worlds = worldsOf(context)
    const { id, now, timeZone, snapshot, seed } = body
    const archive = snapshot === undefined ? undefined : await findSnapshot(database, snapshot)
    if (snapshot !== undefined && archive === undefined) {
      throw notFound(`There is no snapshot "${snapshot}".`)
    }
    const world = await worlds.create({ id, now, timeZone, archive, seed })
    const { email, token } = world
    return { ...wireWorld(world, worlds.rootUrlOf(world.id, origin())), email, token }
  },
)

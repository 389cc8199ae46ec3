import { TextFile } from '#/contract/answer.ts'
import { wireMoment } from '#/contract/moment.ts'
import {
  about,
  any,
  array,
  boolean,
  dateTime,
  integer,
  map,
  object,
  oneOf,
  optional,
  readOnly,
  string,
} from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { operation, type WorkbenchDependencies } from './operation.ts'
import { findSnapshot } from './store/snapshots.ts'
import { diffText } from './worlds/diff-text.ts'
import type { WorldRegistry, WorldView } from './worlds/world-registry.ts'

const NodeOptions = object('NodeClientOptions', {
  rootUrl: string({ about: 'The `rootUrl` option of the googleapis clients.' }),
})

const PythonOptions = object('PythonClientOptions', {
  discoveryServiceUrl: string({ about: 'The argument of `googleapiclient.discovery.build`.' }),
  static_discovery: boolean({ about: 'The argument of `googleapiclient.discovery.build`.' }),
})

const GoOptions = object('GoClientOptions', {
  calendar: string({ about: 'The endpoint for `option.WithEndpoint` of the calendar client.' }),
  books: string({ about: 'The endpoint for `option.WithEndpoint` of the books client.' }),
  doubleclicksearch: string({
    about: 'The endpoint for `option.WithEndpoint` of the search ads client.',
  }),
})

const ClientOptions = object('ClientOptions', {
  node: NodeOptions,
  python: PythonOptions,
  go: GoOptions,
})

/** An id is part of a path, of the name of a folder and of the name of a database. */
const worldIdPattern = '^[a-z0-9][a-z0-9-]{0,29}$'

// The body of the request is bounded as well; a seed is checked by its own rules.
const seedCharactersMax = 64 * 1024 * 1024
const seedItemsMax = 100_000

const worldId = string()

const World = object('World', {
  id: string({
    about:
      'The name of the world. A world that is created with an id survives a restart; one without ' +
      'gets an id and ends with the server.',
    pattern: worldIdPattern,
  }),
  now: dateTime({ about: 'The initial time of its clock.' }),
  timeZone: string({ about: 'The time zone of its first user and of their calendar.' }),
  snapshot: string({
    about: 'The snapshot to start with, saved in the site that the request is sent to.',
  }),
  seed: any({
    about:
      'The users, calendars and other things to begin with: a document as `seed-schema.json` has it, ' +
      'or the text of one in YAML.',
    lengthMax: seedCharactersMax,
    itemsMax: seedItemsMax,
  }),
  rootUrl: readOnly(string({ about: 'The root URL of the world, for clients.' })),
  created: readOnly(dateTime({ about: 'When it was created.' })),
  isNamed: readOnly(boolean({ about: 'Whether it survives a restart.' })),
  email: readOnly(
    string({ about: 'Its first user: the first one of the seed, or an administrator.' }),
  ),
  token: readOnly(string({ about: "The first user's token. It is shown only once." })),
  clients: readOnly(ClientOptions),
})

const WorldList = object('WorldList', { worlds: array(World) })

const key = string({
  about: 'Names the resource among those of its type, such as `calendar id/event id`.',
})
const owner = string({ about: 'The owner of the resource, if any.' })
const resource = map(any(), { about: 'The resource, as its owner reads it.' })

const DiffedResource = object('DiffedResource', { key, owner, resource })

const ChangedField = object('ChangedField', {
  field: string({ about: 'A field of the resource.' }),
  before: { ...any(), about: 'The earlier value; absent if the resource did not have it.' },
  after: { ...any(), about: 'The current value; absent if the resource no longer has it.' },
})

const UpdatedResource = object('UpdatedResource', {
  key,
  owner,
  resource,
  changes: array(ChangedField, {
    about: 'The fields that differ. `etag`, `updated` and `sequence` are never among them.',
  }),
})

const TypeDiff = object('TypeDiff', {
  created: array(DiffedResource),
  updated: array(UpdatedResource),
  deleted: array(DiffedResource, { about: 'Resources as they were.' }),
})

const WorldDiff = object('WorldDiff', {
  since: string({ about: 'The snapshot that the world is compared with, if one was named.' }),
  count: integer({ about: 'How many resources differ.' }),
  types: map(TypeDiff, {
    about: 'The differences by resource type, such as `calendar.event`.',
  }),
})

const listWorlds = operation(
  {
    id: 'workbench.worlds.list',
    http: 'GET /worlds',
    summary: 'Lists the worlds.',
    reply: WorldList,
  },
  async ({ origin, ...context }) => {
    const worlds = requireWorlds(context)
    const all = await worlds.list()
    return { worlds: all.map((world) => wireWorld(world, worlds.rootUrlOf(world.id, origin()))) }
  },
)

const getWorld = operation(
  {
    id: 'workbench.worlds.get',
    http: 'GET /worlds/{worldId}',
    summary: 'Returns a world.',
    params: { worldId },
    reply: World,
  },
  async ({ params, origin, ...context }) => {
    const worlds = requireWorlds(context)
    return wireWorld(await worlds.get(params.worldId), worlds.rootUrlOf(params.worldId, origin()))
  },
)

const insertWorld = operation(
  {
    id: 'workbench.worlds.insert',
    http: 'POST /worlds',
    summary: 'Creates an isolated world with a database, a clock, faults and a user of its own.',
    body: World,
    reply: World,
  },
  async ({ body, database, origin, ...context }) => {
    const worlds = requireWorlds(context)
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

const deleteWorld = operation(
  {
    id: 'workbench.worlds.delete',
    http: 'DELETE /worlds/{worldId}',
    summary: 'Deletes a world with everything in it.',
    params: { worldId },
  },
  ({ params, ...context }) => requireWorlds(context).delete(params.worldId),
)

const diffWorld = operation(
  {
    id: 'workbench.worlds.diff',
    http: 'GET /worlds/{worldId}/diff',
    summary: 'Returns what has changed in a world since it was created, or since a snapshot.',
    params: {
      worldId,
      since: optional(string({ about: 'A snapshot of the world. Defaults to its initial state.' })),
      format: optional(
        about('`text` is a human-readable report. Defaults to `json`.', oneOf('json', 'text')),
      ),
    },
    reply: WorldDiff,
  },
  async ({ params, origin, ...context }) => {
    const { worldId, since, format } = params
    const types = await requireWorlds(context).diff(worldId, { since, origin: origin() })
    if (format === 'text') {
      const text = Buffer.from(diffText(types))
      return new TextFile('text/plain; charset=utf-8', `${worldId}.diff.txt`, [text])
    }
    const lists = Object.values(types).flatMap((type) => Object.values(type))
    const count = lists.reduce((sum, { length }) => sum + length, 0)
    return { ...(since !== undefined && { since }), count, types }
  },
)

export const worldOperations = [listWorlds, getWorld, insertWorld, deleteWorld, diffWorld]

/** The worlds of the server; a server that allows none has no such operations. */
function requireWorlds({ worlds }: Pick<WorkbenchDependencies, 'worlds'>): WorldRegistry {
  if (worlds === undefined) throw notFound('This server has no worlds: ALMANAC_WORLDS_MAX is 0.')
  return worlds
}

function wireWorld({ id, isNamed, createdAtMs }: WorldView, rootUrl: string) {
  return {
    id,
    rootUrl,
    created: wireMoment(createdAtMs),
    isNamed,
    clients: {
      node: { rootUrl },
      python: {
        discoveryServiceUrl: `${rootUrl}discovery/v1/apis/{api}/{apiVersion}/rest`,
        static_discovery: false,
      },
      go: {
        calendar: `${rootUrl}calendar/v3/`,
        books: `${rootUrl}books/v1/`,
        doubleclicksearch: `${rootUrl}doubleclicksearch/v2/`,
      },
    },
  }
}

import { created, wireMoment } from '#/contract/moment.ts'
import { nextPageToken, pageOf, pageParams } from '#/contract/paging.ts'
import { array, boolean, kind, object, requiredBy, string, type TypeOf } from '#/contract/schema.ts'
import { notFound, requiredField } from '#/kernel/errors.ts'
import { type AdminDependencies, mayCall, operation } from './operation.ts'

const resourceId = string({
  about: 'The id of a room, which is its address.',
  lengthMax: 254,
})

export const Resource = object('Resource', {
  kind: kind('admin#resource'),
  id: string({
    about:
      'The address of the room. Assigned by the server, or derived from the given part before the @.',
    lengthMax: 254,
  }),
  name: requiredBy(
    string({ about: 'The display name.', lengthMax: 200 }),
    'admin.resources.insert',
  ),
  description: string({ about: 'A description.', lengthMax: 8192 }),
  location: string({ about: 'The location.', lengthMax: 1024 }),
  timeZone: string({ about: 'An IANA time zone. Defaults to that of the owner.', lengthMax: 255 }),
  owner: string({
    about: 'The owner of its calendar. Defaults to the caller.',
    lengthMax: 254,
  }),
  autoAccept: boolean({
    about:
      'Whether invitations are accepted if the room is free, and declined otherwise. Defaults to true.',
  }),
  created,
})

const ResourceList = object('ResourceList', {
  kind: kind('admin#resources'),
  items: array(Resource),
  nextPageToken,
})

const listResources = operation(
  {
    id: 'admin.resources.list',
    http: 'GET /resources',
    summary: 'Lists the rooms by id.',
    params: pageParams,
    reply: ResourceList,
    roles: mayCall.seeUsers,
  },
  async ({ params, ...context }) => {
    const { entries, next } = await pageOf(context, params, {
      collection: 'admin.resources',
      read: (page) => context.resources.page(page),
      positionOf: ({ id }) => id,
    })
    return { kind: 'admin#resources', items: entries.map(wireResource), ...next }
  },
)

const getResource = operation(
  {
    id: 'admin.resources.get',
    http: 'GET /resources/{resourceId}',
    summary: 'Returns a room.',
    params: { resourceId },
    reply: Resource,
    roles: mayCall.seeUsers,
  },
  async ({ params, ...context }) => wireResource(await requireResource(context, params.resourceId)),
)

const insertResource = operation(
  {
    id: 'admin.resources.insert',
    http: 'POST /resources',
    summary: 'Creates a room, which responds to invitations automatically.',
    body: Resource,
    reply: Resource,
    roles: mayCall.manageUsers,
    audit: { object: 'resources/{name}', details: ['id', 'owner'] },
  },
  async ({ body, caller, resources }) => {
    const { name, owner = caller.email, ...rest } = body
    if (name === undefined) throw requiredField('Missing name.')
    return wireResource(await resources.create({ ...rest, name, owner }))
  },
)

const deleteResource = operation(
  {
    id: 'admin.resources.delete',
    http: 'DELETE /resources/{resourceId}',
    summary: 'Deletes a room with its calendar.',
    params: { resourceId },
    roles: mayCall.manageUsers,
    audit: { object: 'resources/{resourceId}' },
  },
  async ({ params, ...context }) => {
    const { id } = await requireResource(context, params.resourceId)
    if (!(await context.resources.remove(id))) throw notFound()
  },
)

export const resourceOperations = [listResources, getResource, insertResource, deleteResource]

export const wireResource = ({
  createdAtMs,
  ...resource
}: ResourceRecord): TypeOf<typeof Resource> => ({
  kind: 'admin#resource',
  ...resource,
  created: wireMoment(createdAtMs),
})

/** A room or another resource that can be invited to events. */
interface ResourceRecord {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly location?: string
  readonly timeZone: string
  readonly owner: string
  readonly autoAccept: boolean
  readonly createdAtMs: number
}

interface ResourceDraft {
  readonly name: string
  readonly id?: string | undefined
  readonly owner: string
  readonly description?: string | undefined
  readonly location?: string | undefined
  readonly timeZone?: string | undefined
  readonly autoAccept?: boolean | undefined
}

/** Where resources are stored, which another service knows. */
export interface Resources {
  find(id: string): Promise<ResourceRecord | undefined>
  page(page: { after: string; limit: number }): Promise<ResourceRecord[]>
  create(draft: ResourceDraft): Promise<ResourceRecord>
  /** Returns whether there was such a resource. */
  remove(id: string): Promise<boolean>
}

/** Returns the room that a path names. */
async function requireResource(
  { resources }: AdminDependencies,
  id: string,
): Promise<ResourceRecord> {
  const resource = await resources.find(id)
  if (resource === undefined) throw notFound('There is no such room.')
  return resource
}

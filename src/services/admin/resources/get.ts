import { namedResource, resourceId } from '../named.ts'
import { operation } from '../operation.ts'
import { Resource, wireResource } from '../resources.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const get = operation(
  {
    id: 'admin.resources.get',
    http: 'GET /resources/{resourceId}',
    summary: 'Gives one room.',
    params: { resourceId },
    reply: Resource,
    scopes: canManage,
    roles: mayCall.seeUsers,
    cost: 1,
  },
  async ({ params, ...given }) => wireResource(await namedResource(given, params.resourceId)),
)

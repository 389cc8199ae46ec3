import { notFound } from '#/kernel/errors.ts'
import { namedResource, resourceId } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'admin.resources.delete',
    http: 'DELETE /resources/{resourceId}',
    summary: 'Removes a room and its calendar.',
    params: { resourceId },
    scopes: canManage,
    roles: mayCall.manageUsers,
    audit: { object: 'resources/{resourceId}' },
    cost: 1,
  },
  async ({ params, ...given }) => {
    const { id } = await namedResource(given, params.resourceId)
    if (!(await given.resources.remove(id))) throw notFound()
  },
)

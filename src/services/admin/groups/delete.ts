import { notFound } from '#/kernel/errors.ts'
import { groupKey, namedGroup } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'admin.groups.delete',
    http: 'DELETE /groups/{groupKey}',
    summary: 'Removes a group, also from the groups that it is in. Its members stay.',
    params: { groupKey },
    scopes: canManage,
    roles: mayCall.manageUsers,
    audit: { object: 'groups/{groupKey}' },
    cost: 1,
  },
  async ({ params, ...given }) => {
    const group = await namedGroup(given, params.groupKey)
    if (!(await given.groups.remove(group))) throw notFound()
  },
)

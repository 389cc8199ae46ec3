import { string } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { groupKey, namedGroup } from '../../named.ts'
import { operation } from '../../operation.ts'
import { mayCall } from '../../roles.ts'
import { canManage } from '../../scopes.ts'

export const delete_ = operation(
  {
    id: 'admin.groups.members.delete',
    http: 'DELETE /groups/{groupKey}/members/{memberKey}',
    summary: 'Takes an address out of a group.',
    params: { groupKey, memberKey: string({ about: 'The address of the member.' }) },
    scopes: canManage,
    roles: mayCall.manageUsers,
    audit: { object: 'groups/{groupKey}/members/{memberKey}' },
    cost: 1,
  },
  async ({ params, ...given }) => {
    const group = await namedGroup(given, params.groupKey)
    if (!(await given.groups.removeMember(group, params.memberKey))) throw notFound()
  },
)

import { Group, wireGroup } from '../groups.ts'
import { groupKey, namedGroup } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const get = operation(
  {
    id: 'admin.groups.get',
    http: 'GET /groups/{groupKey}',
    summary: 'Gives one group.',
    params: { groupKey },
    reply: Group,
    scopes: canManage,
    roles: mayCall.seeUsers,
    cost: 1,
  },
  async ({ params, ...given }) => wireGroup(await namedGroup(given, params.groupKey)),
)

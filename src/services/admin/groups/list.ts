import { pageOf, pageParams } from '#/contract/paging.ts'
import { GroupList, wireGroup } from '../groups.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const list = operation(
  {
    id: 'admin.groups.list',
    http: 'GET /groups',
    summary: 'Lists the groups, in the order of their addresses.',
    params: pageParams,
    reply: GroupList,
    scopes: canManage,
    roles: mayCall.seeUsers,
    cost: 1,
  },
  async ({ params, ...given }) => {
    const { entries, next } = await pageOf(given, params, {
      collection: 'admin.groups',
      read: (page) => given.groups.page(page),
      positionOf: ({ email }) => email,
    })
    return { kind: 'admin#groups', items: entries.map(wireGroup), ...next }
  },
)

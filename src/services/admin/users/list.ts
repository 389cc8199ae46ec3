import { pageOf, pageParams } from '#/contract/paging.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'
import { UserList, wireUser } from '../users.ts'

export const list = operation(
  {
    id: 'admin.users.list',
    http: 'GET /users',
    summary: 'Lists the users, in the order of their addresses.',
    params: pageParams,
    reply: UserList,
    scopes: canManage,
    roles: mayCall.seeUsers,
    cost: 1,
  },
  async ({ params, ...given }) => {
    const { entries, next } = await pageOf(given, params, {
      collection: 'admin.users',
      read: (page) => given.directory.page(page),
      positionOf: ({ email }) => email,
    })
    return { kind: 'admin#users', items: entries.map(wireUser), ...next }
  },
)

import { namedUser, userKey } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'
import { User, wireUser } from '../users.ts'

export const get = operation(
  {
    id: 'admin.users.get',
    http: 'GET /users/{userKey}',
    summary: 'Gives one user.',
    params: { userKey },
    reply: User,
    scopes: canManage,
    roles: mayCall.seeUsers,
    cost: 1,
  },
  async ({ params, ...given }) => wireUser(await namedUser(given, params.userKey)),
)

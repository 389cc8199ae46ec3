import { notFound } from '#/kernel/errors.ts'
import { changeableUser, userKey } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'
import { User, wireUser } from '../users.ts'

export const enable = operation(
  {
    id: 'admin.users.enable',
    http: 'POST /users/{userKey}/enable',
    summary: 'Lets a disabled user sign in again. Tokens that have ended stay so.',
    params: { userKey },
    reply: User,
    scopes: canManage,
    roles: mayCall.manageUsers,
    audit: { object: 'users/{userKey}' },
    cost: 1,
  },
  async ({ params, ...given }) => {
    const enabled = await given.directory.enable(await changeableUser(given, params.userKey))
    if (enabled === undefined) throw notFound()
    return wireUser(enabled)
  },
)

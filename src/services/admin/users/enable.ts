import { notFound } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { namedUser, userKey } from '../resources.ts'
import { User, wireUser } from '../schemas/user.ts'
import { canManage } from '../scopes.ts'

export const enable = operation(
  {
    id: 'admin.users.enable',
    http: 'POST /users/{userKey}/enable',
    summary: 'Lets a disabled user sign in again. Tokens that have ended stay so.',
    params: { userKey },
    reply: User,
    scopes: canManage,
    cost: 1,
  },
  async ({ params, ...given }) => {
    const enabled = await given.directory.enable(await namedUser(given, params.userKey))
    if (enabled === undefined) throw notFound()
    return wireUser(enabled)
  },
)

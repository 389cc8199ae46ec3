import { forbidden, notFound } from '#/kernel/errors.ts'
import { changeableUser, userKey } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'
import { User, wireUser } from '../users.ts'

export const disable = operation(
  {
    id: 'admin.users.disable',
    http: 'POST /users/{userKey}/disable',
    summary:
      'Puts a user out at once: all tokens and sessions end, and nobody can sign in as them.',
    params: { userKey },
    reply: User,
    scopes: canManage,
    roles: mayCall.manageUsers,
    audit: { object: 'users/{userKey}' },
    cost: 1,
  },
  async ({ params, ...given }) => {
    const user = await changeableUser(given, params.userKey)
    if (user.id === given.caller.userId) throw forbidden('An administrator cannot disable itself.')
    const disabled = await given.directory.disable(user)
    if (disabled === undefined) throw notFound()
    return wireUser(disabled)
  },
)

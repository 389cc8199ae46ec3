import { notFound, requiredField } from '#/kernel/errors.ts'
import { changeableUser, userKey } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'
import { Password, User, wireUser } from '../users.ts'

export const setPassword = operation(
  {
    id: 'admin.users.setPassword',
    http: 'POST /users/{userKey}/setPassword',
    summary:
      'Gives a user another password, which signs them out everywhere: sessions and consents end.',
    params: { userKey },
    body: Password,
    reply: User,
    scopes: canManage,
    roles: mayCall.manageUsers,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'users/{userKey}' },
    cost: 1,
  },
  async ({ params, body, ...given }) => {
    const { password } = body
    if (password === undefined) throw requiredField('Missing password.')
    const user = await changeableUser(given, params.userKey)
    const changed = await given.directory.setPassword(user, password)
    if (changed === undefined) throw notFound()
    return wireUser(changed)
  },
)

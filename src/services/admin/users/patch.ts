import { patchOf } from '#/contract/schema.ts'
import { forbidden, invalidField, notFound } from '#/kernel/errors.ts'
import { changeableUser, userKey } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'
import { User, wireUser } from '../users.ts'

export const patch = operation(
  {
    id: 'admin.users.patch',
    http: 'PATCH /users/{userKey}',
    summary: 'Renames a user, or gives or takes the role of an administrator.',
    params: { userKey },
    body: patchOf(User),
    reply: User,
    scopes: canManage,
    roles: mayCall.manageUsers,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'users/{userKey}', details: ['name', 'adminRole'] },
    cost: 3,
  },
  async ({ params, body, ...given }) => {
    const { name, adminRole } = body
    if (name === null) throw invalidField('A user cannot be without a name.')
    if (adminRole !== undefined && given.role !== 'owner') {
      throw forbidden('Only an owner may give or take a role.')
    }
    const user = await changeableUser(given, params.userKey)
    const changed = await given.directory.change(user, { name, adminRole })
    if (changed === undefined) throw notFound()
    return wireUser(changed)
  },
)

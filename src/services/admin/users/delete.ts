import { forbidden, notFound } from '#/kernel/errors.ts'
import { changeableUser, userKey } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'admin.users.delete',
    http: 'DELETE /users/{userKey}',
    summary: 'Removes a user and everything that is theirs.',
    params: { userKey },
    scopes: canManage,
    roles: mayCall.manageUsers,
    audit: { object: 'users/{userKey}' },
    cost: 1,
  },
  async ({ params, ...given }) => {
    const user = await changeableUser(given, params.userKey)
    if (user.id === given.caller.userId) throw forbidden('An administrator cannot remove itself.')
    if (!(await given.directory.remove(user.email))) throw notFound()
  },
)

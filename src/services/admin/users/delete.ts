import { forbidden, notFound } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { namedUser, userKey } from '../resources.ts'
import { canManage } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'admin.users.delete',
    http: 'DELETE /users/{userKey}',
    summary: 'Removes a user and everything that is theirs.',
    params: { userKey },
    scopes: canManage,
    cost: 1,
  },
  async ({ params, caller, ...given }) => {
    const user = await namedUser(given, params.userKey)
    if (user.id === caller.userId) throw forbidden('An administrator cannot remove itself.')
    if (!(await given.directory.remove(user.email))) throw notFound()
  },
)

import { patchOf } from '#/contract/schema.ts'
import { forbidden, invalidField, notFound } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { namedUser, userKey } from '../resources.ts'
import { User, wireUser } from '../schemas/user.ts'
import { canManage } from '../scopes.ts'

export const patch = operation(
  {
    id: 'admin.users.patch',
    http: 'PATCH /users/{userKey}',
    summary: 'Renames a user, or makes an administrator of a user or the other way round.',
    params: { userKey },
    body: patchOf(User),
    reply: User,
    scopes: canManage,
    cost: 3,
  },
  async ({ params, body, caller, ...given }) => {
    const { name } = body
    const isAdmin = body.isAdmin === null ? false : body.isAdmin
    if (name === null) throw invalidField('A user cannot be without a name.')
    const user = await namedUser(given, params.userKey)
    if (user.id === caller.userId && isAdmin === false) {
      throw forbidden('An administrator cannot step down: another one has to do it.')
    }
    const changed = await given.directory.change(user, { name, isAdmin })
    if (changed === undefined) throw notFound()
    return wireUser(changed)
  },
)

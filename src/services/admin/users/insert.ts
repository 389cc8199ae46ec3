import { duplicate, requiredField } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { NewUser, User, wireUser } from '../schemas/user.ts'
import { canManage } from '../scopes.ts'

export const insert = operation(
  {
    id: 'admin.users.insert',
    http: 'POST /users',
    summary: 'Makes a user, with all that each service has for a new one.',
    params: {},
    body: NewUser,
    reply: User,
    scopes: canManage,
    cost: 1,
  },
  async ({ body, directory }) => {
    const { email } = body
    if (email === undefined) throw requiredField('Missing email.')
    const { user, isNew } = await directory.create({ ...body, email })
    if (!isNew) throw duplicate('A user with this address')
    return wireUser(user)
  },
)

import { duplicate, forbidden, requiredField } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'
import { NewUser, User, wireUser } from '../users.ts'

export const insert = operation(
  {
    id: 'admin.users.insert',
    http: 'POST /users',
    summary: 'Makes a user, with all that each service has for a new one.',
    params: {},
    body: NewUser,
    reply: User,
    scopes: canManage,
    roles: mayCall.manageUsers,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'users/{email}', details: ['name', 'adminRole'] },
    cost: 1,
  },
  async ({ body, role, directory }) => {
    const { email } = body
    if (email === undefined) throw requiredField('Missing email.')
    if (body.adminRole !== undefined && role !== 'owner') {
      throw forbidden('Only an owner may give a role.')
    }
    const { user, isNew } = await directory.create({ ...body, email })
    if (!isNew) throw duplicate('A user with this address')
    return wireUser(user)
  },
)

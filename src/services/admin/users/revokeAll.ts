import { changeableUser, userKey } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const revokeAll = operation(
  {
    id: 'admin.users.revokeAll',
    http: 'POST /users/{userKey}/revokeAll',
    summary: 'Ends all tokens, consents and sessions of a user, who may sign in again.',
    params: { userKey },
    scopes: canManage,
    roles: mayCall.manageUsers,
    audit: { object: 'users/{userKey}' },
    cost: 1,
  },
  async ({ params, ...given }) =>
    given.directory.revokeAll(await changeableUser(given, params.userKey)),
)

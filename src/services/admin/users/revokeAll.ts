import { operation } from '../operation.ts'
import { namedUser, userKey } from '../resources.ts'
import { canManage } from '../scopes.ts'

export const revokeAll = operation(
  {
    id: 'admin.users.revokeAll',
    http: 'POST /users/{userKey}/revokeAll',
    summary: 'Ends all tokens, consents and sessions of a user, who may sign in again.',
    params: { userKey },
    scopes: canManage,
    cost: 1,
  },
  async ({ params, ...given }) => given.directory.revokeAll(await namedUser(given, params.userKey)),
)

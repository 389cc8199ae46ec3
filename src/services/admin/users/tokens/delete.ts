import { string } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { changeableUser, userKey } from '../../named.ts'
import { operation } from '../../operation.ts'
import { mayCall } from '../../roles.ts'
import { canManage } from '../../scopes.ts'

export const delete_ = operation(
  {
    id: 'admin.users.tokens.delete',
    http: 'DELETE /users/{userKey}/tokens/{tokenId}',
    summary: 'Ends one token or session; with a refresh token, all tokens of the same consent.',
    params: { userKey, tokenId: string({ about: 'The id of the token.' }) },
    scopes: canManage,
    roles: mayCall.manageUsers,
    audit: { object: 'users/{userKey}/tokens/{tokenId}' },
    cost: 1,
  },
  async ({ params, ...given }) => {
    const user = await changeableUser(given, params.userKey)
    if (!(await given.directory.endSession(user, params.tokenId))) throw notFound()
  },
)

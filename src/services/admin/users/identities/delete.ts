import { notFound } from '#/kernel/errors.ts'
import { changeableUser, providerId, userKey } from '../../named.ts'
import { operation } from '../../operation.ts'
import { mayCall } from '../../roles.ts'
import { canManage } from '../../scopes.ts'

export const delete_ = operation(
  {
    id: 'admin.users.identities.delete',
    http: 'DELETE /users/{userKey}/identities/{providerId}',
    summary:
      'Unlinks a user from an identity provider. Sessions continue, and the user can be linked by email again.',
    params: { userKey, providerId },
    scopes: canManage,
    roles: mayCall.manageUsers,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'users/{userKey}/identities/{providerId}' },
    cost: 1,
  },
  async ({ params, ...given }) => {
    const user = await changeableUser(given, params.userKey)
    if (!(await given.identities.unlink(user, params.providerId))) throw notFound()
  },
)

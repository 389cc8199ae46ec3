import { forbidden } from '#/kernel/errors.ts'
import { changeableUser, userKey } from '../../named.ts'
import { operation } from '../../operation.ts'
import { mayCall } from '../../roles.ts'
import { canManage } from '../../scopes.ts'

export const delete_ = operation(
  {
    id: 'admin.users.secondFactors.delete',
    http: 'DELETE /users/{userKey}/secondFactors',
    summary:
      'Removes the passkeys, authenticator app and recovery codes of a user, who then signs in with the password alone.',
    params: { userKey },
    scopes: canManage,
    roles: mayCall.manageUsers,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'users/{userKey}' },
    cost: 1,
  },
  async ({ params, ...given }) => {
    const user = await changeableUser(given, params.userKey)
    if (user.id === given.caller.userId) {
      throw forbidden('Change your own second factor on the security page of your account.')
    }
    await given.directory.resetSecondFactor(user)
  },
)

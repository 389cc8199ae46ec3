import { missingField, notFound } from '#/kernel/errors.ts'
import { changeableUser, userKey } from '../../named.ts'
import { operation } from '../../operation.ts'
import { mayCall } from '../../roles.ts'
import { wireMoment } from '../../schemas/moment.ts'
import { canManage } from '../../scopes.ts'
import { IdentityInvitation } from '../../users.identities.ts'

export const invite = operation(
  {
    id: 'admin.users.identities.invite',
    http: 'POST /users/{userKey}/identities/invite',
    summary:
      'Creates a link that connects a user, once and within seven days, to whoever opens it and signs in with the provider.',
    params: { userKey },
    body: IdentityInvitation,
    reply: IdentityInvitation,
    scopes: canManage,
    roles: mayCall.manageUsers,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'users/{userKey}', details: ['provider'] },
    cost: 1,
  },
  async ({ params, body, ...given }) => {
    const { provider } = body
    if (provider === undefined) throw missingField('provider')
    const { id: userId } = await changeableUser(given, params.userKey)
    if ((await given.identityProviders.find(provider)) === undefined) {
      throw notFound('There is no such identity provider.')
    }
    const { path, expiresAtMs } = await given.identityInvitations.create({
      userId,
      providerId: provider,
    })
    return {
      kind: 'admin#identityInvitation',
      provider,
      url: given.origin() + path,
      expires: wireMoment(expiresAtMs),
    }
  },
)

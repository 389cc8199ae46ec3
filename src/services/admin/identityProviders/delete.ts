import { notFound } from '#/kernel/errors.ts'
import { providerId } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'admin.identityProviders.delete',
    http: 'DELETE /identityProviders/{providerId}',
    summary:
      'Removes an identity provider and the identities that users have there. Their sessions go on.',
    params: { providerId },
    scopes: canManage,
    roles: mayCall.manageServer,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'identityProviders/{providerId}' },
    cost: 1,
  },
  async ({ params, identityProviders }) => {
    if (!(await identityProviders.remove(params.providerId))) {
      throw notFound('There is no such identity provider.')
    }
  },
)

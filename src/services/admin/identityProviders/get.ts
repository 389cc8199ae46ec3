import { notFound } from '#/kernel/errors.ts'
import { IdentityProvider, wireProvider } from '../identityProviders.ts'
import { providerId } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const get = operation(
  {
    id: 'admin.identityProviders.get',
    http: 'GET /identityProviders/{providerId}',
    summary: 'Gives one identity provider, without its secret.',
    params: { providerId },
    reply: IdentityProvider,
    scopes: canManage,
    roles: mayCall.manageServer,
    cost: 1,
  },
  async ({ params, identityProviders, origin }) => {
    const provider = await identityProviders.find(params.providerId)
    if (provider === undefined) throw notFound('There is no such identity provider.')
    return wireProvider(provider, origin())
  },
)

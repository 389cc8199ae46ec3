import { IdentityProviderList, wireProvider } from '../identityProviders.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const list = operation(
  {
    id: 'admin.identityProviders.list',
    http: 'GET /identityProviders',
    summary:
      'Lists the identity providers that people can sign in with, in the order of their ids.',
    params: {},
    reply: IdentityProviderList,
    scopes: canManage,
    roles: mayCall.manageServer,
    cost: 1,
  },
  async ({ identityProviders, origin }) => {
    const items = (await identityProviders.list()).map((each) => wireProvider(each, origin()))
    return { kind: 'admin#identityProviders', items }
  },
)

import { almanacApi } from '#/contract/almanac-api.ts'
import { OwnIdentities, wireIdentity } from '../identities.ts'
import { operation } from '../operation.ts'
import { canManageAccount } from '../scopes.ts'

export const list = operation(
  {
    id: 'account.identities.list',
    api: almanacApi,
    http: 'GET /users/me/identities',
    summary: 'Lists the identity providers with which the caller can sign in.',
    params: {},
    reply: OwnIdentities,
    scopes: canManageAccount,
    cost: 1,
  },
  async ({ caller, identities }) => ({
    kind: 'almanac#identities',
    items: (await identities.of({ id: caller.userId })).map(wireIdentity),
  }),
)

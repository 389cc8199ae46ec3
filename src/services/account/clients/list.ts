import { almanacApi } from '#/contract/almanac-api.ts'
import { OwnClients, wireClient } from '../clients.ts'
import { operation } from '../operation.ts'
import { canManageAccount } from '../scopes.ts'

export const list = operation(
  {
    id: 'account.clients.list',
    api: almanacApi,
    http: 'GET /users/me/clients',
    summary: 'Lists the OAuth clients that the caller has made.',
    params: {},
    reply: OwnClients,
    scopes: canManageAccount,
    cost: 1,
  },
  async ({ caller, oauthClients }) => ({
    kind: 'almanac#clients',
    items: (await oauthClients.listOf(caller.userId)).map(wireClient),
  }),
)

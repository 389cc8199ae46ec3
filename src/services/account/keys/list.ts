import { almanacApi } from '#/contract/almanac-api.ts'
import { OwnKeys, wireKey } from '../keys.ts'
import { operation } from '../operation.ts'
import { canManageAccount } from '../scopes.ts'

export const list = operation(
  {
    id: 'account.keys.list',
    api: almanacApi,
    http: 'GET /users/me/keys',
    summary: 'Lists the API keys that the caller has made, without their texts.',
    params: {},
    reply: OwnKeys,
    scopes: canManageAccount,
    cost: 1,
  },
  async ({ caller, apiKeys, database }) => ({
    kind: 'almanac#keys',
    items: (await apiKeys.listOf(database, caller.userId)).map(wireKey),
  }),
)

import { almanacApi } from '#/contract/almanac-api.ts'
import { operation } from '../operation.ts'
import { SecondFactorList, wireFactors } from '../passkeys.ts'
import { canManageAccount } from '../scopes.ts'

export const list = operation(
  {
    id: 'account.secondFactors.list',
    api: almanacApi,
    http: 'GET /users/me/secondFactors',
    summary: 'Lists what the caller signs in with besides the password.',
    params: {},
    reply: SecondFactorList,
    scopes: canManageAccount,
    isForConsole: true,
    cost: 1,
  },
  async ({ caller, secondFactors }) => wireFactors(await secondFactors.of(caller.userId)),
)

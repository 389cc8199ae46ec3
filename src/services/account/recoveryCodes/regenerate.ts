import { almanacApi } from '#/contract/almanac-api.ts'
import { operation } from '../operation.ts'
import { RecoveryCodes } from '../passkeys.ts'
import { canManageAccount } from '../scopes.ts'

export const regenerate = operation(
  {
    id: 'account.recoveryCodes.regenerate',
    api: almanacApi,
    http: 'POST /users/me/recoveryCodes/regenerate',
    summary: 'Replaces the recovery codes of the caller. The new ones are shown only once.',
    params: {},
    reply: RecoveryCodes,
    scopes: canManageAccount,
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'recoveryCodes' },
    cost: 1,
  },
  async ({ caller, secondFactors }) => ({
    kind: 'almanac#recoveryCodes',
    recoveryCodes: await secondFactors.regenerateRecoveryCodes(caller.userId),
  }),
)

import { almanacApi } from '#/contract/almanac-api.ts'
import { operation } from '../operation.ts'
import { passkeyId } from '../passkeys.ts'
import { canManageAccount } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'account.passkeys.delete',
    api: almanacApi,
    http: 'DELETE /users/me/passkeys/{passkeyId}',
    summary: 'Removes a passkey of the caller; with the last factor, also the recovery codes.',
    params: { passkeyId },
    scopes: canManageAccount,
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'passkeys/{passkeyId}' },
    cost: 1,
  },
  ({ params, caller, secondFactors }) =>
    secondFactors.removePasskey(caller.userId, params.passkeyId),
)

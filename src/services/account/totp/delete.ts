import { almanacApi } from '#/contract/almanac-api.ts'
import { operation } from '../operation.ts'
import { canManageAccount } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'account.totp.delete',
    api: almanacApi,
    http: 'DELETE /users/me/totp',
    summary:
      'Removes the authenticator app of the caller; with the last factor, also the recovery codes.',
    params: {},
    scopes: canManageAccount,
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'totp' },
    cost: 1,
  },
  ({ caller, secondFactors }) => secondFactors.removeTotp(caller.userId),
)

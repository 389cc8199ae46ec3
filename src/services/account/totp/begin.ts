import { almanacApi } from '#/contract/almanac-api.ts'
import { callingUser } from '../calling-user.ts'
import { operation } from '../operation.ts'
import { TotpSetup } from '../passkeys.ts'
import { canManageAccount } from '../scopes.ts'

export const begin = operation(
  {
    id: 'account.totp.begin',
    api: almanacApi,
    http: 'POST /users/me/totp/begin',
    summary:
      'Creates a secret for an authenticator app, which takes effect when its first code is confirmed.',
    params: {},
    reply: TotpSetup,
    scopes: canManageAccount,
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'totp' },
    cost: 1,
  },
  async ({ secondFactors, ...given }) => ({
    kind: 'almanac#totpSetup',
    ...secondFactors.beginTotp(await callingUser(given)),
  }),
)

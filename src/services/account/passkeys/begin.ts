import { almanacApi } from '#/contract/almanac-api.ts'
import { callingUser, requireRelyingParty } from '../calling-user.ts'
import { operation } from '../operation.ts'
import { PasskeyOptions } from '../passkeys.ts'
import { canManageAccount } from '../scopes.ts'

export const begin = operation(
  {
    id: 'account.passkeys.begin',
    api: almanacApi,
    http: 'POST /users/me/passkeys/begin',
    summary: 'Tells the browser how to create a passkey for the caller.',
    params: {},
    reply: PasskeyOptions,
    scopes: canManageAccount,
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'passkeys' },
    cost: 1,
  },
  async ({ passkeys, ...given }) => {
    const user = await callingUser(given)
    const options = await passkeys.creationOptions(user, requireRelyingParty(given))
    return { kind: 'almanac#passkeyOptions', options: { ...options } }
  },
)

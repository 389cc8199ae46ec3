import { almanacApi } from '#/contract/almanac-api.ts'
import { requiredField } from '#/kernel/errors.ts'
import { callingUser, requireRelyingParty } from '../calling-user.ts'
import { operation } from '../operation.ts'
import { AddedPasskey, NewPasskey, wirePasskey, wireRecoveryCodes } from '../passkeys.ts'
import { canManageAccount } from '../scopes.ts'

export const insert = operation(
  {
    id: 'account.passkeys.insert',
    api: almanacApi,
    http: 'POST /users/me/passkeys',
    summary:
      'Adds a passkey that the browser has created. The first factor of a user comes with recovery codes.',
    params: {},
    body: NewPasskey,
    reply: AddedPasskey,
    scopes: canManageAccount,
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'passkeys', details: ['name'] },
    cost: 1,
  },
  async ({ body, passkeys, ...given }) => {
    const { credential } = body
    const name = (body.name ?? '').trim()
    if (name === '') throw requiredField('Missing name.')
    if (credential === undefined) throw requiredField('Missing credential.')
    const user = await callingUser(given)
    const site = requireRelyingParty(given)
    const { passkey, recoveryCodes } = await passkeys.add(user, { credential, name, site })
    return {
      kind: 'almanac#addedPasskey',
      passkey: wirePasskey(passkey),
      ...wireRecoveryCodes(recoveryCodes),
    }
  },
)

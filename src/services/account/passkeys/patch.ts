import { almanacApi } from '#/contract/almanac-api.ts'
import { patchOf } from '#/contract/schema.ts'
import { requiredField } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { Passkey, passkeyId, wirePasskey } from '../passkeys.ts'
import { canManageAccount } from '../scopes.ts'

export const patch = operation(
  {
    id: 'account.passkeys.patch',
    api: almanacApi,
    http: 'PATCH /users/me/passkeys/{passkeyId}',
    summary: 'Renames a passkey of the caller.',
    params: { passkeyId },
    body: patchOf(Passkey),
    reply: Passkey,
    scopes: canManageAccount,
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'passkeys/{passkeyId}', details: ['name'] },
    cost: 3,
  },
  async ({ params, body, caller, passkeys }) => {
    const name = (body.name ?? '').trim()
    if (name === '') throw requiredField('Missing name.')
    const { userId } = caller
    return wirePasskey(await passkeys.rename({ id: params.passkeyId, userId, name }))
  },
)

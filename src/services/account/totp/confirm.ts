import { almanacApi } from '#/contract/almanac-api.ts'
import { requiredField } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { RecoveryCodes, TotpConfirmation, wireRecoveryCodes } from '../passkeys.ts'
import { canManageAccount } from '../scopes.ts'

export const confirm = operation(
  {
    id: 'account.totp.confirm',
    api: almanacApi,
    http: 'POST /users/me/totp/confirm',
    summary:
      'Sets the authenticator app of the caller, in place of another one. The first factor of a user comes with recovery codes.',
    params: {},
    body: TotpConfirmation,
    reply: RecoveryCodes,
    scopes: canManageAccount,
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'totp' },
    cost: 1,
  },
  async ({ body, caller, secondFactors }) => {
    const { enrollment, code } = body
    if (enrollment === undefined) throw requiredField('Missing enrollment.')
    if (code === undefined) throw requiredField('Missing code.')
    const codes = await secondFactors.confirmTotp({ id: caller.userId }, { enrollment, code })
    return { kind: 'almanac#recoveryCodes', ...wireRecoveryCodes(codes) }
  },
)

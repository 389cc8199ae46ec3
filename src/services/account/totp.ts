import { kind, object, requiredBy, string } from '#/contract/schema.ts'
import { requiredField } from '#/kernel/errors.ts'
import { operation } from './operation.ts'
import { requireCaller } from './profile.ts'
import { RecoveryCodes, wireRecoveryCodes } from './recoveryCodes.ts'

const TotpSetup = object('TotpSetup', {
  kind: kind('almanac#totpSetup'),
  secret: string({ about: 'For people who cannot scan the QR code.' }),
  address: string({ about: 'The content of the QR code: an `otpauth` URI.' }),
  qrCode: string({ about: 'The QR code, as SVG.' }),
  enrollment: string({
    about: 'Return it to `account.totp.confirm` with the first code of the app.',
  }),
})

const TotpConfirmation = object('TotpConfirmation', {
  enrollment: requiredBy(
    string({ about: 'The `enrollment` from `account.totp.begin`.', lengthMax: 2000 }),
    'account.totp.confirm',
  ),
  code: requiredBy(
    string({ about: 'The code that the app shows now.', lengthMax: 20 }),
    'account.totp.confirm',
  ),
})

const beginTotp = operation(
  {
    id: 'account.totp.begin',
    http: 'POST /users/me/totp/begin',
    summary:
      'Creates a secret for an authenticator app, which takes effect when its first code is confirmed.',
    reply: TotpSetup,
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'totp' },
  },
  async ({ secondFactors, ...context }) => ({
    kind: 'almanac#totpSetup',
    ...secondFactors.beginTotp(await requireCaller(context)),
  }),
)

const confirmTotp = operation(
  {
    id: 'account.totp.confirm',
    http: 'POST /users/me/totp/confirm',
    summary:
      'Sets or replaces the authenticator app of the caller. With their first factor, users get recovery codes.',
    body: TotpConfirmation,
    reply: RecoveryCodes,
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'totp' },
  },
  async ({ body, caller, secondFactors }) => {
    const { enrollment, code } = body
    if (enrollment === undefined) throw requiredField('Missing enrollment.')
    if (code === undefined) throw requiredField('Missing code.')
    const codes = await secondFactors.confirmTotp({ id: caller.userId }, { enrollment, code })
    return { kind: 'almanac#recoveryCodes', ...wireRecoveryCodes(codes) }
  },
)

const deleteTotp = operation(
  {
    id: 'account.totp.delete',
    http: 'DELETE /users/me/totp',
    summary:
      'Removes the authenticator app of the caller; with the last factor, also the recovery codes.',
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'totp' },
  },
  ({ caller, secondFactors }) => secondFactors.removeTotp(caller.userId),
)

export const totpOperations = [beginTotp, confirmTotp, deleteTotp]

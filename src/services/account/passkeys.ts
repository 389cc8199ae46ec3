import type { Factors } from '#/auth/second-factor/second-factors.ts'
import type { PasskeyRow } from '#/auth/second-factor/store.ts'
import {
  any,
  array,
  dateTime,
  integer,
  kind,
  map,
  object,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { wireMoment } from './schemas/moment.ts'

const nameCharsMax = 200
/** A credential with the attestation of a security key takes a few thousand characters. */
const credentialCharsMax = 20_000

/** Ids of credentials have at most 1023 bytes (WebAuthn, section 5.1.3). */
const passkeyIdCharsMax = 1364

export const passkeyId = string({ about: 'The id of the passkey.', lengthMax: passkeyIdCharsMax })

const recoveryCodes = array(string(), {
  about: 'Single-use codes that replace the second factor; shown only once.',
})

export const Passkey = object('Passkey', {
  kind: kind('almanac#passkey'),
  id: readOnly(string({ about: 'The id of the credential.' })),
  name: requiredBy(
    string({ about: 'What its user calls it.', lengthMax: nameCharsMax }),
    'account.passkeys.insert',
  ),
  created: readOnly(dateTime({ about: 'When it was created.' })),
  lastUsed: readOnly(dateTime({ about: 'When somebody last signed in with it; absent if never.' })),
})

export const NewPasskey = object('NewPasskey', {
  name: requiredBy(
    string({ about: 'What its user calls it.', lengthMax: nameCharsMax }),
    'account.passkeys.insert',
  ),
  credential: requiredBy(
    map(any({ lengthMax: credentialCharsMax }), {
      about: 'The `PublicKeyCredential` that the browser has created, in JSON.',
    }),
    'account.passkeys.insert',
  ),
})

export const AddedPasskey = object('AddedPasskey', {
  kind: kind('almanac#addedPasskey'),
  passkey: Passkey,
  recoveryCodes,
})

export const PasskeyOptions = object('PasskeyOptions', {
  kind: kind('almanac#passkeyOptions'),
  options: map(any(), {
    about: 'For `PublicKeyCredential.parseCreationOptionsFromJSON` of the browser.',
  }),
})

export const TotpSetup = object('TotpSetup', {
  kind: kind('almanac#totpSetup'),
  secret: string({ about: 'For people who cannot scan the QR code.' }),
  address: string({ about: 'The content of the QR code: an `otpauth` URI.' }),
  qrCode: string({ about: 'The QR code, as SVG.' }),
  enrollment: string({
    about: 'Return it to `account.totp.confirm` with the first code of the app.',
  }),
})

export const TotpConfirmation = object('TotpConfirmation', {
  enrollment: requiredBy(
    string({ about: 'The `enrollment` from `account.totp.begin`.', lengthMax: 2000 }),
    'account.totp.confirm',
  ),
  code: requiredBy(
    string({ about: 'The code that the app shows now.', lengthMax: 20 }),
    'account.totp.confirm',
  ),
})

export const RecoveryCodes = object('RecoveryCodes', {
  kind: kind('almanac#recoveryCodes'),
  recoveryCodes,
})

const Totp = object('Totp', {
  created: dateTime({ about: 'When the authenticator app was set up.' }),
})

export const SecondFactorList = object('SecondFactorList', {
  kind: kind('almanac#secondFactors'),
  passkeys: array(Passkey),
  totp: { ...Totp, about: 'The authenticator app; absent where none is set up.' },
  recoveryCodesLeft: integer({ about: 'Number of unused recovery codes.' }),
})

export const wirePasskey = (passkey: PasskeyRow): TypeOf<typeof Passkey> => ({
  kind: 'almanac#passkey',
  id: passkey.id,
  name: passkey.name,
  created: wireMoment(passkey.createdAt),
  ...(passkey.lastUsedAt !== null && { lastUsed: wireMoment(passkey.lastUsedAt) }),
})

export const wireFactors = (factors: Factors): TypeOf<typeof SecondFactorList> => ({
  kind: 'almanac#secondFactors',
  passkeys: factors.passkeys.map(wirePasskey),
  ...(factors.totp && { totp: { created: wireMoment(factors.totp.createdAtMs) } }),
  recoveryCodesLeft: factors.recoveryCodesLeft,
})

/** Recovery codes are in an answer only where they are new. */
export const wireRecoveryCodes = (codes: readonly string[] | undefined) =>
  codes === undefined ? {} : { recoveryCodes: codes }

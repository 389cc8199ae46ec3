import { type RelyingParty, relyingPartyAt } from '#/auth/second-factor/passkeys.ts'
import type { PasskeyRow } from '#/auth/second-factor/store.ts'
import { wireMoment } from '#/contract/moment.ts'
import {
  any,
  dateTime,
  kind,
  map,
  object,
  patchOf,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { invalidField, requiredField } from '#/kernel/errors.ts'
import { type AccountContext, operation } from './operation.ts'
import { requireName } from './own-credential.ts'
import { requireCaller } from './profile.ts'
import { recoveryCodes, wireRecoveryCodes } from './recoveryCodes.ts'

const nameCharsMax = 200

/** A credential with the attestation of a security key takes a few thousand characters. */
const credentialCharsMax = 20_000

/** Ids of credentials have at most 1023 bytes (WebAuthn, section 5.1.3). */
const passkeyIdCharsMax = 1364

const passkeyId = string({ about: 'The id of the passkey.', lengthMax: passkeyIdCharsMax })

const name = requiredBy(
  string({ about: 'A name chosen by the user.', lengthMax: nameCharsMax }),
  'account.passkeys.insert',
)

export const Passkey = object('Passkey', {
  kind: kind('almanac#passkey'),
  id: readOnly(string({ about: 'The id of the credential.' })),
  name,
  created: readOnly(dateTime({ about: 'When it was created.' })),
  lastUsed: readOnly(dateTime({ about: 'When it was last used to sign in; absent if never.' })),
})

const NewPasskey = object('NewPasskey', {
  name,
  credential: requiredBy(
    map(any({ lengthMax: credentialCharsMax }), {
      about: 'The `PublicKeyCredential` that the browser has created, in JSON.',
    }),
    'account.passkeys.insert',
  ),
})

const AddedPasskey = object('AddedPasskey', {
  kind: kind('almanac#addedPasskey'),
  passkey: Passkey,
  recoveryCodes,
})

const PasskeyOptions = object('PasskeyOptions', {
  kind: kind('almanac#passkeyOptions'),
  options: map(any(), {
    about: 'For `PublicKeyCredential.parseCreationOptionsFromJSON` of the browser.',
  }),
})

const beginPasskey = operation(
  {
    id: 'account.passkeys.begin',
    http: 'POST /users/me/passkeys/begin',
    summary: 'Returns the options for the browser to create a passkey.',
    reply: PasskeyOptions,
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'passkeys' },
  },
  async ({ passkeys, ...context }) => {
    const user = await requireCaller(context)
    const options = await passkeys.creationOptions(user, requireRelyingParty(context))
    return { kind: 'almanac#passkeyOptions', options: { ...options } }
  },
)

const insertPasskey = operation(
  {
    id: 'account.passkeys.insert',
    http: 'POST /users/me/passkeys',
    summary:
      'Adds a passkey that the browser has created. With their first factor, users get recovery codes.',
    body: NewPasskey,
    reply: AddedPasskey,
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'passkeys', details: ['name'] },
  },
  async ({ body, passkeys, ...context }) => {
    const { credential } = body
    const name = requireName(body)
    if (credential === undefined) throw requiredField('Missing credential.')
    const user = await requireCaller(context)
    const site = requireRelyingParty(context)
    const { passkey, recoveryCodes } = await passkeys.add(user, { credential, name, site })
    return {
      kind: 'almanac#addedPasskey',
      passkey: wirePasskey(passkey),
      ...wireRecoveryCodes(recoveryCodes),
    }
  },
)

const patchPasskey = operation(
  {
    id: 'account.passkeys.patch',
    http: 'PATCH /users/me/passkeys/{passkeyId}',
    summary: 'Renames a passkey of the caller.',
    params: { passkeyId },
    body: patchOf(Passkey),
    reply: Passkey,
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'passkeys/{passkeyId}', details: ['name'] },
  },
  async ({ params, body, caller, passkeys }) => {
    const name = requireName(body)
    const { userId } = caller
    return wirePasskey(await passkeys.rename({ id: params.passkeyId, userId, name }))
  },
)

const deletePasskey = operation(
  {
    id: 'account.passkeys.delete',
    http: 'DELETE /users/me/passkeys/{passkeyId}',
    summary: 'Removes a passkey of the caller; with the last factor, also the recovery codes.',
    params: { passkeyId },
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'passkeys/{passkeyId}' },
  },
  ({ params, caller, secondFactors }) =>
    secondFactors.removePasskey(caller.userId, params.passkeyId),
)

export const passkeyOperations = [beginPasskey, insertPasskey, patchPasskey, deletePasskey]

export const wirePasskey = (passkey: PasskeyRow): TypeOf<typeof Passkey> => ({
  kind: 'almanac#passkey',
  id: passkey.id,
  name: passkey.name,
  created: wireMoment(passkey.createdAt),
  ...(passkey.lastUsedAt !== null && { lastUsed: wireMoment(passkey.lastUsedAt) }),
})

/** Returns the site that passkeys of the caller belong to. */
function requireRelyingParty({
  publicUrl,
  origin,
}: Pick<AccountContext, 'publicUrl' | 'origin'>): RelyingParty {
  const site = relyingPartyAt(publicUrl || origin())
  if (site !== undefined) return site
  throw invalidField(
    'Passkeys do not work at an IP address. Open the console by the name of its host, such as localhost.',
  )
}

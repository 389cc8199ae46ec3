import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Clock } from '#/kernel/clock.ts'
import { duplicate, invalidField, limitExceeded, notFound } from '#/kernel/errors.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import type { UserRecord } from '../directory/directory.ts'
import { Challenges } from './challenges.ts'
import { requireLock, type SecondFactors } from './second-factors.ts'
import {
  addPasskey,
  findPasskey,
  isAnyPasskey,
  type PasskeyRow,
  passkeysOf,
  renamePasskey,
  usePasskey,
} from './store.ts'

interface PasskeysContext {
  readonly database: Database
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  /** Signs challenges. */
  readonly secret: string
  readonly secondFactors: SecondFactors
}

/** The site that a passkey belongs to (WebAuthn: relying party). */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

export interface UsedPasskey {
  readonly userId: string
  /** Authentication methods, by their names in RFC 8176. */
  readonly methods: readonly string[]
}

type Credential = Readonly<Record<string, unknown>>

const passkeysMax = 20
const timeoutMs = 5 * 60_000
// At most 1023 bytes in base64url (WebAuthn, section 5.1.3).
const idShape = /^[\w-]{1,1364}$/
const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** The relying party at an address; undefined at an IP address, because browsers bind passkeys to host names. */
export function relyingPartyAt(address: string): RelyingParty | undefined {
  const { hostname, origin } = new URL(address)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : undefined
}

/** Registers and verifies passkeys. User verification is always required. */
export class Passkeys {
  readonly #context: PasskeysContext
  readonly #challenges: Challenges

  constructor(context: PasskeysContext) {
    this.#context = context
    this.#challenges = new Challenges(context)
  }

  /** Options for the browser to create a passkey. */
  async creationOptions({ id, email, name }: UserRecord, site: RelyingParty) {
    const { generateRegistrationOptions } = await import('@simplewebauthn/server')
    const existing = await passkeysOf(this.#context.database, id)
    return generateRegistrationOptions({
      rpName: 'Almanac',
      rpID: site.id,
      userID: new Uint8Array(Buffer.from(id)),
      userName: email,
      userDisplayName: name,
      challenge: new Uint8Array(Buffer.from(this.#challenges.issue(creation(id)), 'base64url')),
      timeout: timeoutMs,
      excludeCredentials: existing.map(credentialDescriptor),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  }

  /** Stores a passkey that the browser has created, and issues recovery codes to a user who has none. */
  async add(
    { id: userId }: UserRecord,
    { credential, name, site }: { credential: Credential; name: string; site: RelyingParty },
  ): Promise<{ passkey: PasskeyRow; recoveryCodes: readonly string[] | undefined }> {
    const { database, clock, secondFactors } = this.#context
    const created = await this.#verifiedCreation(credential, { userId, site })
    const passkey = {
      id: created.id,
      userId,
      publicKey: Buffer.from(created.publicKey).toString('base64url'),
      counter: created.counter,
      transports: transportsIn(created.transports).join(' '),
      name,
      createdAt: clock.nowMs(),
    }
    return database.transaction(async (tx) => {
      await requireLock(tx, userId)
      if ((await passkeysOf(tx, userId)).length >= passkeysMax) {
        throw limitExceeded(`A user has at most ${passkeysMax} passkeys.`)
      }
      if (!(await addPasskey(tx, passkey))) throw duplicate('This passkey')
      const recoveryCodes = await secondFactors.giveRecoveryCodes(tx, userId)
      return { passkey: { ...passkey, lastUsedAt: null }, recoveryCodes }
    })
  }

  async rename(passkey: Pick<PasskeyRow, 'id' | 'userId' | 'name'>): Promise<PasskeyRow> {
    const { database } = this.#context
    return database.transaction(async (tx) => {
      const renamed = (await renamePasskey(tx, passkey)) && (await findPasskey(tx, passkey.id))
      if (!renamed) throw notFound()
      return renamed
    })
  }

  /** Whether anybody has a passkey. */
  areUsed(): Promise<boolean> {
    return isAnyPasskey(this.#context.database)
  }

  /**
   * Options for the browser to sign in; nothing is stored. Without a user, the browser offers all passkeys that it has
   * for the site. The response is accepted only for the same purpose.
   */
  async requestOptions({
    purpose,
    site,
    userId,
  }: {
    readonly purpose: string
    readonly site: RelyingParty
    readonly userId?: string | undefined
  }) {
    const allowed = userId === undefined ? [] : await passkeysOf(this.#context.database, userId)
    return {
      challenge: this.#challenges.issue(purpose),
      rpId: site.id,
      timeout: timeoutMs,
      userVerification: 'required',
      allowCredentials: allowed.map((passkey) => ({
        type: 'public-key',
        ...credentialDescriptor(passkey),
      })),
    }
  }

  /** The owner of the passkey that signed the challenge; undefined if the response is invalid or was used before. */
  async use(
    text: string,
    { purpose, site }: { readonly purpose: string; readonly site: RelyingParty },
  ): Promise<UsedPasskey | undefined> {
    const { database, clock } = this.#context
    const response = answerIn(text)
    const passkey = response && (await findPasskey(database, response.id))
    if (response === undefined || passkey === undefined) return undefined
    const nowMs = clock.nowMs()
    // A response to a challenge from before the last use may be a replay. A last use in the future precedes a clock change.
    const usedAtMs = Math.min(passkey.lastUsedAt ?? 0, nowMs)
    const isFresh = (challenge: string) =>
      (this.#challenges.issuedAtMs(challenge, purpose) ?? -1) >= usedAtMs
    const info = await verifiedUse(response, { passkey, site, isFresh })
    if (info === undefined) return undefined
    const use = { counter: info.newCounter, lastUsedAt: nowMs }
    const isNoted = await database.transaction((tx) => usePasskey(tx, passkey, use))
    if (!isNoted) return undefined
    const key = info.credentialDeviceType === 'singleDevice' ? 'hwk' : 'swk'
    return { userId: passkey.userId, methods: [key, 'user', 'mfa'] }
  }

  async #verifiedCreation(
    credential: Credential,
    { userId, site }: { readonly userId: string; readonly site: RelyingParty },
  ) {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const verifying = verifyRegistrationResponse({
      response: credential as unknown as RegistrationResponseJSON,
      expectedChallenge: (challenge) =>
        this.#challenges.issuedAtMs(challenge, creation(userId)) !== undefined,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
    })
    // The library throws on malformed input.
    const { registrationInfo } = await verifying.catch(() => ({ registrationInfo: undefined }))
    if (registrationInfo === undefined || !idShape.test(registrationInfo.credential.id)) {
      throw invalidField(
        'The response of the browser cannot be verified. Create the passkey again.',
      )
    }
    return registrationInfo.credential
  }
}

const creation = (userId: string): string => `creation:${userId}`

const credentialDescriptor = ({ id, transports }: PasskeyRow) => ({
  id,
  transports: transports.split(' ').filter(Boolean) as never[],
})

/** The transports that a browser reports, as far as they are known; they are not signed. */
const transportsIn = (named: unknown): string[] =>
  Array.isArray(named) ? knownTransports.filter((transport) => named.includes(transport)) : []

/** Parses the response of a browser; undefined if it is malformed. */
function answerIn(text: string): AuthenticationResponseJSON | undefined {
  try {
    const value = JSON.parse(text) as AuthenticationResponseJSON | null
    return typeof value?.id === 'string' && idShape.test(value.id) ? value : undefined
  } catch {
    return undefined
  }
}

async function verifiedUse(
  response: AuthenticationResponseJSON,
  {
    passkey,
    site,
    isFresh,
  }: {
    readonly passkey: PasskeyRow
    readonly site: RelyingParty
    readonly isFresh: (challenge: string) => boolean
  },
) {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { id, publicKey, counter } = passkey
  const verifying = verifyAuthenticationResponse({
    response,
    expectedChallenge: isFresh,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id, counter, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')) },
  })
  // The library throws on malformed input.
  const { verified, authenticationInfo } = await verifying.catch(() => ({
    verified: false,
    authenticationInfo: undefined,
  }))
  return verified ? authenticationInfo : undefined
}

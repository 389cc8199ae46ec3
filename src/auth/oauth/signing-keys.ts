import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  generateKeyPair,
  hkdfSync,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { Clock } from '#/kernel/clock.ts'
import { base64url } from '#/kernel/identifiers.ts'
import type { Log } from '#/kernel/log.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import type { Mode } from '../credentials/credential-origin.ts'
import { signingKeys as signingKeysTable } from '../tables.ts'

type JsonWebKey = Record<string, unknown>

const makeKeyPair = promisify(generateKeyPair)

interface SigningKeyContext {
  readonly database: Database
  readonly log: Log
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  /** The secret of the installation, which encrypts the keys. */
  readonly secret: string
  readonly mode: Mode
}

/** The notification channel for new keys. */
export const keysChanged = 'almanac_keys'

/** Equivalent to a symmetric key of 128 bits. */
const keyBits = 3072

const dayMs = 86_400_000
const usedMs = 30 * dayMs
const keptMs = 60 * dayMs

/**
 * The keys that sign ID tokens, newest first. A new key is created a month after the newest one; older keys
 * are published for another month, until their tokens have expired.
 */
export async function signingKeys(context: SigningKeyContext): Promise<JsonWebKey[]> {
  const nowMs = context.clock.nowMs()
  const keys = (await context.database.all(list, none))
    .filter(({ createdAt }) => createdAt > nowMs - keptMs)
    .flatMap((row) => openedKey(context, row))
  const isFresh = keys[0] !== undefined && keys[0].createdAt > nowMs - usedMs
  const shown = keys.map(({ key }) => key)
  return (isFresh ? shown : [await newKey(context, shown), ...shown]).map((key) => ({
    ...key,
    alg: 'RS256',
    use: 'sig',
  }))
}

/** The public keys by id, as PEM, which some libraries request. */
export async function publicKeyTexts(context: SigningKeyContext): Promise<Record<string, string>> {
  const keys = await signingKeys(context)
  return Object.fromEntries(
    keys.map(({ kid, kty, n, e }) => {
      const key = createPublicKey({ key: { kty, n, e } as never, format: 'jwk' })
      return [String(kid), String(key.export({ type: 'spki', format: 'pem' }))]
    }),
  )
}

/** Undefined if the key was encrypted with another secret, as after a restore from elsewhere. */
function openedKey({ secret, log }: SigningKeyContext, { id, sealed, createdAt }: KeyRow) {
  try {
    return [{ key: { ...unsealedKey(secret, sealed), kid: id }, createdAt }]
  } catch {
    log.warn('ignored a signing key that is encrypted with another secret', { keyId: id })
    return []
  }
}

async function newKey(context: SigningKeyContext, present: readonly JsonWebKey[]) {
  const { database, clock, randomBytes, secret, mode } = context
  const key = await (mode === 'production' ? newPrivateKey() : developmentKey(present))
  const id = base64url(12, randomBytes)
  const row = { id, sealed: sealKey(secret, key, randomBytes), createdAt: clock.nowMs() }
  await database.transaction(async (tx) => {
    await tx.run(add, row)
    await tx.notify(keysChanged)
  })
  return { ...key, kid: id }
}

async function newPrivateKey(): Promise<JsonWebKey> {
  const { privateKey } = await makeKeyPair('rsa', { modulusLength: keyBits })
  return privateKey.export({ format: 'jwk' }) as JsonWebKey
}

const developmentKeys: JsonWebKey[] = []

/**
 * A key that the database does not have yet. Creating one takes up to a second of CPU time, so the worlds of a
 * development server share the keys of its process; an ID token still names the issuer of its world.
 */
async function developmentKey(present: readonly JsonWebKey[]): Promise<JsonWebKey> {
  const moduli = new Set(present.map(({ n }) => n))
  const shared = developmentKeys.find(({ n }) => !moduli.has(n))
  if (shared !== undefined) return shared
  const key = await newPrivateKey()
  developmentKeys.push(key)
  return key
}

const sealingKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'almanac signing keys', 32))

function sealKey(secret: string, key: JsonWebKey, randomBytes: RandomBytes): string {
  const nonce = Buffer.from(randomBytes(12))
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(key)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

function unsealedKey(secret: string, text: string): JsonWebKey {
  const bytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  const plain = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  return JSON.parse(plain.toString('utf8')) as JsonWebKey
}

interface KeyRow {
  readonly id: string
  readonly sealed: string
  readonly createdAt: number
}

const list = query<object, KeyRow>(
  () =>
    sql`select id, sealed, created_at as "createdAt" from ${signingKeysTable} order by created_at desc, id`,
)

const add = command<KeyRow>(({ id, sealed, createdAt }) =>
  insertInto(signingKeysTable, { id, sealed, created_at: createdAt }),
)

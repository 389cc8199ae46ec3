import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Clock } from '#/kernel/clock.ts'
import { invalidField, notFound } from '#/kernel/errors.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { tokensChanged } from '../credentials/tokens.ts'
import { serviceAccountKeys, serviceAccounts } from '../tables.ts'

/** A new key with its private key, which is not stored. */
export interface ServiceAccountKey {
  readonly id: string
  /** PKCS #8, as PEM. */
  readonly privateKey: string
}

interface KeyPair {
  /** SubjectPublicKeyInfo, as PEM. */
  readonly publicKey: string
  readonly privateKey: string
}

/** Limited, because an assertion without a key id is checked against all of them. */
const keysPerAccountMax = 10

const generate = promisify(generateKeyPair)

export const newKeyPair = (): Promise<KeyPair> =>
  generate('rsa', {
    // Equivalent to a symmetric key of 128 bits.
    modulusLength: 3072,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

export async function addKey(
  tx: Transaction,
  key: { email: string; pair: KeyPair; clock: Clock; randomBytes: RandomBytes },
): Promise<ServiceAccountKey> {
  const { email, pair } = key
  if ((await tx.first(lockAccount, { email })) === undefined) throw notFound()
  if ((await tx.all(listKeys, { email })).length >= keysPerAccountMax) {
    throw invalidField(`A service account has at most ${keysPerAccountMax} keys: remove one first.`)
  }
  const id = Buffer.from(key.randomBytes(20)).toString('hex')
  const createdAt = key.clock.nowMs()
  await tx.run(putKey, { id, email, publicKey: pair.publicKey, createdAt })
  return { id, privateKey: pair.privateKey }
}

/** Returns whether there was such a key. Its signatures are no longer valid. */
export async function removeKey(
  tx: Transaction,
  key: { email: string; keyId: string },
): Promise<boolean> {
  const removed = await tx.run(dropKey, key)
  await tx.notify(tokensChanged)
  return removed > 0
}

export const keysOf = (reader: Reader, email: string): Promise<PublicKey[]> =>
  reader.all(listKeys, { email })

interface PublicKey {
  readonly id: string
  readonly publicKey: string
}

const lockAccount = query<{ email: string }, { id: string }>(
  ({ email }, { forUpdate }) =>
    sql`select id from ${serviceAccounts} where email = ${email} ${forUpdate}`,
)

const putKey = command<PublicKey & { email: string; createdAt: number }>(
  ({ id, email, publicKey, createdAt }) =>
    insertInto(serviceAccountKeys, { id, email, public_key: publicKey, created_at: createdAt }),
)

const listKeys = query<{ email: string }, PublicKey>(
  ({ email }) => sql`
   select id, public_key as "publicKey" from ${serviceAccountKeys} where email = ${email}
   order by created_at, id`,
)

const dropKey = command<{ email: string; keyId: string }>(
  ({ keyId, email }) =>
    sql`delete from ${serviceAccountKeys} where id = ${keyId} and email = ${email}`,
)

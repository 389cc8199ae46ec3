import { createPublicKey } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { holdsNul } from '#/contract/decoding/decode-text.ts'
import type { Reader } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { query } from '#/storage/sql/statement.ts'
import { serviceAccounts, users } from '../tables.ts'
import { keysOf } from './service-accounts-keys.ts'

/** The verified payload of a JWT and its service account. The claims are not checked yet. */
interface Signed {
  readonly signer: Signer
  readonly claims: JWTPayload
}

export interface Signer {
  readonly id: string
  readonly email: string
}

export type SignatureFault = 'malformed' | 'unknownSigner' | 'wrongSignature'

const algorithm = 'RS256'
const jwtCharsMax = 8192
const jwtShape = /^[\w-]+\.[\w-]+\.[\w-]+$/

export const looksSigned = (text: string): boolean =>
  text.length <= jwtCharsMax && jwtShape.test(text)

/** Verifies the signature of a JWT by an enabled service account of this server. */
export async function readSigned(
  reader: Reader,
  text: string,
): Promise<Signed | { fault: SignatureFault }> {
  const parts = looksSigned(text) ? await decode(text) : undefined
  if (parts === undefined) return { fault: 'malformed' }
  const { header, claims } = parts
  if (header.alg !== algorithm) return { fault: 'wrongSignature' }
  if (typeof claims.iss !== 'string' || holdsNul(claims.iss)) return { fault: 'unknownSigner' }
  const signer = await reader.first(findSigner, { email: claims.iss })
  if (signer === undefined) return { fault: 'unknownSigner' }
  const keys = await keysOf(reader, signer.email)
  // The library for Node omits the key id in assertions.
  const candidates = header.kid === undefined ? keys : keys.filter(({ id }) => id === header.kid)
  for (const { publicKey } of candidates) {
    if (await isSignedWith(text, publicKey)) return { signer, claims }
  }
  return { fault: 'wrongSignature' }
}

// Loaded on demand, because most servers never get a JWT.
const jose = () => import('jose')

async function decode(text: string) {
  const { decodeJwt, decodeProtectedHeader } = await jose()
  try {
    return { header: decodeProtectedHeader(text), claims: decodeJwt(text) }
  } catch {
    return undefined
  }
}

async function isSignedWith(text: string, publicKey: string): Promise<boolean> {
  const { compactVerify, errors } = await jose()
  try {
    await compactVerify(text, createPublicKey(publicKey), { algorithms: [algorithm] })
    return true
  } catch (error) {
    if (error instanceof errors.JOSEError) return false
    throw error
  }
}

/** The tolerance for the clock of a client. */
const clockToleranceS = 300
const lifetimeMaxS = 3600

/** Whether a JWT is valid now, and for an hour at most. */
export function isTimely({ iat, nbf = iat, exp }: JWTPayload, nowMs: number): boolean {
  if (typeof iat !== 'number' || typeof nbf !== 'number' || typeof exp !== 'number') return false
  const nowS = nowMs / 1000
  const hasBegun = Math.max(iat, nbf) <= nowS + clockToleranceS
  return hasBegun && exp > nowS && exp - iat <= lifetimeMaxS
}

const findSigner = query<{ email: string }, Signer>(
  ({ email }) => sql`
   select a.id, a.email from ${serviceAccounts} a join ${users} u on u.id = a.user_id
   where a.email = ${email} and u.disabled_at is null`,
)

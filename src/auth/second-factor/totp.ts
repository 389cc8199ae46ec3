import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '#/kernel/randomness.ts'

const secretBytes = 20
const stepMs = 30_000
const codeDigits = 6
/** Steps that the clock of a phone may be off, in either direction. */
const skewSteps = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A secret in base32, as authenticator apps expect it. */
export function newTotpSecret(randomBytes: RandomBytes): string {
  const bits = [...randomBytes(secretBytes)].map((byte) => byte.toString(2).padStart(8, '0'))
  const groups = bits.join('').match(/.{5}/g)!
  return groups.map((group) => alphabet[Number.parseInt(group, 2)]).join('')
}

export const totpStepAt = (nowMs: number): number => Math.floor(nowMs / stepMs)

/** The time-based one-time password of a step (RFC 6238, with SHA-1 as all authenticator apps expect). */
export function totpCode(secret: string, step: number, digits = codeDigits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = mac.at(-1)! & 15
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step of a code; undefined if the code is not valid now. */
export function totpStepOf(secret: string, code: string, nowMs: number): number | undefined {
  if (!isTotpCode(code)) return undefined
  const current = totpStepAt(nowMs)
  const actual = Buffer.from(code)
  for (let step = current - skewSteps; step <= current + skewSteps; step++) {
    if (step >= 0 && timingSafeEqual(Buffer.from(totpCode(secret, step)), actual)) return step
  }
  return undefined
}

/** Whether a text looks like a code of an authenticator app. */
export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text)

/** The latest step whose code is accepted now. */
export const lastPossibleStep = (nowMs: number): number => totpStepAt(nowMs) + skewSteps

/** The content of the QR code (the key URI format of authenticator apps). */
export function totpAddress({
  secret,
  email,
  issuer,
}: {
  readonly secret: string
  readonly email: string
  readonly issuer: string
}): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((digit) => alphabet.indexOf(digit).toString(2).padStart(5, '0'))
  const octets = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(octets.map((octet) => Number.parseInt(octet, 2)))
}

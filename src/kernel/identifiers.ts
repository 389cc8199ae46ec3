import type { RandomBytes } from './randomness.ts'

const base32hexDigits = '0123456789abcdefghijklmnopqrstuv'

/** Random lower-case base32hex text: the alphabet of ids that clients may choose. */
export function base32hex(length: number, randomBytes: RandomBytes): string {
  const digits = Buffer.allocUnsafe(length)
  const bytes = randomBytes(length)
  for (let index = 0; index < length; index++) {
    digits[index] = base32hexDigits.charCodeAt(bytes[index]! & 31)
  }
  return digits.toString('latin1')
}

/** URL-safe text of random bytes: the format of tokens and keys. */
export function base64url(byteCount: number, randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(byteCount)).toString('base64url')
}

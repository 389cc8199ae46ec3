import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { RandomBytes } from './randomness.ts'

const nonceBytes = 12
const tagBytes = 16

/** Marks encrypted text. Plain text contains no control characters. */
const mark = '\u0001'

/** Encrypts short stored texts with the secret of the installation. */
export class Seal {
  readonly #key: Buffer
  readonly #randomBytes: RandomBytes

  /** Text encrypted for one purpose cannot be decrypted for another. */
  constructor(secret: string, purpose: string, randomBytes: RandomBytes) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
    this.#randomBytes = randomBytes
  }

  seal(text: string): string {
    const nonce = this.#randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return mark + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** The decrypted text; undefined if it was not encrypted with this secret. */
  open(stored: string): string | undefined {
    if (!stored.startsWith(mark)) return undefined
    const bytes = Buffer.from(stored.slice(mark.length), 'base64url')
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const text = bytes.subarray(nonceBytes + tagBytes)
      return decipher.update(text, undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return undefined
    }
  }
}

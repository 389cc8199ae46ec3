import crypto, { type KeyObject, type RSAKeyPairOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { promisify } from 'node:util'

interface KeyPair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

/** More than one test holds against each other. */
const pairsMax = 8

/**
 * Lets this process reuse RSA keys in turn, because finding the primes of one takes longer than most tests. Call it
 * before the program is loaded.
 */
export function reuseKeyPairs(): void {
  const original = crypto.generateKeyPair
  if (promisify.custom in original) return
  const generate = promisify(original)
  const pairs = new Map<string, Promise<KeyPair>>()
  let uses = 0
  const reuse = async (type: 'rsa', options: RSAKeyPairOptions) => {
    const { modulusLength, publicKeyEncoding, privateKeyEncoding } = options
    const key = `${type} ${modulusLength} ${uses++ % pairsMax}`
    const pair = pairs.get(key) ?? generate(type, { modulusLength })
    pairs.set(key, pair)
    const { publicKey, privateKey } = await pair
    return {
      publicKey: publicKeyEncoding ? publicKey.export(publicKeyEncoding) : publicKey,
      privateKey: privateKeyEncoding ? privateKey.export(privateKeyEncoding) : privateKey,
    }
  }
  crypto.generateKeyPair = Object.assign(original.bind(crypto), {
    [promisify.custom]: reuse,
  }) as unknown as typeof original
  syncBuiltinESMExports()
}

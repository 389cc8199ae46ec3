import type { RandomBytes } from '#/kernel/randomness.ts'
import type { NewConference } from './event-content.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Invents a conference with a code that cannot be guessed, such as `abc-defg-hij`. */
export function newConference(addressPattern: string, randomBytes: RandomBytes): NewConference {
  const bytes = randomBytes(30)
  // Seven times as many values as letters would fit unevenly, but by less than anybody can use.
  const word = (from: number, to: number) =>
    Array.from(bytes.subarray(from, to), (byte) => letters[byte % letters.length]).join('')
  const code = [word(0, 3), word(3, 7), word(7, 10)].join('-')
  const signature = Buffer.from(bytes.subarray(10)).toString('base64url')
  return { code, uri: addressPattern.replaceAll('{code}', code), signature }
}

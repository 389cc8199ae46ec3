import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import { hashOf } from '../secrets.ts'

/** A user has so many at a time. */
export const recoveryCodesCount = 10

/** 80 bits, so that a plain hash of one cannot be reversed. */
const codeLength = 16
const groupLength = 4

/** New codes, in the form that people write down. */
export const newRecoveryCodes = (randomBytes: RandomBytes): string[] =>
  Array.from({ length: recoveryCodesCount }, () =>
    base32hex(codeLength, randomBytes)
      .match(new RegExp(`.{${groupLength}}`, 'g'))!
      .join('-'),
  )

/** What is stored of a code. Case, spaces and hyphens do not matter. */
export const recoveryCodeHash = (code: string): string =>
  hashOf(`recovery:${code.toLowerCase().replaceAll(/[\s-]/g, '')}`)

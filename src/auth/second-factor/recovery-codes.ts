import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import { hashOf } from '../credentials/secrets.ts'

/** Number of codes that are issued together. */
export const recoveryCodesCount = 10

/** 80 bits, so that a plain hash of one cannot be reversed. */
const codeLength = 16
const groupLength = 4

/** New codes, formatted in groups for people to write down. */
export const newRecoveryCodes = (randomBytes: RandomBytes): string[] =>
  Array.from({ length: recoveryCodesCount }, () =>
    base32hex(codeLength, randomBytes)
      .match(new RegExp(`.{${groupLength}}`, 'g'))!
      .join('-'),
  )

/** The hash of a code, as it is stored. Case, spaces and hyphens are ignored. */
export const recoveryCodeHash = (code: string): string =>
  hashOf(`recovery:${code.toLowerCase().replaceAll(/[\s-]/g, '')}`)

import { hash } from 'node:crypto'
import { base64url } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'

/** What is kept of a token or key: enough to recognise it, not enough to use it. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'base64url')

export const newAccessToken = (randomBytes: RandomBytes): string =>
  `alm_at_${base64url(32, randomBytes)}`

export const newApiKey = (randomBytes: RandomBytes): string =>
  `alm_key_${base64url(24, randomBytes)}`

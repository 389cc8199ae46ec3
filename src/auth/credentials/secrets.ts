import { hash } from 'node:crypto'
import { base64url } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'

/** The stored hash of a token or key. */
export const hashOf = (secret: string): string =>
  hash('sha256', secret.startsWith(markStart) ? withoutMark(secret) : secret, 'base64url')

export const newAccessToken = (randomBytes: RandomBytes): string =>
  `alm_at_${base64url(32, randomBytes)}`

export const newApiKey = (randomBytes: RandomBytes): string =>
  `alm_key_${base64url(24, randomBytes)}`

const markStart = 'alm_w_'

// The id of a world has no underscore.
const withoutMark = (secret: string) => secret.slice(secret.indexOf('_', markStart.length) + 1)

/**
 * The prefix of tokens and keys of a world. It is not part of the secret. It selects the world for clients
 * that drop the path of their root URL, as the official client for Node does.
 */
export const worldMark = (worldId: string): string => `${markStart}${worldId}_`

/** The world that the credentials of a request belong to. */
export function worldNamedBy({
  authorization,
  url,
}: {
  readonly authorization: string | undefined
  readonly url: string
}): string | undefined {
  const bearer = authorization === undefined ? undefined : inBearer.exec(authorization)?.[1]
  return bearer ?? (url.includes(markStart) ? inQuery.exec(url)?.[1] : undefined)
}

const inBearer = /^Bearer +alm_w_([a-z0-9-]+)_/i
const inQuery = /[?&](?:access_token|oauth_token|key)=alm_w_([a-z0-9-]+)_/

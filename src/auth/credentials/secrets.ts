import { hash } from 'node:crypto'
import { base64url } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'

/** What is kept of a token or key: enough to recognise it, not enough to use it. */
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
 * What tokens and keys of a world begin with. It is not part of the secret: it lets a client reach the
 * world that drops the path of its root URL, as the official one for Node does.
 */
export const worldMark = (worldId: string): string => `${markStart}${worldId}_`

/** The world that the credentials of a request name. */
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

import type { ServerResponse } from 'node:http'
import { type ErrorReport, errorPage, localeOf } from '../../pages/index.ts'
import { registrationPath } from '../client-registration.ts'
import { sendPage } from '../interaction/send-page.ts'
import { sendJson } from '../send-json.ts'

/** The kinds of anonymous requests, which are limited per network. */
type LimitedRequest = 'signIn' | 'token' | 'tokenInfo' | 'deviceCode'

export const authorizationPath = '/o/oauth2/v2/auth'

const ofPrograms: Readonly<Record<string, LimitedRequest>> = {
  '/token': 'token',
  '/introspect': 'token',
  '/device/code': 'deviceCode',
  [registrationPath]: 'deviceCode',
}

const unlimitedPaths = new Set([
  '/oauth2/v1/certs',
  '/oauth2/v3/certs',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
])

/** The limit that applies to a path; undefined if none. */
export const limitedRequestAt = (path: string): LimitedRequest | undefined =>
  unlimitedPaths.has(path) ? undefined : (ofPrograms[path] ?? 'signIn')

/** Counts a request of a network. Returns 0, or the seconds to wait. */
export type ChargeNetwork = (request: LimitedRequest, network: string) => number

/** The message for a network over its limit. */
export const tooManyText = (retryAfterS: number): string =>
  `Too many requests from this network. Try again in ${retryAfterS} s.`

/** Rejects a request of a network over its limit. */
export function sendTooMany(response: ServerResponse, path: string, retryAfterS: number): void {
  response.setHeader('Retry-After', retryAfterS)
  sendRefusal(response, {
    path,
    status: 429,
    error: 'temporarily_unavailable',
    description: tooManyText(retryAfterS),
    detail: ({ tooManyRequests }) => tooManyRequests(retryAfterS),
  })
}

/** Rejects a request that exceeds the limits of parameters. */
export const sendUnusable = (response: ServerResponse, path: string, description: string): void =>
  sendRefusal(response, { path, status: 400, error: 'invalid_request', description })

/** Rejects a request for cookies that browsers accept only over https. */
export const sendUnencrypted = (response: ServerResponse, path: string): void =>
  sendRefusal(response, {
    path,
    status: 400,
    error: 'invalid_request',
    description: 'Signing in needs https.',
    detail: ({ needsHttps }) => needsHttps(),
  })

interface Refusal {
  readonly path: string
  readonly status: number
  readonly error: string
  readonly description: string
  /** What a page shows instead of the description. */
  readonly detail?: ErrorReport['detail']
}

/** Sends JSON to clients, and a page to browsers. */
function sendRefusal(
  response: ServerResponse,
  { path, status, error, description, detail }: Refusal,
): void {
  const isForProgram = ofPrograms[path] !== undefined
  if (isForProgram) sendJson(response, status, { error, error_description: description })
  else {
    const words = detail === undefined ? { description } : { detail }
    const page = errorPage({ error, ...words, locale: localeOf(response.req.headers) })
    sendPage(response, status, page)
  }
}

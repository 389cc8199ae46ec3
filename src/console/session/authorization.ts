import { addressInWorld, storageKey, world } from '../world.ts'
import { scopes } from './scopes.ts'

const clientId = 'almanac-console'
const pendingKey = storageKey('signing-in')

const signedInPath = '/signed-in'

/** Whether this is the redirect from the sign-in page. */
export const isReturn = (path: string): boolean => path === world.prefix + signedInPath

export interface Granted {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
}

interface Pending {
  readonly state: string
  readonly verifier: string
  /** The page that the user requested. */
  readonly wanted: string
}

const redirectUri = () => addressInWorld(signedInPath)

/** Redirects to the sign-in page. With `prompt=none` it returns immediately if the user would be asked. */
export async function leaveToSignIn(how: { wanted: string; prompt?: 'none' | 'login' }) {
  const { verifier, challenge } = await newProof()
  const pending: Pending = { state: randomText(), verifier, wanted: how.wanted }
  sessionStorage.setItem(pendingKey, JSON.stringify(pending))
  const params = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri(),
    scope: scopes.join(' '),
    state: pending.state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(how.prompt === undefined ? {} : { prompt: how.prompt }),
  })
  location.assign(`${world.prefix}/o/oauth2/v2/auth?${params}`)
}

export type Return =
  | { readonly kind: 'granted'; readonly granted: Granted; readonly wanted: string }
  | { readonly kind: 'refused'; readonly error: string; readonly wanted: string }

/** Reads the response of the sign-in page, and ignores responses to unknown requests. */
export async function readReturn(answer: URLSearchParams): Promise<Return> {
  const pending = takePending()
  if (pending === undefined || answer.get('state') !== pending.state) {
    return { kind: 'refused', error: 'unasked', wanted: `${world.prefix}/` }
  }
  const { verifier, wanted } = pending
  const code = answer.get('code')
  if (code === null) return { kind: 'refused', error: answer.get('error') ?? 'unknown', wanted }
  const granted = await exchange({
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri(),
  })
  if (granted === undefined) return { kind: 'refused', error: 'expired', wanted }
  return { kind: 'granted', granted, wanted }
}

function takePending(): Pending | undefined {
  const text = sessionStorage.getItem(pendingKey)
  sessionStorage.removeItem(pendingKey)
  return text === null ? undefined : (JSON.parse(text) as Pending)
}

export const refresh = (refreshToken: string): Promise<Granted | undefined> =>
  exchange({ grant_type: 'refresh_token', refresh_token: refreshToken })

/** Undefined if the server rejects the request permanently; throws if it may succeed later. */
async function exchange(form: Record<string, string>): Promise<Granted | undefined> {
  const body = new URLSearchParams({ client_id: clientId, ...form })
  const reply = await fetch(`${world.prefix}/token`, { method: 'POST', body })
  if (reply.status >= 500 || reply.status === 429)
    throw new Error(`No token: the server answered with ${reply.status}.`)
  return reply.ok ? ((await reply.json()) as Granted) : undefined
}

/** Revokes the tokens of all windows of this browser, and its session. */
export async function revoke(token: string): Promise<void> {
  const body = new URLSearchParams({ token })
  const revoked = await fetch(`${world.prefix}/revoke`, { method: 'POST', body })
  const signedOut = await fetch(`${world.prefix}/signin/out`, { method: 'POST' })
  // A token that is no longer valid is rejected with 400.
  if (!signedOut.ok || !(revoked.ok || revoked.status === 400)) {
    throw new Error('The server has not ended the session.')
  }
}

/** The code verifier of a sign-in, and its challenge (RFC 7636). */
interface Proof {
  readonly verifier: string
  readonly challenge: string
}

const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

async function newProof(): Promise<Proof> {
  const verifier = randomText()
  const digest = await sha256(new TextEncoder().encode(verifier))
  return { verifier, challenge: base64url(digest) }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

import type { Configuration, ServerMetadata } from 'openid-client'
import type { Clock } from '#/kernel/clock.ts'
import { hashOf } from '../credentials/secrets.ts'
import type { UpstreamPerson } from './federated-sign-in.ts'
import type { IdentityProvider } from './identity-providers.ts'

/** Fetches from a provider; the target, time and size are restricted. */
export type GuardedFetch = (address: string, options: RequestInit) => Promise<Response>

/** The parameters of an authorization request that its response is checked against. */
interface UpstreamChecks {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface AuthenticatedPerson extends UpstreamPerson {
  /** The authentication methods that the provider reports (RFC 8176); empty unless it is trusted. */
  readonly methods: readonly string[]
}

/** Why a sign-in at a provider failed. */
export type UpstreamFault = 'upstreamDenied' | 'upstreamRejected' | 'upstreamUnavailable'

export class UpstreamFailure extends Error {
  readonly fault: UpstreamFault

  constructor(fault: UpstreamFault, cause: unknown) {
    super('The identity provider has signed nobody in.', { cause })
    this.name = 'UpstreamFailure'
    this.fault = fault
  }
}

interface UpstreamContext {
  readonly clock: Clock
  readonly fetch: GuardedFetch
}

interface Cached {
  readonly configuration: Promise<Configuration>
  readonly expiresAtMs: number
}

const configurationLifetimeMs = 3_600_000
const configurationsMax = 40
const underwayMax = 100
const requestTimeoutS = 10
// The standard allows 255 characters of ASCII.
const subjectShape = /^[\x20-\x7E]{1,255}$/
const groupsMax = 1_000
const methodsMax = 10
const methodShape = /^[a-z0-9_-]{1,20}$/i

/** An OpenID Connect client for other providers. The library is loaded on first use. */
export class Upstream {
  readonly #context: UpstreamContext
  /** Discovered configurations, keyed by a hash of issuer, client id and secret. */
  readonly #cached = new Map<string, Cached>()
  #underway = 0

  constructor(context: UpstreamContext) {
    this.#context = context
  }

  /** The authorization URL to redirect a browser to. */
  signInAddress(
    provider: IdentityProvider,
    clientSecret: string | null,
    { redirectUri, state, nonce, verifier }: UpstreamChecks,
  ): Promise<string> {
    return this.#withTimeout(async () => {
      const client = await import('openid-client')
      const configuration = await this.#configurationOf(provider, clientSecret)
      const address = client.buildAuthorizationUrl(configuration, {
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: provider.scopes.join(' '),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return address.href
    })
  }

  /** Exchanges the code of an authorization response for the claims of the person. */
  personIn(
    provider: IdentityProvider,
    clientSecret: string | null,
    { query, ...checks }: UpstreamChecks & { readonly query: URLSearchParams },
  ): Promise<AuthenticatedPerson> {
    return this.#withTimeout(async () => {
      const client = await import('openid-client')
      const configuration = await this.#configurationOf(provider, clientSecret)
      const address = new URL(checks.redirectUri)
      address.search = query.toString()
      const tokens = await client.authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: checks.verifier,
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      const more = lacksClaims(provider, claims, configuration.serverMetadata())
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {}
      return personWith(provider, { ...more, ...claims })
    })
  }

  async #withTimeout<T>(work: () => Promise<T>): Promise<T> {
    if (this.#underway >= underwayMax) {
      throw new UpstreamFailure('upstreamUnavailable', new Error('too many requests under way'))
    }
    this.#underway++
    try {
      return await work()
    } catch (error) {
      throw error instanceof UpstreamFailure ? error : new UpstreamFailure(faultOf(error), error)
    } finally {
      this.#underway--
    }
  }

  #configurationOf(provider: IdentityProvider, secret: string | null): Promise<Configuration> {
    const key = hashOf(JSON.stringify([provider.issuer, provider.clientId, secret]))
    const nowMs = this.#context.clock.machineMs()
    const cached = this.#cached.get(key)
    if (cached !== undefined && cached.expiresAtMs > nowMs) return cached.configuration
    const configuration = this.#discover(provider, secret)
    this.#cached.delete(key)
    this.#cached.set(key, { configuration, expiresAtMs: nowMs + configurationLifetimeMs })
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= configurationsMax) break
      this.#cached.delete(oldest)
    }
    configuration.catch(() => {
      if (this.#cached.get(key)?.configuration === configuration) this.#cached.delete(key)
    })
    return configuration
  }

  async #discover(
    { issuer, clientId }: IdentityProvider,
    secret: string | null,
  ): Promise<Configuration> {
    const client = await import('openid-client')
    const { fetch } = this.#context
    const isInsecure = new URL(issuer).protocol === 'http:'
    const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      timeout: requestTimeoutS,
      [client.customFetch]: fetch as never,
      execute: isInsecure ? [client.allowInsecureRequests] : [],
    })
    const metadata = found.serverMetadata()
    const authentication =
      secret === null
        ? client.None()
        : sendsSecretInBody(metadata)
          ? client.ClientSecretPost(secret)
          : client.ClientSecretBasic(secret)
    const configuration = new client.Configuration(metadata, clientId, undefined, authentication)
    configuration.timeout = requestTimeoutS
    configuration[client.customFetch] = fetch as never
    if (isInsecure) client.allowInsecureRequests(configuration)
    client.enableNonRepudiationChecks(configuration)
    return configuration
  }
}

/** The body is preferred: some providers do not decode the secret in the header. */
const sendsSecretInBody = ({ token_endpoint_auth_methods_supported: methods }: ServerMetadata) =>
  methods?.includes('client_secret_post') ?? false

type Claims = Readonly<Record<string, unknown>>

/** Whether a claim that is needed is missing from the ID token and the provider has a userinfo endpoint. */
function lacksClaims(
  { groupClaim }: IdentityProvider,
  claims: Claims,
  { userinfo_endpoint: endpoint }: ServerMetadata,
): boolean {
  if (endpoint === undefined) return false
  return claims.email === undefined || (groupClaim !== '' && claims[groupClaim] === undefined)
}

/** Extracts the claims that are used. */
export function personWith(
  { groupClaim, trustAmr }: Pick<IdentityProvider, 'groupClaim' | 'trustAmr'>,
  claims: Claims,
): AuthenticatedPerson {
  const { sub, email, email_verified: verified, name, amr } = claims
  if (typeof sub !== 'string' || !subjectShape.test(sub)) {
    throw new UpstreamFailure('upstreamRejected', new Error('the subject cannot be used'))
  }
  const methods = trustAmr ? textsIn(amr).filter((method) => methodShape.test(method)) : []
  return {
    subject: sub,
    ...(typeof email === 'string' && { email }),
    isEmailVerified: verified === true,
    ...(typeof name === 'string' && { name }),
    ...(groupClaim !== '' &&
      !isElsewhere(groupClaim, claims) && {
        groups: textsIn(claims[groupClaim]).slice(0, groupsMax),
      }),
    methods: methods.slice(0, methodsMax),
  }
}

/** Whether the groups are too many for a token and have to be fetched elsewhere (distributed claims). */
const isElsewhere = (claim: string, { _claim_names: names }: Claims): boolean =>
  typeof names === 'object' && names !== null && Object.hasOwn(names, claim)

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')

const deniedErrors: ReadonlySet<unknown> = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
])
const busyErrors: ReadonlySet<unknown> = new Set(['server_error', 'temporarily_unavailable'])

/** Classifies an error of the library. */
function faultOf(error: unknown): UpstreamFault {
  const {
    code,
    error: named,
    status,
  } = error as {
    code?: unknown
    error?: unknown
    status?: unknown
  }
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' && deniedErrors.has(named)) {
    return 'upstreamDenied'
  }
  if (busyErrors.has(named) || (typeof status === 'number' && status >= 500)) {
    return 'upstreamUnavailable'
  }
  return typeof code === 'string' && rejectedCodes.has(code)
    ? 'upstreamRejected'
    : 'upstreamUnavailable'
}

/** Errors of a response that arrived but is not valid. */
const rejectedCodes: ReadonlySet<string> = new Set([
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
])

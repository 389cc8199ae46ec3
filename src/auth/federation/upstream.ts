import type { Configuration, ServerMetadata } from 'openid-client'
import type { Clock } from '#/kernel/clock.ts'
import { hashOf } from '../secrets.ts'
import type { UpstreamPerson } from './federated-sign-in.ts'
import type { IdentityProvider } from './identity-providers.ts'

/** A request to a provider, over connections that are guarded and bounded. */
export type GuardedFetch = (address: string, options: RequestInit) => Promise<Response>

/** What was sent with a browser, and has to come back with it. */
export interface UpstreamChecks {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface AuthenticatedPerson extends UpstreamPerson {
  /** How the provider says that it has authenticated the person (RFC 8176). */
  readonly methods: readonly string[]
}

/** Why a provider has signed nobody in. */
export type UpstreamFault = 'upstreamDenied' | 'upstreamRejected' | 'upstreamUnavailable'

export class UpstreamFailure extends Error {
  readonly fault: UpstreamFault

  constructor(fault: UpstreamFault, cause: unknown) {
    super('The identity provider has signed nobody in.', { cause })
    this.name = 'UpstreamFailure'
    this.fault = fault
  }
}

interface UpstreamParts {
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

/** Speaks OpenID Connect with other providers. The library is loaded by the first request. */
export class Upstream {
  readonly #parts: UpstreamParts
  /** What is known of each provider, by everything that it follows from. */
  readonly #cached = new Map<string, Cached>()
  #underway = 0

  constructor(parts: UpstreamParts) {
    this.#parts = parts
  }

  /** Where a browser is sent to sign in. */
  signInAddress(
    provider: IdentityProvider,
    clientSecret: string | null,
    { redirectUri, state, nonce, verifier }: UpstreamChecks,
  ): Promise<string> {
    return this.#bounded(async () => {
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

  /** Who has signed in, by what came back with the browser. */
  personIn(
    provider: IdentityProvider,
    clientSecret: string | null,
    { query, ...checks }: UpstreamChecks & { readonly query: URLSearchParams },
  ): Promise<AuthenticatedPerson> {
    return this.#bounded(async () => {
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

  async #bounded<T>(work: () => Promise<T>): Promise<T> {
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
    const nowMs = this.#parts.clock.machineMs()
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
    const { fetch } = this.#parts
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

/** Some providers read the secret in the header without decoding it; the body has no such traps. */
const sendsSecretInBody = ({ token_endpoint_auth_methods_supported: methods }: ServerMetadata) =>
  methods?.includes('client_secret_post') ?? false

type Claims = Readonly<Record<string, unknown>>

/** Whether the identity token leaves out what is wanted and the provider has more to say. */
function lacksClaims(
  { groupClaim }: IdentityProvider,
  claims: Claims,
  { userinfo_endpoint: endpoint }: ServerMetadata,
): boolean {
  if (endpoint === undefined) return false
  return claims.email === undefined || (groupClaim !== '' && claims[groupClaim] === undefined)
}

/** What is used of the claims of a person. */
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

/** A provider with too many groups for a token says that they are to be fetched elsewhere. */
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

/** What an error of the library means for the person who wanted to sign in. */
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

/** Errors of an answer that arrived, and is not one that can be believed. */
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

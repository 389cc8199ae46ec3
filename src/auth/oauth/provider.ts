import type { Client, Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { AuditTrail } from '#/audit/trail.ts'
import type { Scope } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import { isMetadataAddress, type OAuthClients } from '../clients/oauth-clients.ts'
import { differsInPortOnly, loopbackOrigin } from '../clients/oauth-clients-redirects.ts'
import type { Mode } from '../credentials/credential-origin.ts'
import { hashOf } from '../credentials/secrets.ts'
import type { Tokens } from '../credentials/tokens.ts'
import type { Directory } from '../directory/directory.ts'
import type { GuardedFetch } from '../federation/upstream.ts'
import {
  deviceCodePage,
  deviceConfirmPage,
  deviceDonePage,
  errorPage,
  localeOf,
} from '../pages/index.ts'
import { cookieName, worldSuffix } from '../sign-in/cookies.ts'
import { adapterFor } from './artifacts/adapter.ts'
import type { BrowserState } from './artifacts/browser-state.ts'
import { registrationPath } from './client-registration.ts'
import {
  consoleClient,
  consoleClientId,
  consoleGrant,
  isConsoleRedirect,
} from './console-client.ts'
import { identityScopes } from './identity-scopes.ts'
import { signInPath } from './interaction/interactions.ts'
import { type SecondFactorDuty, signInPolicy } from './interaction/sign-in-policy.ts'
import { authorizationPath } from './limits/request-limits.ts'
import { isOfflineGrant, noteOfflineGrant, takeOfflineGrant } from './offline-grants.ts'
import { pathPrefix } from './path-prefix.ts'
import {
  allowFormPost,
  answerTemporaryFailure,
  markAccessTokens,
  matchGoogleResponses,
  noteRefresh,
  restartDeviceForm,
  slowDownDevices,
} from './provider-middleware.ts'
import { type SessionLimits, sessionSecondsMax } from './session-lifetime.ts'
import { signingKeys } from './signing-keys.ts'

export interface ProviderContext extends SecondFactorDuty {
  readonly database: Database
  readonly audit: AuditTrail
  readonly log: Log
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly directory: Directory
  readonly tokens: Tokens
  readonly clients: OAuthClients
  /** The scopes of all services. */
  readonly scopes: readonly Scope[]
  /** The issuer of tokens, known once the server listens. */
  readonly issuer: () => string
  /** The prefix of tokens of a world; empty in the default world. */
  readonly tokenMark: string
  readonly secret: string
  readonly mode: Mode
  /** The public URL, if the settings name one. */
  readonly publicUrl: string
  readonly sessionLimits: SessionLimits
  /** Days without use after which a refresh token expires. */
  readonly refreshTokenIdleDays: number
  /** Whether pages of this origin may read responses. */
  readonly isOriginAllowed: (origin: string) => boolean
  /** Which clients have to use PKCE. */
  readonly pkce: 'installed' | 'all'
  /** Whether the console is enabled. */
  readonly hasConsole: boolean
  /** Whether agents can sign in users. */
  readonly hasAgents: boolean
  /** Whether clients can register themselves (RFC 7591). */
  readonly canRegister: boolean
  /** Fetches the documents with which clients describe themselves. */
  readonly fetchClientMetadata: GuardedFetch
}

/** The parameter of the device page with a user code to be confirmed. */
export const typedCodeParam = 'typed_code'

const accessTokenS = 3600
const yearS = 365 * 24 * 3600
const dayMs = 86_400_000

/** The dependencies of the provider, with those that exist only for it. */
interface ProviderOptions extends ProviderContext {
  /** Replaces the client secret that a device does not send at first. */
  readonly deviceMark: string
  readonly browserState: BrowserState
}

/** Creates the provider. It is loaded on demand, because that takes half a second. */
export async function makeProvider(context: ProviderOptions): Promise<Provider> {
  const [{ Provider: OidcProvider, interactionPolicy }, keys] = await Promise.all([
    import('oidc-provider'),
    signingKeys(context),
  ])
  const provider = new OidcProvider(context.issuer(), {
    ...configuration(context, keys),
    interactions: {
      url: (_, { uid }) => signInPath(context.issuer(), uid),
      policy: signInPolicy(interactionPolicy, context),
    },
  })
  // Only the hash of a client secret is stored.
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: { clientSecret: string }, actual: string) {
      const isDevice = OidcProvider.ctx?.oidc.route === 'device_authorization'
      return (isDevice && actual === context.deviceMark) || hashOf(actual) === this.clientSecret
    },
  })
  const { redirectUriAllowed } = provider.Client.prototype
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed(this: Client, uri: string) {
      if (this.clientId === consoleClientId) {
        const { publicUrl } = context
        const prefix = pathPrefix(context.issuer())
        return isConsoleRedirect(uri, OidcProvider.ctx, { publicUrl, prefix })
      }
      if (redirectUriAllowed.call(this, uri)) return true
      // A metadata document cannot name the port, which differs from run to run.
      if (isMetadataAddress(this.clientId)) {
        return (this.redirectUris ?? []).some((registered) => differsInPortOnly(uri, registered))
      }
      // An installed client may use any path on loopback.
      const origin = this.applicationType === 'native' ? loopbackOrigin(uri) : undefined
      return origin !== undefined && redirectUriAllowed.call(this, origin)
    },
  })
  // The time of a sign-in is that of the settable clock.
  Object.assign(provider.Session.prototype, {
    past(this: { loginTs?: number }, ageS: number) {
      return context.clock.nowMs() / 1000 - (this.loginTs ?? 0) > Number(ageS)
    },
  })
  provider.proxy = true
  provider.use(matchGoogleResponses)
  provider.use(noteRefresh(context))
  provider.use(slowDownDevices(context))
  provider.use(restartDeviceForm)
  provider.use(allowFormPost)
  if (context.tokenMark !== '') provider.use(markAccessTokens(context.tokenMark))
  provider.on('server_error', (ctx, err) => {
    context.log.error('sign-in failed', { err })
    answerTemporaryFailure(ctx, err)
  })
  return provider
}

function configuration(context: ProviderOptions, keys: object[]): Configuration {
  const { clients, secret, mode, scopes, directory } = context
  const findClient = async (id: string) =>
    id === consoleClientId && context.hasConsole ? consoleClient : clients.findForProvider(id)
  const prefix = pathPrefix(context.issuer())
  const secure = mode === 'production'
  const cookie = { httpOnly: true, sameSite: 'lax' as const, secure, signed: true }
  const cookieNamed = (name: string, path: string) =>
    cookieName(`alm_${name}${worldSuffix(prefix)}`, { mode, path })
  return {
    adapter: adapterFor({ ...context, findClient }),
    jwks: { keys: keys as never },
    cookies: {
      keys: [hashOf(`cookies:${secret}`)],
      long: { ...cookie, path: `${prefix}/` },
      short: cookie,
      names: {
        session: cookieNamed('session', `${prefix}/`),
        interaction: cookieNamed('interaction', signInPath(context.issuer(), '')),
        resume: cookieNamed('resume', `${prefix}${authorizationPath}`),
      },
    },
    routes: {
      authorization: authorizationPath,
      token: '/token',
      jwks: '/oauth2/v3/certs',
      userinfo: '/oauth2/v3/userinfo',
      revocation: '/revoke',
      introspection: '/introspect',
      device_authorization: '/device/code',
      code_verification: '/device',
    },
    scopes: ['offline_access', ...[...identityScopes, ...scopes].map(({ uri }) => uri)],
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      'https://www.googleapis.com/auth/userinfo.email': ['email', 'email_verified'],
      'https://www.googleapis.com/auth/userinfo.profile': ['name'],
    },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    // `tokenEndpoints` serves these instead of the provider.
    discovery: {
      userinfo_endpoint: `${context.issuer()}/oauth2/v3/userinfo`,
      revocation_endpoint: `${context.issuer()}/revoke`,
      ...(context.canRegister && { registration_endpoint: context.issuer() + registrationPath }),
    },
    fetch: (address, options) => context.fetchClientMetadata(String(address), options ?? {}),
    extraParams: {
      access_type: null,
      include_granted_scopes: null,
      approval_prompt: null,
      // The provider calls this for every request, even without this parameter.
      hd: requireKnownScope,
      // Clients of MCP name the endpoint that they want a token for (RFC 8707).
      resource: (_, resource) => requireOwnResource(context.issuer(), resource),
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: {
      required: ({ oidc }, client) =>
        context.pkce === 'all' || isProofRequired(client, oidc.params?.redirect_uri),
    },
    ttl: {
      AccessToken: accessTokenS,
      AuthorizationCode: 600,
      DeviceCode: 1800,
      IdToken: accessTokenS,
      Interaction: 3600,
      Session: sessionSecondsMax(context.sessionLimits),
      Grant: yearS,
      RefreshToken: (context.refreshTokenIdleDays * dayMs) / 1000,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: false },
      introspection: { enabled: true },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // Tokens are for all interfaces of this server, and for no other server.
      resourceIndicators: { enabled: false },
      clientIdMetadataDocument: {
        enabled: context.hasAgents,
        ack: 'draft-02',
        cacheDuration: { min: 300, max: 86_400 },
      },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: async (ctx, form, _, error) => {
          const typed = ctx.query[typedCodeParam]
          const userCode = typeof typed === 'string' ? typed : undefined
          ctx.body = deviceCodePage({
            userCode,
            formHtml: form,
            locale: localeOf(ctx.req.headers),
            ...problemOf(error),
          })
        },
        userCodeConfirmSource: async (ctx, form, client, _, userCode) => {
          const clientName = client.clientName ?? client.clientId
          ctx.body = deviceConfirmPage({
            clientName,
            userCode,
            formHtml: form,
            locale: localeOf(ctx.req.headers),
          })
        },
        successSource: async (ctx) => {
          const { client } = ctx.oidc
          const clientName = client?.clientName ?? client?.clientId ?? ''
          ctx.body = deviceDonePage({ clientName, locale: localeOf(ctx.req.headers) })
        },
      },
    },
    rotateRefreshToken: (ctx) => ctx.oidc.client?.clientAuthMethod === 'none',
    issueRefreshToken: async (_, client, source) =>
      client.grantTypeAllowed('refresh_token') &&
      (client.clientAuthMethod === 'none' ||
        source.kind === 'DeviceCode' ||
        source.scopes.has('offline_access') ||
        (await takeOfflineGrant(context, source.grantId ?? ''))),
    // Tokens of the console expire with the browser session.
    expiresWithSession: async (_, { clientId }) => clientId === consoleClientId,
    loadExistingGrant: (ctx) => existingGrant(ctx, context),
    // The console has the origin of this server.
    clientBasedCORS: ({ protocol, host }, origin) =>
      origin === `${protocol}://${host}` || context.isOriginAllowed(origin),
    findAccount: async (_, id) => {
      const user = await directory.findById(id)
      if (user === undefined || user.isDisabled) return undefined
      return {
        accountId: id,
        claims: async () => ({ sub: id, email: user.email, email_verified: true, name: user.name }),
      }
    },
    renderError: async (ctx, { error, error_description: description }) => {
      ctx.type = 'html'
      ctx.body = errorPage({
        error,
        locale: localeOf(ctx.req.headers),
        ...(description ? { description } : {}),
      })
    },
  }
}

/**
 * Whether PKCE is required: for public clients and for installed ones, whose secret is not confidential,
 * unless the code stays on the machine of the user. Some installed clients do not support it.
 */
function isProofRequired(client: Client, redirectUri: unknown): boolean {
  if (client.clientAuthMethod === 'none') return true
  return client.applicationType === 'native' && loopbackOrigin(String(redirectUri)) === undefined
}

/** Why a user code was rejected, as a message of the page. */
function problemOf(error: (Error & { userCode?: string }) | undefined) {
  if (error === undefined) return {}
  const typed = error.userCode === undefined ? {} : { userCode: error.userCode }
  const { name } = error
  if (name === 'AbortedError') return { ...typed, error: 'aborted' as const }
  const isUnknown = name === 'NoCodeError' || name === 'NotFoundError'
  return { ...typed, error: isUnknown ? ('unknown' as const) : ('expired' as const) }
}

/** Ignores unknown scopes if there are known ones. */
async function requireKnownScope({ oidc }: KoaContextWithOIDC): Promise<void> {
  if (oidc.requestParamOIDCScopes.size > 0) return
  const { errors } = await import('oidc-provider')
  throw new errors.InvalidScope('no scope that is known here', String(oidc.params?.scope ?? ''))
}

/** Rejects requests for a token of another server. */
async function requireOwnResource(issuer: string, resource: string | undefined): Promise<void> {
  if (resource === undefined || `${resource}/`.startsWith(`${issuer}/`)) return
  const { errors } = await import('oidc-provider')
  throw new errors.InvalidTarget('the resource does not belong to this server')
}

/**
 * The existing grant. Records a request for offline access: the first one, and those to which the user
 * consents again. Rejected scopes are requested again by the next request.
 */
async function existingGrant(ctx: KoaContextWithOIDC, context: ProviderContext) {
  const { oidc } = ctx
  const clientId = oidc.client!.clientId
  if (clientId === consoleClientId) return consoleGrant(ctx, context.directory)
  const grantId = oidc.result?.consent?.grantId ?? oidc.session?.grantIdFor(clientId)
  if (grantId === undefined) return undefined
  const grant = await oidc.provider.Grant.find(grantId)
  if (grant === undefined) return undefined
  if (oidc.result?.consent === undefined) delete grant.rejected
  if (oidc.params?.include_granted_scopes === 'true') {
    const requested = String(oidc.params.scope ?? '').split(' ')
    const united = new Set([...requested, ...grant.getOIDCScope().split(' ')])
    oidc.params.scope = [...united].filter(Boolean).join(' ')
  }
  const isNew = async () => !(await isOfflineGrant(context.database, grantId))
  const isOffline = oidc.params?.access_type === 'offline'
  if (isOffline && (oidc.result?.consent !== undefined || (await isNew()))) {
    await noteOfflineGrant(context, { grantId, accountId: grant.accountId!, clientId })
  }
  return grant
}

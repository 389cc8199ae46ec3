import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { ApiError, shortageAsRefusal } from '#/kernel/errors.ts'
import { base64url } from '#/kernel/identifiers.ts'
import { isLocalRequest } from '#/kernel/local-request.ts'
import type { Log } from '#/kernel/log.ts'
import { epochChannel } from '#/storage/schema/epoch.ts'
import { FederatedSignIn } from '../federation/federated-sign-in.ts'
import { Federation } from '../federation/federation.ts'
import { FederationPages } from '../federation/federation-pages.ts'
import type { Identities } from '../federation/identities.ts'
import type { IdentityInvitations } from '../federation/identity-invitations.ts'
import type { IdentityProviders } from '../federation/identity-providers.ts'
import { type GuardedFetch, Upstream } from '../federation/upstream.ts'
import { networkOf } from '../network.ts'
import { contentSecurityPolicy } from '../pages/index.ts'
import {
  exchangeAssertion,
  isJwtBearer,
  type JwtBearerContext,
} from '../service-accounts/jwt-bearer.ts'
import { BrowserState } from './artifacts/browser-state.ts'
import { isHandle } from './artifacts/device-handles.ts'
import { registerClient, registrationPath } from './client-registration.ts'
import { identityScopes } from './identity-scopes.ts'
import { endSession, endSessionPath } from './interaction/end-session.ts'
import { readFormBody } from './interaction/form.ts'
import { type InteractionContext, Interactions } from './interaction/interactions.ts'
import { PasswordPages, type PasswordPagesContext } from './interaction/password-pages.ts'
import { authorizationBounds, excessOf, formBounds } from './limits/request-bounds.ts'
import {
  authorizationPath,
  type ChargeNetwork,
  limitedRequestAt,
  sendTooMany,
  sendUnencrypted,
  sendUnusable,
} from './limits/request-limits.ts'
import { pathPrefix } from './path-prefix.ts'
import { makeProvider, type ProviderContext, typedCodeParam } from './provider.ts'
import { sendJson } from './send-json.ts'
import { keysChanged, publicKeyTexts } from './signing-keys.ts'

export interface MountContext
  extends ProviderContext,
    Omit<InteractionContext, 'scopes' | 'canReset' | 'federation'>,
    PasswordPagesContext,
    JwtBearerContext {
  readonly log: Log
  readonly identityProviders: IdentityProviders
  readonly identities: Identities
  readonly identityInvitations: IdentityInvitations
  /** How identity providers are reached. */
  readonly fetchFromProvider: GuardedFetch
  /** Host names, in addition to loopback names, at which one-click sign-in is available in dev mode. */
  readonly devHosts: readonly string[]
  readonly chargeNetwork: ChargeNetwork
}

/** The client address and the root URL of a request, as far as they are trusted. */
interface From {
  readonly origin: string
  readonly peer: string
}

/** Google's paths, and the corresponding paths here. */
const aliases: Readonly<Record<string, string>> = {
  '/o/oauth2/auth': authorizationPath,
  '/o/oauth2/token': '/token',
  '/oauth2/v4/token': '/token',
  '/o/oauth2/device/code': '/device/code',
  // RFC 8414, which clients of MCP look for first.
  '/.well-known/oauth-authorization-server': '/.well-known/openid-configuration',
}

const ownPaths = new Set([
  authorizationPath,
  '/token',
  '/oauth2/v1/certs',
  '/oauth2/v3/certs',
  '/introspect',
  '/device/code',
  '/device',
  '/.well-known/openid-configuration',
  ...Object.keys(aliases),
])
const ownPathLengthMax = Math.max(...[...ownPaths].map(({ length }) => length))
const ownPrefixes = [`${authorizationPath}/`, '/signin/', '/device/']

/** The paths whose forms are checked before the provider gets them. */
const formPaths = new Set(['/token', '/device/code', authorizationPath])

const rebuiltAfterMs = 86_400_000

/** The OAuth endpoints. The provider is loaded on the first request. */
export class OAuthMount {
  readonly name = 'oauth'
  readonly #context: MountContext
  readonly #interactions: Interactions
  readonly #passwordPages: PasswordPages
  readonly #federationPages: FederationPages
  readonly #browserState: BrowserState
  #provider: Promise<Provider> | undefined
  readonly #deviceMark: string
  #builtAtMs = 0

  constructor(context: MountContext) {
    this.#context = context
    this.#deviceMark = base64url(32, context.randomBytes)
    this.#browserState = new BrowserState(context)
    const federatedSignIn = new FederatedSignIn(context)
    const upstream = new Upstream({ clock: context.clock, fetch: context.fetchFromProvider })
    const browserState = this.#browserState
    const federation = new Federation({ ...context, browserState, federatedSignIn, upstream })
    this.#federationPages = new FederationPages({ ...context, federation, federatedSignIn })
    this.#interactions = new Interactions({
      ...context,
      federation,
      canReset: context.sendMail !== undefined,
      scopes: [...identityScopes, ...context.scopes],
    })
    this.#passwordPages = new PasswordPages(context)
    logLibraryOutput(context.log)
  }

  /** Subscribes to new signing keys, and to restores, which bring their own. */
  async listen(): Promise<void> {
    for (const channel of [keysChanged, epochChannel]) {
      await this.#context.database.listen(channel, () => {
        this.#provider = undefined
      })
    }
  }

  takes(path: string): boolean {
    for (const prefix of ownPrefixes) if (path.startsWith(prefix)) return true
    if (path === registrationPath) return this.#context.canRegister
    return path.length <= ownPathLengthMax && ownPaths.has(path)
  }

  async handle(message: IncomingMessage, response: ServerResponse, from: From): Promise<void> {
    try {
      const answer = () => this.#answer(message, response, from)
      await this.#context.audit.from(from.peer, () =>
        this.#browserState.run({ message, response }, answer),
      )
    } catch (failure) {
      const error = shortageAsRefusal(failure)
      const status = error instanceof ApiError ? error.status : 500
      if (status >= 500) this.#context.log.error('sign-in failed', { err: failure })
      const description = error instanceof ApiError ? error.message : 'Something went wrong.'
      if (response.headersSent) response.destroy()
      else sendJson(response, status, { error: 'server_error', error_description: description })
    }
  }

  async #answer(
    message: IncomingMessage,
    response: ServerResponse,
    { origin, peer }: From,
  ): Promise<void> {
    const address = new URL(message.url ?? '/', origin)
    const path = aliases[address.pathname] ?? address.pathname
    const isDev = this.#isDevRequest(message, origin)
    const limited = limitedRequestAt(path)
    const retryAfterS =
      limited === undefined ? 0 : this.#context.chargeNetwork(limited, networkOf(peer))
    if (retryAfterS > 0) return sendTooMany(response, path, retryAfterS)
    if (this.#context.mode === 'production' && address.protocol === 'http:') {
      if (path.startsWith(authorizationPath)) return sendUnencrypted(response, path)
    }
    if (path === authorizationPath) {
      const excess = excessOf(address.searchParams, authorizationBounds)
      if (excess !== undefined) return sendUnusable(response, path, excess)
    }
    pretendOrigin(message, address)
    if (formPaths.has(path) && message.method === 'POST') {
      const form = await readFormBody(message)
      const bounds = path === authorizationPath ? authorizationBounds : formBounds
      const excess =
        form === undefined ? 'The form is too large or incomplete.' : excessOf(form, bounds)
      if (form === undefined || excess !== undefined) return sendUnusable(response, path, excess!)
      if (path === '/token' && isJwtBearer(form)) {
        const { status, body } = await exchangeAssertion(form, { origin }, this.#context)
        return sendJson(response, status, body)
      }
      if (form.getAll('device_code').some(isHandle)) {
        return sendJson(response, 400, { error: 'invalid_grant' })
      }
      if (path === '/device/code') await this.#markDevice(form, message)
      Object.assign(message, { body: form.toString() })
    }
    if (path === registrationPath && message.method === 'POST') {
      const { status, body } = await registerClient(message, this.#context)
      return sendJson(response, status, body)
    }
    if (path === '/oauth2/v1/certs') {
      return sendJson(response, 200, await publicKeyTexts(this.#context))
    }
    if (this.#passwordPages.takes(path)) {
      return this.#passwordPages.handle({ message, response, path, origin, peer })
    }
    if (this.#federationPages.takes(path)) {
      return this.#federationPages.handle({ message, response, path, origin, peer })
    }
    const provider = await this.#ready()
    if (path === endSessionPath) {
      return endSession(this.#context, { provider, message, response, origin })
    }
    if (path.startsWith('/signin/')) {
      return this.#interactions.handle({ provider, message, response, origin, peer, isDev })
    }
    if (path === authorizationPath) normalizeParams(address.searchParams)
    if (path === '/device' && message.method === 'GET') keepTypedCode(address.searchParams)
    message.url = path + (address.searchParams.size === 0 ? '' : `?${address.searchParams}`)
    // The prefix of the paths in responses of the provider.
    Object.assign(message, { baseUrl: pathPrefix(origin) })
    // The provider adds the hash of the script that submits some of its forms.
    const policy = `${contentSecurityPolicy({ formActions: [] })}; script-src 'self'`
    response.setHeader('Content-Security-Policy', policy)
    response.setHeader('X-Frame-Options', 'DENY')
    response.setHeader('Referrer-Policy', 'same-origin')
    provider.callback()(message, response)
  }

  #isDevRequest({ headers }: IncomingMessage, origin: string): boolean {
    const { mode, devHosts } = this.#context
    const request = { headers: headers as Record<string, string | undefined>, origin }
    return mode === 'dev' && isLocalRequest(request, devHosts)
  }

  /** Devices send the client secret only with token requests, so that a marker replaces it here. */
  async #markDevice(form: URLSearchParams, { headers }: IncomingMessage): Promise<void> {
    if (form.has('client_secret') || headers.authorization !== undefined) return
    const client = await this.#context.clients.find(form.get('client_id') ?? '')
    if (client !== undefined && client.secretHash !== null)
      form.set('client_secret', this.#deviceMark)
  }

  #ready(): Promise<Provider> {
    const nowMs = this.#context.clock.machineMs()
    if (this.#provider === undefined || nowMs - this.#builtAtMs > rebuiltAfterMs) {
      this.#builtAtMs = nowMs
      this.#provider = makeProvider({
        ...this.#context,
        deviceMark: this.#deviceMark,
        browserState: this.#browserState,
      })
      this.#provider.catch(() => {
        this.#provider = undefined
      })
    }
    return this.#provider
  }
}

/** The provider trusts forwarded headers, so that they are replaced by verified values. */
function pretendOrigin(message: IncomingMessage, { protocol, host }: URL): void {
  message.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  message.headers['x-forwarded-host'] = host
  delete message.headers['x-forwarded-for']
}

/** Converts Google's parameters to standard ones. */
function normalizeParams(params: URLSearchParams): void {
  const prompts = new Set((params.get('prompt') ?? '').split(' ').filter(Boolean))
  if (prompts.delete('select_account')) prompts.add('login')
  if (params.get('approval_prompt') === 'force') prompts.add('consent')
  if (prompts.size > 0) params.set('prompt', [...prompts].join(' '))
}

/**
 * Renames the parameter with a user code, so that our page shows it; the provider would submit it with a
 * script.
 */
function keepTypedCode(params: URLSearchParams): void {
  const code = params.get('user_code')
  if (code === null) return
  params.delete('user_code')
  params.set(typedCodeParam, code)
}

/** Redirects console output of a library to the log. */
function logLibraryOutput(log: Log): void {
  const write = (text: unknown) => log.debug('library output', { text: String(text) })
  Object.assign(globalThis.console, { info: write, warn: write })
}

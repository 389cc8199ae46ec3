import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { AuditTrail } from '#/audit/trail.ts'
import type { Scope } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import type { Directory } from '../directory.ts'
import { emailIn } from '../directory-email.ts'
import {
  type FederatedUser,
  type Federation,
  federationStatuses,
} from '../federation/federation.ts'
import type { KnownDevices } from '../known-devices.ts'
import { networkOf } from '../network.ts'
import { consentPage, errorPage, type SignInError, signInPage } from '../pages/index.ts'
import type { SignIn } from '../sign-in.ts'
import type { Tokens } from '../tokens.ts'
import { userNote } from '../user-note.ts'
import { readFormBody } from './form.ts'
import { forgotPath } from './password-pages.ts'
import { pathPrefix } from './path-prefix.ts'
import { sendPage } from './send-page.ts'

export interface InteractionParts {
  readonly database: Database
  readonly audit: AuditTrail
  readonly directory: Directory
  readonly tokens: Tokens
  readonly signIn: SignIn
  readonly knownDevices: KnownDevices
  readonly federation: Federation
  /** Whether people who have forgotten their password are mailed a link. */
  readonly canReset: boolean
  readonly scopes: readonly Scope[]
  readonly secret: string
  readonly clock: Clock
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

interface Exchange {
  readonly provider: Provider
  readonly message: IncomingMessage
  readonly response: ServerResponse
  /** The root URL that the request used. */
  readonly origin: string
  /** Where the request comes from. */
  readonly peer: string
  /** Whether anybody may sign in as anybody with one click. */
  readonly isDev: boolean
}

/** Who has signed in and how, with names of RFC 8176; through a provider or here. */
type SignedIn = Omit<FederatedUser, 'provider'> & { readonly provider?: string | undefined }

const locale = 'en'
const devUsersShownMax = 50

/** The pages between a request for access and its answer: who are you, and do you agree. */
export class Interactions {
  readonly #parts: InteractionParts

  constructor(parts: InteractionParts) {
    this.#parts = parts
  }

  async handle(exchange: Exchange): Promise<void> {
    const { provider, message, response } = exchange
    let interaction: Interaction
    try {
      interaction = await provider.interactionDetails(message, response)
    } catch {
      const description = 'This page has expired. Go back to the program and start again.'
      return sendPage(response, 400, errorPage({ error: 'invalid_request', description, locale }))
    }
    const isPost = message.method === 'POST'
    const query = new URL(message.url ?? '/', exchange.origin).searchParams
    if (!isPost && interaction.prompt.name === 'login' && (query.has('with') || query.has('from')))
      return this.#federate(exchange, interaction, query)
    if (!isPost) return this.#show(exchange, interaction)
    const form = await readFormBody(message)
    if (form === undefined || !this.#isOwnForm(form, interaction)) {
      const description = 'The form did not come from this page.'
      return sendPage(response, 403, errorPage({ error: 'access_denied', description, locale }))
    }
    return interaction.prompt.name === 'login'
      ? this.#login(exchange, interaction, form)
      : this.#consent(exchange, interaction, form)
  }

  async #show(
    { provider, response, origin, isDev }: Exchange,
    interaction: Interaction,
    problem: { email?: string; error?: SignInError; retryAfterS?: number; status?: number } = {},
  ): Promise<void> {
    const { uid, params, prompt, session } = interaction
    const client = await provider.Client.find(String(params.client_id))
    const common = {
      action: signInPath(origin, uid),
      csrf: this.#csrf(uid),
      clientName: client?.clientName ?? String(params.client_id),
      locale,
    }
    const { redirect_uri: redirectUri } = params
    const formActions = typeof redirectUri === 'string' ? [redirectUri] : []
    const status =
      problem.status ??
      (problem.error === undefined ? 200 : problem.error === 'blocked' ? 429 : 400)
    if (problem.retryAfterS !== undefined) response.setHeader('Retry-After', problem.retryAfterS)
    if (prompt.name === 'login') {
      const hint = typeof params.login_hint === 'string' ? { loginHint: params.login_hint } : {}
      const users = isDev ? { devUsers: await this.#devUsers() } : {}
      const forgot = this.#parts.canReset ? { forgotAddress: pathPrefix(origin) + forgotPath } : {}
      const providers = (await this.#parts.federation.offered()).map(({ id, name }) => ({
        name,
        address: `${common.action}?with=${id}`,
      }))
      const page = signInPage({ ...common, ...hint, ...users, ...forgot, providers, ...problem })
      return sendPage(response, status, page, formActions)
    }
    const user = await this.#parts.directory.findById(session?.accountId ?? '')
    const requested = String(params.scope ?? '').split(' ')
    const page = consentPage({
      ...common,
      email: user?.email ?? '',
      scopes: this.#parts.scopes.filter(({ uri }) => requested.includes(uri)),
      alreadyGranted: await this.#grantedBefore(provider, interaction),
      isOffline: params.access_type === 'offline' || requested.includes('offline_access'),
    })
    return sendPage(response, status, page, formActions)
  }

  async #login(exchange: Exchange, interaction: Interaction, form: URLSearchParams): Promise<void> {
    const accountId = await this.#accountOf(exchange, interaction, form)
    if (accountId === undefined) return
    await this.#completeSignIn(exchange, interaction, { accountId, methods: ['pwd'] })
  }

  /** Goes to another identity provider, or comes back from it. */
  async #federate(
    exchange: Exchange,
    interaction: Interaction,
    query: URLSearchParams,
  ): Promise<void> {
    const { federation } = this.#parts
    const owner = { place: interaction.uid, origin: exchange.origin, peer: exchange.peer }
    const providerId = query.get('with')
    const outcome =
      providerId === null
        ? await federation.signIn(query, owner)
        : await federation.begin(providerId, owner)
    if ('location' in outcome) return redirect(exchange.response, outcome.location)
    if ('accountId' in outcome) return this.#completeSignIn(exchange, interaction, outcome)
    const status = federationStatuses[outcome.error]
    return this.#show(exchange, interaction, { ...outcome, status })
  }

  /** Signs the user in and goes on with the request for access. */
  async #completeSignIn(
    exchange: Exchange,
    interaction: Interaction,
    { accountId, methods, provider }: SignedIn,
  ): Promise<void> {
    await this.#noteSignIn(interaction, { accountId, provider })
    const before = interaction.session?.accountId
    if (before !== undefined && before !== accountId)
      await this.#forgetSession(exchange, interaction)
    const ts = Math.floor(this.#parts.clock.nowMs() / 1000)
    interaction.result = { login: { accountId, remember: true, ts, amr: [...methods] } }
    await this.#save(interaction)
    redirect(exchange.response, interaction.returnTo)
  }

  /** Who has signed in; the page is shown again when nobody has. */
  async #accountOf(
    exchange: Exchange,
    interaction: Interaction,
    form: URLSearchParams,
  ): Promise<string | undefined> {
    const { directory, signIn, knownDevices } = this.#parts
    const devUser = form.get('devUser')
    if (exchange.isDev && devUser !== null && emailIn(devUser) !== undefined) {
      const user = await directory.find(devUser)
      if (user !== undefined && !user.isDisabled) return user.id
    }
    const email = form.get('email') ?? ''
    const password = form.get('password') ?? ''
    const { message, response, origin, peer: address } = exchange
    const device = { email, prefix: pathPrefix(origin) }
    const deviceId = knownDevices.find(message.headers.cookie, device)
    const outcome = await signIn.signIn({ email, password, address, deviceId })
    if ('user' in outcome) {
      response.appendHeader('Set-Cookie', knownDevices.setCookie({ ...device, id: deviceId }))
      return outcome.user.id
    }
    await this.#countFailure(email, { address, reason: reasons[outcome.kind] }, interaction)
    const { kind: error, ...retry } = outcome
    await this.#show(exchange, interaction, { email, error, ...retry })
    return undefined
  }

  async #consent(
    { provider, message, response, origin }: Exchange,
    interaction: Interaction,
    form: URLSearchParams,
  ): Promise<void> {
    const { uid, params, prompt, session, grantId } = interaction
    const decision = form.get('decision')
    if (decision === 'switch') {
      interaction.prompt = { name: 'login', reasons: ['switch'], details: {} }
      await this.#save(interaction)
      return redirect(response, signInPath(origin, uid))
    }
    if (decision !== 'allow') {
      const error_description = 'The user has refused.'
      const result = { error: 'access_denied', error_description }
      const refused = { outcome: 'refused', reason: 'access_denied' } as const
      await this.#parts.audit.note({ ...(await this.#consentNote(interaction)), ...refused })
      return provider.interactionFinished(message, response, result)
    }
    const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId)
    const grant =
      existing ??
      new provider.Grant({ accountId: session!.accountId, clientId: String(params.client_id) })
    const requested = String(params.scope ?? '')
      .split(' ')
      .filter(Boolean)
    const picked = new Set([...form.getAll('scope'), 'openid', 'offline_access'])
    const [granted, rejected] = [
      requested.filter((scope) => picked.has(scope)),
      requested.filter((scope) => !picked.has(scope)),
    ]
    // The latest answer counts: what was refused before can be allowed now, and the other way round.
    const before = new Set(scopesOf(grant))
    const allowed = new Set([...before, ...granted]).difference(new Set(rejected))
    grant.openid = { ...grant.openid, scope: [...allowed].join(' ') }
    grant.rejected = rejected.length > 0 ? { openid: { scope: rejected.join(' ') } } : undefined
    const { missingOIDCClaims } = prompt.details as { missingOIDCClaims?: string[] }
    if (missingOIDCClaims) grant.addOIDCClaims(missingOIDCClaims)
    const note = { ...(await this.#consentNote(interaction)), details: { scopes: [...allowed] } }
    const savedId = await this.#parts.audit.carryOut(note, () => grant.save())
    // What was given before must not allow more than the consent does now.
    if (rejected.some((scope) => before.has(scope))) await this.#endTokens(savedId)
    const result = { consent: { grantId: savedId } }
    await provider.interactionFinished(message, response, result, { mergeWithLastSubmission: true })
  }

  async #noteSignIn(
    { params }: Interaction,
    { accountId, provider }: Omit<SignedIn, 'methods'>,
  ): Promise<void> {
    const { audit, directory } = this.#parts
    const user = await directory.findById(accountId)
    const details = provider === undefined ? {} : { details: { provider } }
    await audit.note({
      action: 'auth.signIn',
      ...clientNote(params),
      ...userNote(user),
      ...details,
    })
  }

  /** Counts by account and network. An address that is nobody's is not noted: it may be a password. */
  async #countFailure(
    email: string,
    { address, reason }: { readonly address: string; readonly reason: string },
    { params }: Interaction,
  ): Promise<void> {
    const { audit, directory } = this.#parts
    const user = emailIn(email) === undefined ? undefined : await directory.find(email)
    await audit.count({
      action: 'auth.signIn',
      outcome: 'refused',
      reason,
      object: `users/${user?.email ?? 'unknown'}`,
      address: networkOf(address),
      ...clientNote(params),
    })
  }

  async #consentNote({ params, session }: Interaction) {
    const user = await this.#parts.directory.findById(session?.accountId ?? '')
    const { clientId } = clientNote(params)
    return { action: 'auth.consent', clientId, object: `clients/${clientId}`, ...userNote(user) }
  }

  #endTokens(grantId: string): Promise<void> {
    const { database, tokens } = this.#parts
    return database.transaction((tx) => tokens.revokeGrant(tx, grantId))
  }

  async #grantedBefore(provider: Provider, { grantId }: Interaction): Promise<string[]> {
    const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId)
    return grant === undefined ? [] : scopesOf(grant)
  }

  /** Somebody else signs in with this browser: who did before is signed out of it. */
  async #forgetSession({ provider, message, response }: Exchange, interaction: Interaction) {
    const session = await provider.Session.get(provider.createContext(message, response))
    delete interaction.session
    await session.destroy()
  }

  #save(interaction: Interaction) {
    return interaction.save(interaction.exp - Math.floor(this.#parts.clock.machineMs() / 1000))
  }

  async #devUsers() {
    const users = await this.#parts.directory.list()
    return users
      .filter(({ isDisabled }) => !isDisabled)
      .slice(0, devUsersShownMax)
      .map(({ email, name }) => ({ email, name }))
  }

  #csrf(uid: string): string {
    return createHmac('sha256', this.#parts.secret).update(`csrf:${uid}`).digest('base64url')
  }

  #isOwnForm(form: URLSearchParams, { uid }: Interaction): boolean {
    const wanted = Buffer.from(this.#csrf(uid))
    const given = Buffer.from(form.get('csrf') ?? '')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }
}

const redirect = (response: ServerResponse, to: string): void =>
  void response.writeHead(303, { Location: to, 'Content-Length': 0 }).end()

/** Why somebody could not sign in, in the audit log. */
const reasons = { wrong: 'wrongPassword', blocked: 'locked' } as const

const clientNote = (params: Interaction['params']) => ({ clientId: String(params.client_id) })

/** Where the pages of an interaction are. */
export const signInPath = (rootUrl: string, uid: string): string =>
  `${pathPrefix(rootUrl)}/signin/${uid}`

const scopesOf = (grant: { getOIDCScope(): string }) =>
  grant.getOIDCScope().split(' ').filter(Boolean)

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { isMetadataAddress } from '../../clients/oauth-clients.ts'
import { emailIn } from '../../directory/directory-email.ts'
import { userNote } from '../../directory/user-note.ts'
import { type Federation, federationStatuses } from '../../federation/federation.ts'
import { networkOf } from '../../network.ts'
import {
  type ErrorReport,
  errorPage,
  foreignFormPage,
  localeOf,
  passkeyScriptHash,
  type SignInError,
  signInPage,
} from '../../pages/index.ts'
import type { KnownDevices } from '../../sign-in/known-devices.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import { SignInThrottle } from '../../sign-in/sign-in-throttle.ts'
import { pathPrefix } from '../path-prefix.ts'
import { ConsentStep, type ConsentStepContext, clientNote } from './consent-step.ts'
import { readFormBody } from './form.ts'
import { forgotPath } from './password-pages.ts'
import {
  SecondFactorStep,
  type SecondFactorStepContext,
  type SignedIn,
  type StepOutcome,
} from './second-factor-step.ts'
import { sendPage } from './send-page.ts'

export interface InteractionContext extends SecondFactorStepContext, ConsentStepContext {
  readonly signIn: SignIn
  readonly knownDevices: KnownDevices
  readonly federation: Federation
  /** Whether users can request a link to reset their password. */
  readonly canReset: boolean
  readonly secret: string
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

interface Exchange {
  readonly provider: Provider
  readonly message: IncomingMessage
  readonly response: ServerResponse
  /** The root URL that the request used. */
  readonly origin: string
  /** The address of the client. */
  readonly peer: string
  /** Whether one-click sign-in is enabled. */
  readonly isDev: boolean
}

const devUsersShownMax = 50

/** One-click sign-in counts as all factors. */
const devMethods = ['user', 'mfa'] as const

/** Why the sign-in page is shown again. */
interface Problem {
  readonly email?: string
  readonly error?: SignInError
  readonly retryAfterS?: number
  readonly status?: number
}

/** The pages of an authorization request: sign-in and consent. */
export class Interactions {
  readonly #context: InteractionContext
  readonly #secondFactor: SecondFactorStep
  readonly #consent: ConsentStep

  constructor(context: InteractionContext) {
    this.#context = context
    this.#consent = new ConsentStep(context)
    this.#secondFactor = new SecondFactorStep(context, new SignInThrottle(context))
  }

  async handle(exchange: Exchange): Promise<void> {
    const { provider, message, response } = exchange
    const locale = localeOf(message.headers)
    let interaction: Interaction
    try {
      interaction = await provider.interactionDetails(message, response)
    } catch {
      const detail: ErrorReport['detail'] = ({ pageExpired }) => pageExpired()
      return sendPage(response, 400, errorPage({ error: 'invalid_request', detail, locale }))
    }
    const isPost = message.method === 'POST'
    const query = new URL(message.url ?? '/', exchange.origin).searchParams
    if (!isPost && interaction.prompt.name === 'login' && (query.has('with') || query.has('from')))
      return this.#federate(exchange, interaction, query)
    if (!isPost) return this.#show(exchange, interaction)
    const form = await readFormBody(message)
    if (form === undefined || !this.#isOwnForm(form, interaction)) {
      return sendPage(response, 403, foreignFormPage(locale))
    }
    return interaction.prompt.name === 'login'
      ? this.#login(exchange, interaction, form)
      : this.#answerConsent(exchange, interaction, form)
  }

  async #show(exchange: Exchange, interaction: Interaction, problem: Problem = {}): Promise<void> {
    const { provider, response, origin, isDev } = exchange
    const { uid, params, prompt } = interaction
    if (prompt.name === 'login' && problem.error === undefined) {
      const pending = this.#secondFactor.pendingIn(interaction)
      if (pending !== undefined) return this.#showSecondFactor(exchange, interaction, pending)
    }
    const common = {
      ...this.#formOf(exchange, interaction),
      clientName: await shownName(provider, String(params.client_id)),
    }
    const formActions = formActionsOf(interaction)
    const status =
      problem.status ??
      (problem.error === undefined ? 200 : problem.error === 'blocked' ? 429 : 400)
    if (problem.retryAfterS !== undefined) response.setHeader('Retry-After', problem.retryAfterS)
    if (prompt.name === 'login') {
      const hint = typeof params.login_hint === 'string' ? { loginHint: params.login_hint } : {}
      const users = isDev ? { devUsers: await this.#devUsers() } : {}
      const forgot = this.#context.canReset
        ? { forgotAddress: pathPrefix(origin) + forgotPath }
        : {}
      const providers = (await this.#context.federation.offeredProviders()).map(({ id, name }) => ({
        name,
        address: `${common.action}?with=${id}`,
      }))
      const source = { uid, origin }
      const passkeyOptions = (await this.#context.passkeys.areUsed())
        ? await this.#secondFactor.passkeyOptions(source)
        : undefined
      const page = signInPage({
        ...common,
        ...hint,
        ...users,
        ...forgot,
        ...problem,
        providers,
        passkeyOptions,
      })
      const scriptHashes = passkeyOptions === undefined ? [] : [passkeyScriptHash]
      return sendPage(response, status, page, { formActions, scriptHashes })
    }
    const page = await this.#consent.render(provider, interaction, common)
    return sendPage(response, status, page, { formActions })
  }

  async #showSecondFactor(
    exchange: Exchange,
    interaction: Interaction,
    { accountId }: SignedIn,
    last: { outcome?: Exclude<StepOutcome, { kind: 'proved' }>; enrollment?: string } = {},
  ): Promise<void> {
    const { response, origin } = exchange
    const user = await this.#context.directory.findById(accountId)
    if (user === undefined) return this.#restart(exchange, interaction)
    const { page, scriptHashes } = await this.#secondFactor.render(user, {
      ...last,
      form: this.#formOf(exchange, interaction),
      source: { uid: interaction.uid, origin },
    })
    const { outcome } = last
    if (outcome?.kind === 'blocked') response.setHeader('Retry-After', outcome.retryAfterS)
    const status = outcome === undefined ? 200 : outcome.kind === 'blocked' ? 429 : 400
    const formActions = formActionsOf(interaction)
    return sendPage(response, status, page, { formActions, scriptHashes })
  }

  async #login(exchange: Exchange, interaction: Interaction, form: URLSearchParams): Promise<void> {
    const pending = this.#secondFactor.pendingIn(interaction)
    if (pending !== undefined) {
      if (form.has('restart')) return this.#restart(exchange, interaction)
      return this.#answerSecondFactor(exchange, interaction, { pending, form })
    }
    if (form.has('code') || form.has('continue')) {
      return this.#show(exchange, interaction, { error: 'expired' })
    }
    const credential = form.get('credential')
    const signedIn =
      credential === null
        ? await this.#accountOf(exchange, interaction, form)
        : await this.#passkeyOwner(exchange, interaction, credential)
    if (signedIn !== undefined) await this.#completeSignIn(exchange, interaction, signedIn)
  }

  /** Redirects to another identity provider, or handles the return from it. */
  async #federate(
    exchange: Exchange,
    interaction: Interaction,
    query: URLSearchParams,
  ): Promise<void> {
    const { federation } = this.#context
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

  /**
   * Completes the sign-in and continues the authorization request, after a second factor if one is needed.
   */
  async #completeSignIn(
    exchange: Exchange,
    interaction: Interaction,
    signedIn: SignedIn,
  ): Promise<void> {
    const { accountId, methods } = signedIn
    if (await this.#secondFactor.isIncomplete(signedIn)) {
      await this.#keepPending(interaction, signedIn)
      return redirect(exchange.response, signInPath(exchange.origin, interaction.uid))
    }
    await this.#noteSignIn(signedIn, interaction)
    const before = interaction.session?.accountId
    if (before !== undefined && before !== accountId)
      await this.#forgetSession(exchange, interaction)
    const ts = Math.floor(this.#context.clock.nowMs() / 1000)
    interaction.result = { login: { accountId, remember: true, ts, amr: [...methods] } }
    await this.#save(interaction)
    redirect(exchange.response, interaction.returnTo)
  }

  /** Checks the second factor, and shows the page again if it is wrong. */
  async #answerSecondFactor(
    exchange: Exchange,
    interaction: Interaction,
    { pending, form }: { readonly pending: SignedIn; readonly form: URLSearchParams },
  ): Promise<void> {
    const { origin, peer, response } = exchange
    const user = await this.#context.directory.findById(pending.accountId)
    if (user === undefined || user.isDisabled) return this.#restart(exchange, interaction)
    if (!(await this.#secondFactor.isIncomplete(pending))) {
      return this.#completeSignIn(exchange, interaction, pending)
    }
    const source = { uid: interaction.uid, origin, peer }
    const outcome = await this.#secondFactor.check(user, pending, { form, source })
    if (outcome.kind !== 'proved') {
      const reason = outcome.kind === 'blocked' ? 'locked' : 'wrongSecondFactor'
      await this.#countFailure(user.email, { address: peer, reason }, interaction)
      const enrollment = form.get('enrollment') ?? ''
      return this.#showSecondFactor(exchange, interaction, pending, { outcome, enrollment })
    }
    const signedIn = { ...pending, methods: outcome.methods }
    if (outcome.codes === undefined) return this.#completeSignIn(exchange, interaction, signedIn)
    await this.#keepPending(interaction, signedIn)
    const page = this.#secondFactor.renderCodes(this.#formOf(exchange, interaction), outcome.codes)
    return sendPage(response, 200, page, { formActions: formActionsOf(interaction) })
  }

  async #keepPending(interaction: Interaction, signedIn: SignedIn): Promise<void> {
    interaction.result = this.#secondFactor.pendingResult(signedIn)
    await this.#save(interaction)
  }

  /** Forgets an incomplete sign-in and shows the sign-in page. */
  async #restart({ response, origin }: Exchange, interaction: Interaction): Promise<void> {
    delete interaction.result
    await this.#save(interaction)
    return redirect(response, signInPath(origin, interaction.uid))
  }

  /** The user who signed in with a passkey; renders the page again if sign-in failed. */
  async #passkeyOwner(
    exchange: Exchange,
    interaction: Interaction,
    credential: string,
  ): Promise<SignedIn | undefined> {
    const { origin, peer } = exchange
    const source = { uid: interaction.uid, origin, peer }
    const used = await this.#secondFactor.usePasskey(credential, source)
    if (used !== undefined && 'kind' in used) {
      await this.#countFailure('', { address: peer, reason: 'locked' }, interaction)
      const { retryAfterS } = used
      await this.#show(exchange, interaction, { error: 'blocked', retryAfterS })
      return undefined
    }
    const user = used && (await this.#context.directory.findById(used.userId))
    if (used !== undefined && user !== undefined && !user.isDisabled) {
      return { accountId: used.userId, methods: used.methods }
    }
    const email = user?.email ?? ''
    await this.#countFailure(email, { address: peer, reason: 'wrongPasskey' }, interaction)
    await this.#show(exchange, interaction, { error: 'passkey' })
    return undefined
  }

  /** The user who signed in; renders the page again if sign-in failed. */
  async #accountOf(
    exchange: Exchange,
    interaction: Interaction,
    form: URLSearchParams,
  ): Promise<SignedIn | undefined> {
    const { directory, signIn, knownDevices } = this.#context
    const devUser = form.get('devUser')
    if (exchange.isDev && devUser !== null && emailIn(devUser) !== undefined) {
      const user = await directory.find(devUser)
      if (user !== undefined && !user.isDisabled) return { accountId: user.id, methods: devMethods }
    }
    const email = form.get('email') ?? ''
    const password = form.get('password') ?? ''
    const { message, response, origin, peer: address } = exchange
    const device = { email, prefix: pathPrefix(origin) }
    const deviceId = knownDevices.find(message.headers.cookie, device)
    const outcome = await signIn.signIn({ email, password, address, deviceId })
    if ('user' in outcome) {
      response.appendHeader('Set-Cookie', knownDevices.setCookie({ ...device, id: deviceId }))
      return { accountId: outcome.user.id, methods: ['pwd'] }
    }
    await this.#countFailure(email, { address, reason: reasons[outcome.kind] }, interaction)
    const { kind: error, ...retry } = outcome
    await this.#show(exchange, interaction, { email, error, ...retry })
    return undefined
  }

  async #answerConsent(
    exchange: Exchange,
    interaction: Interaction,
    form: URLSearchParams,
  ): Promise<void> {
    if (form.get('decision') !== 'switch') return this.#consent.decide(exchange, interaction, form)
    interaction.prompt = { name: 'login', reasons: ['switch'], details: {} }
    await this.#save(interaction)
    return redirect(exchange.response, signInPath(exchange.origin, interaction.uid))
  }

  async #noteSignIn(
    { accountId, methods, provider }: SignedIn,
    { params }: Interaction,
  ): Promise<void> {
    const { audit, directory } = this.#context
    const user = await directory.findById(accountId)
    const note = { action: 'auth.signIn', ...clientNote(params), ...userNote(user) }
    await audit.note({ ...note, details: { methods, ...(provider !== undefined && { provider }) } })
  }

  /**
   * Counts a failure by account and network. Unknown addresses are not recorded, because they may be
   * passwords.
   */
  async #countFailure(
    email: string,
    { address, reason }: { readonly address: string; readonly reason: string },
    { params }: Interaction,
  ): Promise<void> {
    const { audit, directory } = this.#context
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

  /** Signs out the previous user of this browser. */
  async #forgetSession({ provider, message, response }: Exchange, interaction: Interaction) {
    const session = await provider.Session.get(provider.createContext(message, response))
    delete interaction.session
    await session.destroy()
  }

  #save(interaction: Interaction) {
    return interaction.save(interaction.exp - Math.floor(this.#context.clock.machineMs() / 1000))
  }

  async #devUsers() {
    const users = await this.#context.directory.list()
    return users
      .filter(({ isDisabled }) => !isDisabled)
      .slice(0, devUsersShownMax)
      .map(({ email, name }) => ({ email, name }))
  }

  /** The action, CSRF token and language of the forms of an interaction. */
  #formOf({ origin, message }: Exchange, { uid }: Interaction) {
    const locale = localeOf(message.headers)
    return { action: signInPath(origin, uid), csrf: this.#csrf(uid), locale }
  }

  #csrf(uid: string): string {
    return createHmac('sha256', this.#context.secret).update(`csrf:${uid}`).digest('base64url')
  }

  #isOwnForm(form: URLSearchParams, { uid }: Interaction): boolean {
    const expected = Buffer.from(this.#csrf(uid))
    const actual = Buffer.from(form.get('csrf') ?? '')
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  }
}

/** The URLs that forms of an interaction may redirect to, in addition to this server. */
const formActionsOf = ({ params }: Interaction): string[] =>
  typeof params.redirect_uri === 'string' ? [params.redirect_uri] : []

const redirect = (response: ServerResponse, to: string): void =>
  void response.writeHead(303, { Location: to, 'Content-Length': 0 }).end()

/** The reasons of failed sign-ins in the audit log. */
const reasons = { wrong: 'wrongPassword', blocked: 'locked' } as const

/** The URL of the pages of an interaction. */
export const signInPath = (rootUrl: string, uid: string): string =>
  `${pathPrefix(rootUrl)}/signin/${uid}`

/** The name of a client, with the host that vouches for it if the client describes itself. */
async function shownName(provider: Provider, clientId: string): Promise<string> {
  // The document was read for this request, but may be unavailable now.
  const client = await provider.Client.find(clientId).catch(() => undefined)
  const name = client?.clientName ?? clientId
  return isMetadataAddress(clientId) ? `${name} (${new URL(clientId).host})` : name
}

import type { AuditTrail } from '#/audit/trail.ts'
import type { Clock } from '#/kernel/clock.ts'
import { base64url } from '#/kernel/identifiers.ts'
import type { Log } from '#/kernel/log.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { UserRecord } from '../directory/directory.ts'
import { networkOf } from '../network.ts'
import type { BrowserState, Slot } from '../oauth/artifacts/browser-state.ts'
import type { FederatedRefusal, FederatedSignIn } from './federated-sign-in.ts'
import type { IdentityProvider, IdentityProviders } from './identity-providers.ts'
import { callbackPath } from './provider-rules.ts'
import {
  type AuthenticatedPerson,
  type Upstream,
  UpstreamFailure,
  type UpstreamFault,
} from './upstream.ts'

/** Why a sign-in through another provider failed. */
export type FederationError = FederatedRefusal | UpstreamFault | 'unknownProvider' | 'flowExpired'

/** The HTTP status of each failure. */
export const federationStatuses: Readonly<Record<FederationError, 400 | 403 | 404 | 410 | 503>> = {
  unverifiedEmail: 403,
  otherDomain: 403,
  noAccount: 403,
  otherIdentity: 403,
  disabled: 403,
  invitationUsed: 410,
  upstreamDenied: 403,
  upstreamRejected: 400,
  upstreamUnavailable: 503,
  unknownProvider: 404,
  flowExpired: 400,
}

/** The state of a sign-in while the browser is at the provider; kept in a signed cookie. */
interface Flow {
  readonly providerId: string
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly expiresAtMs: number
  /** The secret of the invitation that is being redeemed. */
  readonly invitation?: string | undefined
}

/** What a sign-in belongs to: an interaction, or an invitation. */
interface FlowOwner {
  /** The part of the path after `/signin/` that the browser returns to. */
  readonly place: string
  /** The root URL that the request used. */
  readonly origin: string
  /** Where the request comes from. */
  readonly peer: string
}

interface FederationContext {
  readonly clock: Clock
  readonly log: Log
  readonly randomBytes: RandomBytes
  readonly audit: AuditTrail
  readonly browserState: BrowserState
  readonly identityProviders: IdentityProviders
  readonly federatedSignIn: FederatedSignIn
  readonly upstream: Upstream
}

/** A signed-in user; `methods` are names of RFC 8176. */
interface FederatedUser {
  readonly accountId: string
  readonly methods: readonly string[]
  readonly provider: string
}

const flowLifetimeS = 900
const secretBytes = 32
// A place is the word `invitation`, or the id of an interaction.
const stateShape = /^(invitation|[\w-]{20,64})\.[\w-]{43}$/

/** Sign-in through other identity providers: redirects browsers to them and handles their return. */
export class Federation {
  readonly #context: FederationContext

  constructor(context: FederationContext) {
    this.#context = context
  }

  /** The providers that the sign-in page offers. */
  async offeredProviders(): Promise<IdentityProvider[]> {
    return (await this.#context.identityProviders.list()).filter(({ isEnabled }) => isEnabled)
  }

  /** The address at the provider to sign in at. State, nonce and verifier go into a signed cookie. */
  async begin(
    providerId: string,
    { place, origin, invitation }: Pick<FlowOwner, 'place' | 'origin'> & Pick<Flow, 'invitation'>,
  ): Promise<{ readonly location: string } | { readonly error: FederationError }> {
    const { clock, randomBytes, browserState, upstream } = this.#context
    const found = await this.#find(providerId)
    if ('error' in found) return found
    const flow: Flow = {
      providerId,
      redirectUri: `${origin}${callbackPath}${providerId}`,
      state: `${place}.${base64url(secretBytes, randomBytes)}`,
      nonce: base64url(secretBytes, randomBytes),
      verifier: base64url(secretBytes, randomBytes),
      expiresAtMs: clock.nowMs() + flowLifetimeS * 1000,
      invitation,
    }
    try {
      const location = await upstream.signInAddress(found.provider, found.clientSecret, flow)
      browserState.put(slotAt(place), JSON.stringify(flow), flowLifetimeS)
      return { location }
    } catch (error) {
      return this.#faultIn(error, providerId)
    }
  }

  /** The person who has signed in at the provider, from its authorization response. */
  async finish(
    query: URLSearchParams,
    { place }: Pick<FlowOwner, 'place'>,
  ): Promise<
    | (Pick<Flow, 'invitation'> & {
        readonly provider: IdentityProvider
        readonly person: AuthenticatedPerson
      })
    | { readonly error: FederationError }
  > {
    const { browserState, upstream } = this.#context
    const providerId = query.get('from') ?? ''
    const flow = this.#flowAt(place)
    browserState.clear(slotAt(place))
    // Each provider has its own callback, so that the response of one is not accepted for another.
    if (flow === undefined || flow.providerId !== providerId) return { error: 'flowExpired' }
    if (query.get('state') !== flow.state) return { error: 'flowExpired' }
    const found = await this.#find(providerId)
    if ('error' in found) return found
    const answer = new URLSearchParams(query)
    answer.delete('from')
    try {
      const checks = { ...flow, query: answer }
      const person = await upstream.personIn(found.provider, found.clientSecret, checks)
      return { provider: found.provider, person, invitation: flow.invitation }
    } catch (error) {
      return this.#faultIn(error, providerId)
    }
  }

  /** Completes a sign-in for an interaction, and maps the person to a user. */
  async signIn(
    query: URLSearchParams,
    owner: Pick<FlowOwner, 'place' | 'peer'>,
  ): Promise<FederatedUser | { readonly error: FederationError }> {
    const finished = await this.finish(query, owner)
    if ('error' in finished) return finished
    const { provider, person } = finished
    const outcome = await this.#context.federatedSignIn.signIn(provider, person)
    if ('refusal' in outcome) {
      await this.countRefusal(provider.id, { ...outcome, peer: owner.peer })
      return { error: outcome.refusal }
    }
    return {
      accountId: outcome.user.id,
      methods: ['fed', ...person.methods],
      provider: provider.id,
    }
  }

  /** Counts a refusal by account and network. Unknown addresses are not recorded. */
  countRefusal(
    providerId: string,
    {
      refusal,
      user,
      peer,
    }: {
      readonly refusal: FederatedRefusal
      readonly user?: Pick<UserRecord, 'email'> | undefined
      readonly peer: string
    },
  ): Promise<void> {
    return this.#context.audit.count({
      action: 'auth.signIn',
      outcome: 'refused',
      reason: refusal,
      object: `users/${user?.email ?? 'unknown'}`,
      address: networkOf(peer),
      details: { provider: providerId },
    })
  }

  #flowAt(place: string): Flow | undefined {
    const text = this.#context.browserState.find(slotAt(place))
    const flow = text === undefined ? undefined : (JSON.parse(text) as Flow)
    return flow !== undefined && flow.expiresAtMs > this.#context.clock.nowMs() ? flow : undefined
  }

  async #find(
    id: string,
  ): Promise<
    | { readonly provider: IdentityProvider; readonly clientSecret: string | null }
    | { readonly error: FederationError }
  > {
    const { identityProviders, log } = this.#context
    const provider = await identityProviders.find(id)
    if (provider === undefined || !provider.isEnabled) return { error: 'unknownProvider' }
    const clientSecret = await identityProviders.clientSecretOf(id)
    if (clientSecret !== undefined) return { provider, clientSecret }
    log.error('could not decrypt the client secret of an identity provider; set it again', {
      provider: id,
    })
    return { error: 'upstreamUnavailable' }
  }

  #faultIn(error: unknown, provider: string): { readonly error: UpstreamFault } {
    if (!(error instanceof UpstreamFailure)) throw error
    const { fault, cause } = error
    if (fault !== 'upstreamDenied') {
      this.#context.log.warn('sign-in through an identity provider failed', {
        provider,
        err: cause,
      })
    }
    return { error: fault }
  }
}

/** The place that a `state` parameter names; undefined if it is malformed. */
export const placeIn = (state: string | null): string | undefined =>
  stateShape.exec(state ?? '')?.[1]

const slotAt = (place: string): Slot => ({ name: 'federation', path: `/signin/${place}` })

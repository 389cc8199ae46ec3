import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Directory } from '../directory/directory.ts'
import { sendPage } from '../oauth/interaction/send-page.ts'
import { pathPrefix } from '../oauth/path-prefix.ts'
import {
  errorPage,
  invitationDonePage,
  invitationPage,
  localeOf,
  signInErrorText,
} from '../pages/index.ts'
import type { FederatedSignIn } from './federated-sign-in.ts'
import { type Federation, type FederationError, federationStatuses, placeIn } from './federation.ts'
import { type IdentityInvitations, invitationPath } from './identity-invitations.ts'
import type { IdentityProviders } from './identity-providers.ts'
import { callbackPath } from './provider-rules.ts'

interface FederationPagesContext {
  readonly directory: Directory
  readonly federation: Federation
  readonly federatedSignIn: FederatedSignIn
  readonly identityProviders: IdentityProviders
  readonly identityInvitations: IdentityInvitations
}

interface Exchange {
  readonly message: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  /** The root URL that the request used. */
  readonly origin: string
  /** Where the request comes from. */
  readonly peer: string
}

/** The last segment of the path that redeeming an invitation returns to. */
const invitationPlace = 'invitation'
const redeemingPath = `/signin/${invitationPlace}`

/** The callback of identity providers, and the pages of invitations. */
export class FederationPages {
  readonly #context: FederationPagesContext

  constructor(context: FederationPagesContext) {
    this.#context = context
  }

  takes(path: string): boolean {
    return (
      path.startsWith(callbackPath) || path.startsWith(invitationPath) || path === redeemingPath
    )
  }

  async handle(exchange: Exchange): Promise<void> {
    const { path } = exchange
    if (path.startsWith(callbackPath)) return sendOn(exchange)
    if (path === redeemingPath) return this.#redeem(exchange)
    return this.#invite(exchange, path.slice(invitationPath.length))
  }

  /** Shows an invitation, or starts the sign-in that redeems it. */
  async #invite(exchange: Exchange, secret: string): Promise<void> {
    const { directory, federation, identityProviders, identityInvitations } = this.#context
    const { response, origin, path } = exchange
    const invitation = await identityInvitations.find(secret)
    const user = invitation && (await directory.findById(invitation.userId))
    const provider = invitation && (await identityProviders.find(invitation.providerId))
    if (user === undefined || user.isDisabled || !provider?.isEnabled) {
      return sendProblem(response, 'invitationUsed')
    }
    if (!queryOf(exchange).has('with')) {
      const address = `${pathPrefix(origin)}${path}?with=${provider.id}`
      const page = {
        email: user.email,
        providerName: provider.name,
        address,
        locale: localeOf(response.req.headers),
      }
      return sendPage(response, 200, invitationPage(page))
    }
    const owner = { place: invitationPlace, origin, invitation: secret }
    const begun = await federation.begin(provider.id, owner)
    if ('error' in begun) return sendProblem(response, begun.error)
    redirect(response, begun.location)
  }

  /** Links the account of an invitation to the person who has signed in at the provider. */
  async #redeem(exchange: Exchange): Promise<void> {
    const { federation, federatedSignIn, identityInvitations } = this.#context
    const { response, peer } = exchange
    const finished = await federation.finish(queryOf(exchange), { place: invitationPlace })
    if ('error' in finished) return sendProblem(response, finished.error)
    const { provider, person, invitation: secret = '' } = finished
    const invitation = await identityInvitations.find(secret)
    if (invitation?.providerId !== provider.id) return sendProblem(response, 'invitationUsed')
    const { userId } = invitation
    const outcome = await federatedSignIn.redeem(provider, person, { userId, secret })
    if ('refusal' in outcome) {
      await federation.countRefusal(provider.id, { ...outcome, peer })
      return sendProblem(response, outcome.refusal)
    }
    const page = {
      email: outcome.user.email,
      providerName: provider.name,
      locale: localeOf(response.req.headers),
    }
    sendPage(response, 200, invitationDonePage(page))
  }
}

/**
 * Redirects a browser to the page where it started, because the cookies of the sign-in are limited to that path.
 * Nothing in the response is trusted before.
 */
function sendOn(exchange: Exchange): void {
  const { response, path, origin } = exchange
  const query = queryOf(exchange)
  const place = placeIn(query.get('state'))
  query.set('from', path.slice(callbackPath.length))
  if (place === undefined) sendProblem(response, 'flowExpired')
  else redirect(response, `${pathPrefix(origin)}/signin/${place}?${query}`)
}

const queryOf = ({ message, origin }: Exchange): URLSearchParams =>
  new URL(message.url ?? '/', origin).searchParams

const redirect = (response: ServerResponse, to: string): void =>
  void response.writeHead(303, { Location: to, 'Content-Length': 0 }).end()

function sendProblem(response: ServerResponse, problem: FederationError): void {
  const locale = localeOf(response.req.headers)
  const detail = () => signInErrorText(problem, locale)
  const page = errorPage({ error: 'access_denied', detail, locale })
  sendPage(response, federationStatuses[problem], page)
}

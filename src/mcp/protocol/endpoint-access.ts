import type { Authenticator } from '#/auth/authenticator.ts'
import type { Caller, User } from '#/contract/operation.ts'
import type { Soon } from '#/http/after.ts'
import { errorReply } from '#/http/response/envelopes.ts'
import { type Endpoint, jsonReply, type WireReply, type WireRequest } from '#/http/wire.ts'
import { ApiError, invalidCredentials, loginRequired } from '#/kernel/errors.ts'
import { isLoopback } from '#/kernel/settings/settings.ts'
import { messageIn, rpcCodes, rpcError } from './rpc.ts'

export const mcpPath = '/mcp'
const metadataPath = `/.well-known/oauth-protected-resource${mcpPath}`

export interface AccessContext {
  readonly authenticator: Authenticator
  /** Origins of pages that may call the endpoint, besides its own and those of this machine. */
  readonly corsOrigins: readonly string[]
  /** Host names at which a server in dev mode is known, besides loopback names. */
  readonly devHosts: readonly string[]
  readonly mode: 'dev' | 'production'
}

/** Decides who may call the endpoint. */
export class EndpointAccess {
  readonly #context: AccessContext

  constructor(context: AccessContext) {
    this.#context = context
  }

  /** The user who calls, or the response to a request that is not allowed. */
  callerOf(request: WireRequest): Soon<{ caller: User } | { refusal: WireReply }> {
    if (!this.#isOriginAllowed(request)) {
      const message = 'This origin is not allowed.'
      return { refusal: rpcError(403, { code: rpcCodes.invalidRequest, message }) }
    }
    const refuse = (error: unknown) => ({ refusal: signInReply(error, request) })
    try {
      const { authenticator } = this.#context
      const caller = authenticator.callerOf({ token: tokenOf(request), at: request })
      return caller instanceof Promise ? caller.then(userOf).catch(refuse) : userOf(caller)
    } catch (error) {
      return refuse(error)
    }
  }

  /** Pages of other sites cannot use a server of the user's machine or network through the browser. */
  #isOriginAllowed(request: WireRequest): boolean {
    const { corsOrigins, devHosts, mode } = this.#context
    const { origin: page } = request.headers
    if (page === undefined || corsOrigins.includes(page)) return true
    const { origin: own, hostname } = new URL(request.origin)
    // In dev mode the host comes from the request, and may be the name of another site.
    const isKnownHost = mode === 'production' || isLoopback(hostname) || devHosts.includes(hostname)
    if (!isKnownHost) return false
    return page === own || (URL.canParse(page) && isLoopback(new URL(page).hostname))
  }
}

/** The scopes that clients request by default. The user can leave out some. */
const agentScopes: readonly string[] = [
  'calendar.events',
  'calendar.calendarlist.readonly',
  'calendar.freebusy',
  'calendar.settings.readonly',
  'calendar.acls',
  'books',
  'doubleclicksearch',
].map((name) => `https://www.googleapis.com/auth/${name}`)

/** The metadata that tells clients where to sign in (RFC 9728). */
export const metadataEndpoint: Endpoint = {
  method: 'GET',
  path: metadataPath,
  handle: async ({ origin }) =>
    jsonReply(200, {
      resource: origin + mcpPath,
      resource_name: 'Almanac',
      authorization_servers: [origin],
      scopes_supported: agentScopes,
      bearer_methods_supported: ['header'],
    }),
}

/** Tells a client with which scopes its user has to sign in. */
export function scopeReply(
  request: WireRequest,
  body: unknown,
  scopes: readonly string[],
): WireReply {
  const message = `This tool needs one of the scopes ${scopes.join(', ')}. Ask the user to sign in again and to allow it.`
  const scope = agentScopes.find((uri) => scopes.includes(uri))
  const { id } = messageIn(body)
  const reply = rpcError(403, { code: rpcCodes.invalidRequest, message, id })
  const challenge = `Bearer realm="almanac", error="insufficient_scope", scope="${scope}", ${metadataHint(request)}`
  return { ...reply, headers: { ...reply.headers, 'WWW-Authenticate': challenge } }
}

/** The refusal that tells a client where its user can sign in. */
function signInReply(error: unknown, request: WireRequest): WireReply {
  if (!(error instanceof ApiError) || error.status !== 401) throw error
  const challenge = `${error.headers['WWW-Authenticate']}, ${metadataHint(request)}`
  const reply = errorReply(error)
  return { ...reply, headers: { ...reply.headers, 'WWW-Authenticate': challenge } }
}

const metadataHint = ({ origin }: WireRequest) => `resource_metadata="${origin}${metadataPath}"`

function userOf(caller: Caller): { caller: User } {
  if (caller.kind !== 'user') throw invalidCredentials()
  return { caller }
}

function tokenOf({ headers }: WireRequest): string {
  const { authorization = '' } = headers
  const token = authorization.slice(scheme.length).trim()
  const isBearer = authorization.slice(0, scheme.length).toLowerCase() === scheme
  if (!isBearer || token === '') throw loginRequired()
  return token
}

const scheme = 'bearer '

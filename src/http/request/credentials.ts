import type { Credentials } from '#/auth/authenticator.ts'
import { isOfConsole } from '#/auth/oauth/console-client.ts'
import { type Caller, namesInErrors } from '#/contract/operation.ts'
import {
  consoleRequired,
  insufficientPermissions,
  invalidCredentials,
  keyNotEnough,
  loginRequired,
  notFound,
} from '#/kernel/errors.ts'
import type { BoundOperation } from '../router.ts'
import type { RequestHeaders, WireRequest } from '../wire.ts'
import type { Query } from './query.ts'

/** The token and API key of a request, from headers or the query. */
export function credentialsOf(request: WireRequest, query: Query): Credentials {
  const token =
    bearerOf(request.headers.authorization) ?? query.get('access_token') ?? query.get('oauth_token')
  const key = query.get('key') ?? request.headers['x-goog-api-key']
  return { token: token || undefined, key: key || undefined, at: request }
}

/** Whether a request has a token or an API key, valid or not. */
export const carriesCredential = (headers: RequestHeaders, query: string): boolean =>
  Boolean(headers.authorization || headers['x-goog-api-key']) || credentialInQuery.test(query)

const credentialInQuery = /(?:^|&)(?:key|access_token|oauth_token)=[^&]/

function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (header.length > 7 && header.slice(0, 7).toLowerCase() === 'bearer ') {
    return header.slice(7).trim()
  }
  // Another scheme is an unknown credential, not a missing one.
  throw invalidCredentials()
}

/** Rejects a caller whose credential or scopes are insufficient for the operation. */
export function requireCredential(operation: BoundOperation, caller: Caller): void {
  const { credential = 'token', id, isForConsole } = operation.contract
  if (caller.kind === 'user') {
    const { scopes } = operation
    if (scopes.length > 0 && !scopes.some((scope) => caller.scopes.has(scope))) {
      throw insufficientPermissions(namesInErrors(operation.api, id), scopes)
    }
    if (isForConsole && !isOfConsole(caller)) throw consoleRequired()
  } else if (caller.kind === 'key') {
    if (credential === 'token') throw refusalOfKey(operation)
  } else if (credential !== 'none') {
    throw loginRequired()
  }
}

/**
 * An API key identifies no user, so that private resources appear not to exist. Resources of the caller have
 * no existence to hide.
 */
function refusalOfKey({ isRead, contract, api }: BoundOperation): Error {
  if (!isRead || api.isKeyNoCredential) return loginRequired()
  const isOfCaller = contract.access === undefined || contract.http.includes('/users/me/')
  return isOfCaller ? keyNotEnough() : notFound()
}

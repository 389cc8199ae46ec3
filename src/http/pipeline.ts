import type { Call, Caller } from '#/contract/operation.ts'
import { ApiError, conditionNotMet, notFound, shortageAsRefusal } from '#/kernel/errors.ts'
import { after, type Soon } from './after.ts'
import { preflightReply } from './listener/cors.ts'
import { countRefusal, runAudited } from './observation/audit-call.ts'
import type { Exchange } from './observation/observer.ts'
import type { Passage, PipelineContext } from './passage.ts'
import { chargeQuota } from './request/charge.ts'
import { credentialsOf, requireCredential } from './request/credentials.ts'
import { decodeCall, readQuery } from './request/decoding.ts'
import { emptyQuery, parseQuery, type Query, splitTarget } from './request/query.ts'
import { errorReply } from './response/envelopes.ts'
import { namesVersion } from './response/etags.ts'
import { asksForPretty } from './response/form.ts'
import { plainForm, renderAnswer } from './response/rendering.ts'
import type { Router } from './router.ts'
import type { Handle, WireReply, WireRequest } from './wire.ts'

/** A step of a request. It rejects the request by throwing. */
interface Gate {
  readonly name: string
  readonly pass: (passage: Passage) => Soon<void>
}

/**
 * What a request for an operation passes once its route is found, in this order. Clients can observe the
 * order, because the first gate that refuses decides the error. The operation itself checks visibility,
 * roles and preconditions; a write does so inside its transaction.
 */
export const gates: readonly Gate[] = [
  { name: 'guard', pass: passGuard },
  { name: 'credentials', pass: passCredentials },
  { name: 'scopes', pass: passScopes },
  { name: 'faults', pass: passFaults },
  { name: 'quota', pass: passQuota },
  { name: 'decode', pass: passDecode },
  { name: 'recent sign-in', pass: passRecentSignIn },
  { name: 'operation', pass: passOperation },
]

/** Handles every request, whether it comes from a socket or is part of a batch. */
export function openPipeline(context: PipelineContext): Handle {
  const { router, observer } = context
  return (request) => {
    const exchange = observer.begin(request)
    const finish = (reply: WireReply, failure?: unknown): WireReply => {
      observer.finish(exchange, reply, failure)
      return reply
    }
    const fail = (failure: unknown) => {
      const error = shortageAsRefusal(failure)
      return finish(refusalReply(exchange, error), error)
    }
    try {
      const { method, query, match } = findRoute(request, router)
      exchange.route = match?.route
      if (request.bodyError !== undefined) throw request.bodyError
      if (match === undefined) {
        if (method === 'OPTIONS') return finish(preflightReply(request.headers))
        throw notFound()
      }
      const { route } = match
      const reply =
        route.kind === 'endpoint'
          ? route.handle(request)
          : passGates({
              context,
              exchange,
              request,
              operation: route,
              match,
              query,
              caller: request.localCaller ?? anonymous,
              form: plainForm,
              params: {},
              body: undefined,
              answer: undefined,
            })
      return reply instanceof Promise ? reply.then(finish, fail) : finish(reply)
    } catch (error) {
      return fail(error)
    }
  }
}

/** The response to a request that failed, in the form of its endpoint. */
function refusalReply({ request, route }: Exchange, error: unknown): WireReply {
  if (route?.kind === 'endpoint' && route.refusal !== undefined && error instanceof ApiError) {
    return route.refusal(error)
  }
  return errorReply(error, { isPretty: asksForPretty(request.target) })
}

const anonymous: Caller = { kind: 'anonymous' }

/** Waits only for asynchronous gates, so that common requests are answered synchronously. */
function passGates(passage: Passage, first = 0): Soon<WireReply> {
  for (let index = first; index < gates.length; index++) {
    const passed = gates[index]!.pass(passage)
    if (passed instanceof Promise) return passed.then(() => passGates(passage, index + 1))
  }
  return renderAnswer(passage, () => isStillAllowed(passage))
}

/** A guarded service rejects requests from elsewhere before any other check. */
function passGuard(passage: Passage): void {
  const { request, operation } = passage
  if (request.localCaller === undefined) passage.checkCaller = operation.guard?.(request)
}

function passCredentials(passage: Passage): Soon<void> {
  const { context, request, exchange, checkCaller } = passage
  return after(readQuery(passage), (query) => {
    passage.query = query
    const caller =
      request.localCaller ??
      request.knownCaller ??
      context.authenticator.callerOf(credentialsOf(request, query))
    return after(caller, (identified) => {
      passage.caller = identified
      return after(checkCaller?.(identified), () => {
        exchange.caller = identified
      })
    })
  })
}

/** Rejections of audited operations are counted and charged, so that they cannot flood the audit log. */
function passScopes(passage: Passage): Soon<void> {
  try {
    requireCredential(passage.operation, passage.caller)
  } catch (error) {
    return countRefusal({ ...passage, params: passage.match.pathParams }, error, () =>
      passQuota(passage),
    )
  }
}

/** Operations behind a guard are exempt, because they control the server and clear faults. */
function passFaults({ context: { faults }, request, operation }: Passage): Soon<void> {
  if (faults.isEmpty || operation.guard !== undefined || request.localCaller !== undefined) return
  return faults.strike(operation.contract.id)
}

function passQuota({ context, request, operation, caller, query }: Passage): Soon<void> {
  if (request.localCaller !== undefined) return
  return chargeQuota(context, operation, { request, caller, query })
}

function passDecode(passage: Passage): Soon<void> {
  return after(decodeCall(passage), (decoded) => {
    Object.assign(passage, decoded)
  })
}

function passRecentSignIn(passage: Passage): Soon<void> {
  const { context, request, operation, caller } = passage
  const needed = operation.contract.recentSignIn
  if (needed === undefined || request.localCaller !== undefined || caller.kind !== 'user') return
  return context.recentSignIn
    .require(caller, needed)
    .catch((error: unknown) => countRefusal(passage, error))
}

function passOperation(passage: Passage): Soon<void> {
  const { request, params, body, caller } = passage
  const call: Call = {
    params,
    body,
    caller,
    origin: () => request.origin,
    requireMatch: (etag) => requireMatch(request, etag),
    wait: request.wait,
    noteWritten: request.noteWritten,
  }
  return after(runAudited(passage, call), (answer) => {
    passage.answer = answer
  })
}

function requireMatch({ headers }: WireRequest, etag: string): void {
  const ifMatch = headers['if-match']
  if (ifMatch !== undefined && !namesVersion(ifMatch, etag)) throw conditionNotMet()
}

async function isStillAllowed({ context, request, operation, query }: Passage): Promise<boolean> {
  try {
    const caller = await context.authenticator.callerOf(credentialsOf(request, query))
    requireCredential(operation, caller)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false
    throw error
  }
}

function findRoute(request: WireRequest, router: Router) {
  const { address } = request
  if (address === undefined) {
    const { method, path, query } = readTarget(request)
    return { method, query, match: router.find(method, path) }
  }
  return { method: request.method, query: address.query, match: router.at(address) }
}

/** The method, path and query of a request, after a method override header. */
function readTarget(request: WireRequest): { method: string; path: string; query: Query } {
  const { path, query } = splitTarget(request.target)
  const override = request.headers['x-http-method-override']
  const method =
    override !== undefined && request.method === 'POST'
      ? override.trim().toUpperCase()
      : request.method
  return {
    method: method === 'HEAD' ? 'GET' : method,
    path,
    query: query === '' ? emptyQuery : parseQuery(query),
  }
}

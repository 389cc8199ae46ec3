import type { AuditTrail } from '#/audit/trail.ts'
import type { Authenticator } from '#/auth/authenticator.ts'
import type { RecentSignIn } from '#/auth/recent-sign-in.ts'
import { decodeBody, decodeParams } from '#/contract/decode.ts'
import {
  type Caller,
  type Contract,
  Download,
  Streamed,
  TextFile,
  WithHeaders,
} from '#/contract/operation.ts'
import { ApiError, conditionNotMet, notFound } from '#/kernel/errors.ts'
import { after, type Soon } from './after.ts'
import { refuseAudited, runAudited } from './audited.ts'
import { type BodyLimits, isForm, mediaTypeOf, parseJson, plainBody, textIn } from './body.ts'
import { type ChargeParts, chargeQuota } from './charge.ts'
import { credentialsOf, requireCredential } from './credentials.ts'
import { downloadReply, textFileReply } from './download-reply.ts'
import { errorReply } from './envelopes.ts'
import { namesVersion } from './etags.ts'
import type { Faults } from './faults.ts'
import { asksForPretty, readForm } from './form.ts'
import type { Exchange, Observer } from './observer.ts'
import { emptyQuery, joinQueries, parseQuery, type Query, splitTarget } from './query.ts'
import { answerReply, type Form, streamReply } from './reply.ts'
import type { BoundOperation, Match, Router } from './router.ts'
import type { Handle, WireReply, WireRequest } from './wire.ts'

export interface PipelineParts extends ChargeParts {
  readonly router: Router
  readonly authenticator: Authenticator
  readonly faults: Faults
  readonly audit: AuditTrail
  readonly recentSignIn: Pick<RecentSignIn, 'require'>
  readonly observer: Observer
  readonly limits: BodyLimits
}

/**
 * Handles every request, whether it comes from a socket or out of a batch. Clients can observe the
 * order of the gates, because the first one that refuses decides the error; it is defined only here.
 */
export function openPipeline(parts: PipelineParts): Handle {
  const { router, observer } = parts
  return (request) => {
    const exchange = observer.begin(request)
    const finish = (reply: WireReply, failure?: unknown): WireReply => {
      observer.finish(exchange, reply, failure)
      return reply
    }
    const fail = (error: unknown) =>
      finish(errorReply(error, { isPretty: asksForPretty(request.target) }), error)
    try {
      const { method, path, query } = readTarget(request)
      const match = router.find(method, path)
      if (match === undefined) throw notFound()
      const { route } = match
      exchange.route = route
      const reply =
        route.kind === 'endpoint'
          ? route.handle(request)
          : perform(parts, exchange, { operation: route, match, query })
      return reply instanceof Promise ? reply.then(finish, fail) : finish(reply)
    } catch (error) {
      return fail(error)
    }
  }
}

interface Matched {
  readonly operation: BoundOperation
  readonly match: Match
  readonly query: Query
}

function perform(parts: PipelineParts, exchange: Exchange, matched: Matched): Soon<WireReply> {
  const { request } = exchange
  const { operation } = matched
  const { localCaller } = request
  const demand = localCaller === undefined ? operation.guard?.(request) : undefined
  return after(queryOfRead(parts, request, matched), (query) =>
    after(callerOf(query), (caller) => {
      exchange.caller = caller
      const isLocal = localCaller !== undefined
      const charge = () =>
        isLocal ? undefined : chargeQuota(parts, operation, { request, caller, query })
      try {
        requireCredential(operation, caller)
      } catch (error) {
        const { pathParams: params } = matched.match
        return refuseAudited(parts, operation, { caller, params, error, charge }, request)
      }
      return after(isLocal ? undefined : strikeFault(parts, operation), () =>
        after(charge(), () =>
          after(decode(parts, request, matched, query), ({ form, params, body }) => {
            const { wait } = request
            const origin = () => request.origin
            const call = { params, body, caller, origin, requireMatch, wait }
            return after(runAudited(parts, operation, call, request), (answer) => {
              if (answer instanceof Streamed) {
                return streamReply(answer, request, () => isStillAllowed(query))
              }
              if (answer instanceof Download) return fileReply(answer, request, operation, form)
              if (answer instanceof TextFile) return textFileReply(answer, request)
              const { isRead, api } = operation
              const reply = { form, isRead, isCacheable: isRead && api.isNeverCached !== true }
              if (!(answer instanceof WithHeaders)) return answerReply(answer, request, reply)
              const plain = answerReply(answer.answer, request, reply)
              return { ...plain, headers: { ...plain.headers, ...answer.headers } }
            })
          }),
        ),
      )
    }),
  )

  function callerOf(query: Query): Soon<Caller> {
    if (localCaller !== undefined) return localCaller
    const caller = parts.authenticator.callerOf(credentialsOf(request, query))
    if (demand === undefined) return caller
    return after(caller, (known) => after(demand(known), () => known))
  }

  async function isStillAllowed(query: Query): Promise<boolean> {
    try {
      requireCredential(
        operation,
        await parts.authenticator.callerOf(credentialsOf(request, query)),
      )
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return false
      throw error
    }
  }

  function requireMatch(etag: string): void {
    const wanted = request.headers['if-match']
    if (wanted !== undefined && !namesVersion(wanted, etag)) throw conditionNotMet()
  }
}

/** The file; or, where its contract has an answer and JSON is asked for, that answer, which is empty. */
function fileReply(
  download: Download,
  request: WireRequest,
  { contract }: BoundOperation,
  form: Form,
): Soon<WireReply> {
  return form.wantsJson && contract.reply !== undefined
    ? answerReply({}, request, { form, isRead: true })
    : downloadReply(download, request)
}

// A GET whose address would be too long comes as a POST with the query for a body.
function queryOfRead(
  { limits }: PipelineParts,
  request: WireRequest,
  { operation, query }: Matched,
): Soon<Query> {
  if (request.body === undefined || !operation.isRead || !isForm(request)) return query
  return formQuery(request, limits).then((form) => joinQueries(query, form))
}

// What stands behind a guard is the workbench, which has to stay able to clear its faults.
function strikeFault({ faults }: PipelineParts, operation: BoundOperation): Soon<void> {
  if (!faults.isEmpty && operation.guard === undefined) return faults.strike(operation.contract.id)
}

interface Decoded {
  readonly form: Form
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
}

function decode(
  { limits }: PipelineParts,
  request: WireRequest,
  { operation, match }: Matched,
  query: Query,
): Soon<Decoded> {
  const { contract } = operation
  if (contract.body !== undefined) {
    const form = readForm(operation, query)
    const params = paramsOf(contract, match, query)
    const { body: schema } = contract
    const isText = contract.textTypes?.includes(mediaTypeOf(request)) ?? false
    return after(plainBody(request, limits.bodyBytesMax), (bytes) => ({
      form,
      params,
      body: decodeBody(
        schema,
        isText ? { text: bytes ? textIn(bytes) : '' } : parseJson(bytes, limits),
      ),
    }))
  }
  // The official Ruby client sends the parameters of a POST that takes no body as a form.
  const hasForm = request.body !== undefined && !operation.isRead && isForm(request)
  const whole = hasForm
    ? formQuery(request, limits).then((form) => joinQueries(query, form))
    : query
  return after(whole, (complete) => ({
    form: readForm(operation, complete),
    params: paramsOf(contract, match, complete),
    body: undefined,
  }))
}

/** Many requests have no query, and then the path says it all, which is decoded once. */
function paramsOf(contract: Contract, match: Match, query: Query): Decoded['params'] {
  if (query !== emptyQuery) return decodeParams(contract, match.pathParams, query)
  match.plainParams ??= Object.freeze(decodeParams(contract, match.pathParams, query))
  return match.plainParams
}

/** Method, path and query, after the header that lets a POST stand for another method. */
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

async function formQuery(request: WireRequest, { bodyBytesMax }: BodyLimits): Promise<Query> {
  return parseQuery((await plainBody(request, bodyBytesMax))?.toString('utf8') ?? '')
}

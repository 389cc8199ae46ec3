import type { Authenticator } from '#/auth/authenticator.ts'
import { decodeBody, decodeParams } from '#/contract/decode.ts'
import type { Api, Caller } from '#/contract/operation.ts'
import { conditionNotMet, invalidParameter, notFound } from '#/kernel/errors.ts'
import type { QuotaMeter } from '#/quota/meter.ts'
import { type BodyLimits, isForm, parseJson, plainBody } from './body.ts'
import { credentialsOf, requireCredential } from './credentials.ts'
import { errorReply } from './envelopes.ts'
import { etagMatches } from './etags.ts'
import type { Faults } from './faults.ts'
import { compileFields, type FieldMask } from './fields.ts'
import type { Observer } from './observer.ts'
import { emptyQuery, joinQueries, parseQuery, type Query, splitTarget } from './query.ts'
import { answerReply } from './reply.ts'
import type { BoundOperation, Match, Router } from './router.ts'
import type { Handle, WireReply, WireRequest } from './wire.ts'

export interface PipelineParts {
  readonly router: Router
  readonly authenticator: Authenticator
  readonly quota: QuotaMeter
  readonly quotaStatusOf: (api: Api) => 403 | 429
  readonly faults: Faults
  readonly observer: Observer
  readonly limits: BodyLimits
}

/**
 * The way of every request, from the socket or out of a batch. The order of the gates is visible
 * to clients (the first refusal wins), and stands here and nowhere else.
 */
export function openPipeline(parts: PipelineParts): Handle {
  const { router, observer } = parts
  return async (request) => {
    const began = observer.begin()
    let match: Match | undefined
    let reply: WireReply
    let failure: unknown
    try {
      const { method, path, query } = readTarget(request)
      match = router.find(method, path)
      if (match === undefined) throw notFound()
      reply =
        match.route.kind === 'endpoint'
          ? await match.route.handle(request)
          : await perform(parts, request, {
              operation: match.route,
              pathParams: match.pathParams,
              query,
            })
    } catch (error) {
      failure = error
      reply = errorReply(error)
    }
    observer.finish(began, { request, reply, route: match?.route, failure })
    return reply
  }
}

interface Performance {
  readonly operation: BoundOperation
  readonly pathParams: Match['pathParams']
  readonly query: Query
}

async function perform(
  parts: PipelineParts,
  request: WireRequest,
  { operation, pathParams, query: addressQuery }: Performance,
): Promise<WireReply> {
  const { contract } = operation
  operation.guard?.(request)

  // A GET whose address would be too long comes as a POST with the query for a body.
  const isFormRead = request.body !== undefined && operation.isRead && isForm(request)
  const early = isFormRead
    ? joinQueries(addressQuery, await formQuery(request, parts.limits))
    : addressQuery

  const known = parts.authenticator.callerOf(credentialsOf(request, early))
  const caller = known instanceof Promise ? await known : known
  requireCredential(operation, caller)

  // What stands behind a guard is the workbench, which has to stay able to clear its faults.
  if (!parts.faults.isEmpty && operation.guard === undefined) {
    await parts.faults.strike(contract.id)
  }

  const charged = chargeQuota(parts, operation, { request, caller, query: early })
  if (charged !== undefined) await charged

  // Some clients put the parameters of a POST without a body into a form.
  const isFormWrite =
    request.body !== undefined &&
    !operation.isRead &&
    contract.body === undefined &&
    isForm(request)
  const query = isFormWrite ? joinQueries(early, await formQuery(request, parts.limits)) : early
  const form = readForm(operation, query)
  const params = decodeParams(contract, pathParams, query)
  const body =
    contract.body === undefined
      ? undefined
      : decodeBody(
          contract.body,
          parseJson(await plainBody(request, parts.limits.bodyBytesMax), parts.limits),
        )

  const answer = await operation.run({
    params,
    body,
    caller,
    origin: request.origin,
    requireMatch: (etag) => {
      const wanted = request.headers['if-match']
      if (wanted !== undefined && !etagMatches(wanted, etag)) throw conditionNotMet()
    },
  })
  return answerReply(answer, request, { form, isRead: operation.isRead })
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

function chargeQuota(
  { quota, quotaStatusOf }: PipelineParts,
  { contract, api }: BoundOperation,
  { request, caller, query }: { request: WireRequest; caller: Caller; query: Query },
): void | Promise<void> {
  if (contract.cost === 0) return
  const quotaUser = query.get('quotaUser') || request.headers['x-goog-quota-user']
  const client = caller.kind === 'anonymous' ? 'anonymous' : caller.clientId
  // It names a row of the database, and PostgreSQL stores no NUL character.
  const named = quotaUser?.slice(0, 40).replaceAll('\0', '')
  const user = named || (caller.kind === 'user' ? caller.userId : request.peer)
  return quota.charge({
    userSubject: `user:${client}:${user}`,
    clientSubject: `client:${client}`,
    units: contract.cost,
    status: quotaStatusOf(api),
  })
}

const masksPerOperationMax = 500

function readForm(operation: BoundOperation, query: Query) {
  const alt = query.get('alt')
  if (alt !== undefined && alt !== '' && alt.toLowerCase() !== 'json') {
    throw invalidParameter('alt', 'Invalid value for alt. Allowed values: [json]')
  }
  const fields = query.get('fields')
  return {
    mask: fields === undefined ? undefined : maskOf(operation, fields),
    isPretty: readPrettyPrint(query.get('prettyPrint') ?? query.get('pp')),
  }
}

function maskOf({ masks, contract }: BoundOperation, text: string): FieldMask {
  let mask = masks.get(text)
  if (mask === undefined) {
    mask = compileFields(text, contract.reply)
    if (masks.size >= masksPerOperationMax) masks.clear()
    masks.set(text, mask)
  }
  return mask
}

function readPrettyPrint(text: string | undefined): boolean {
  switch (text?.toLowerCase()) {
    case undefined:
    case '':
    case 'false':
    case '0':
      return false
    case 'true':
    case '1':
      return true
    default:
      throw invalidParameter('prettyPrint', 'Invalid value for prettyPrint: a boolean is expected.')
  }
}

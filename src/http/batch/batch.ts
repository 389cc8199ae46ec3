import type { Api } from '#/contract/operation.ts'
import { badRequest } from '#/kernel/errors.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import { longWork } from '#/kernel/process/time-slices.ts'
import { WaitBudget } from '#/kernel/process/wait-budget.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import { after, type Soon } from '../after.ts'
import { plainBody } from '../request/body.ts'
import { carriesCredential } from '../request/credentials.ts'
import { parseQuery, splitTarget } from '../request/query.ts'
import { errorReply } from '../response/envelopes.ts'
import type { Endpoint, Handle, WireReply, WireRequest } from '../wire.ts'
import { type BatchRunLimits, batchReplies } from './batch-replies.ts'
import { parseBatch } from './multipart.ts'
import type { BatchCall, BatchPart } from './multipart-part.ts'

interface BatchContext {
  readonly handle: Handle
  readonly randomBytes: RandomBytes
  readonly limits: BatchRunLimits & {
    readonly batchBytesMax: number
    readonly batchPartsMax: number
    readonly batchAnonymousPartsMax: number
    /** How long all calls of a batch together wait for attendee calendars. */
    readonly attendeeWaitMs: number
  }
}

/** The common batch endpoint, and one for each interface, which accepts only calls of that interface. */
export function batchEndpoints(
  apis: readonly Api[],
  basePathOf: (api: Api) => string,
  context: BatchContext,
): Endpoint[] {
  const at = (path: string, allowed: string): Endpoint => ({
    method: 'POST',
    path,
    handle: (request) => performBatch(request, allowed, context),
  })
  return [
    at('/batch', '/'),
    ...apis.map((api) => at(`/batch${basePathOf(api)}`, `${basePathOf(api)}/`)),
  ]
}

async function performBatch(
  request: WireRequest,
  allowedPrefix: string,
  { handle, randomBytes, limits }: BatchContext,
): Promise<WireReply> {
  if (request.isBatchPart) throw badRequest('A batch cannot contain another batch.')
  const body = await plainBody(request, limits.batchBytesMax)
  const calls = parseBatch(request.headers['content-type'] ?? '', body ?? Buffer.alloc(0), {
    partsMax: limits.batchPartsMax,
  })
  const envelope = envelopeOf(request, new WaitBudget(limits.attendeeWaitMs))
  refuseManyAnonymous(calls, envelope, limits.batchAnonymousPartsMax)
  const boundary = `batch_${base32hex(24, randomBytes)}`
  const perform = (call: BatchPart) => performCall(call, envelope, allowedPrefix, handle)
  return {
    status: 200,
    headers: { 'Content-Type': `multipart/mixed; boundary=${boundary}` },
    body: undefined,
    chunks: batchReplies({ calls, perform, boundary, limits, slices: longWork }),
  }
}

/** Anonymous calls have a lower limit, because no user or client is accountable for them. */
function refuseManyAnonymous(
  calls: readonly BatchPart[],
  { headers, query }: Envelope,
  callsMax: number,
): void {
  if (calls.length <= callsMax || carriesCredential(headers, query)) return
  const isAnonymous = (call: BatchPart) =>
    'problem' in call || !carriesCredential(call.headers, splitTarget(call.target).query)
  if (calls.filter(isAnonymous).length > callsMax) {
    throw badRequest(`A batch without a token or an API key can contain at most ${callsMax} calls.`)
  }
}

/** What each call inherits from the batch request. */
interface Envelope {
  readonly id: string
  readonly headers: WireRequest['headers']
  /** A part cannot override the host and origin, because guards check them. */
  readonly arrival: Pick<WireRequest['headers'], 'host' | 'origin'>
  readonly query: string
  readonly peer: string
  readonly origin: string
  readonly prefix: string
  readonly wait: WaitBudget
}

function envelopeOf(
  { id, headers, target, peer, origin, prefix }: WireRequest,
  wait: WaitBudget,
): Envelope {
  const arrival = { host: headers.host, origin: headers.origin }
  const { query } = splitTarget(target)
  const inner = { ...inheritedHeaders(headers), ...arrival }
  return { id, headers: inner, arrival, query, peer, origin, prefix, wait }
}

function performCall(
  call: BatchPart,
  envelope: Envelope,
  allowedPrefix: string,
  handle: Handle,
): Soon<WireReply> {
  if ('problem' in call) return errorReply(badRequest(call.problem))
  const { path: wholePath, query } = splitTarget(call.target)
  // Some clients send paths relative to the root of the server, others relative to its root URL.
  const path = wholePath.startsWith(`${envelope.prefix}/`)
    ? wholePath.slice(envelope.prefix.length)
    : wholePath
  if (!`${path}/`.startsWith(allowedPrefix)) {
    return errorReply(badRequest('This batch path accepts only calls of its own API.'))
  }
  let target: string
  try {
    target = withOuterQuery(path, query, envelope.query)
  } catch (error) {
    return errorReply(error)
  }
  const reply = handle({
    id: envelope.id,
    method: call.method.toUpperCase(),
    target,
    headers: headersOf(call, envelope),
    body: call.body.length === 0 ? undefined : call.body,
    peer: envelope.peer,
    origin: envelope.origin,
    prefix: envelope.prefix,
    isBatchPart: true,
    wait: envelope.wait,
  })
  return after(reply, withoutStream)
}

/** Ends the stream that an endpoint has begun, because a part of a batch has an end. */
function withoutStream(reply: WireReply): WireReply {
  if (reply.stream === undefined) return reply
  reply.stream({
    write: () => true,
    end: () => {},
    onDrain: () => {},
    onClose: (listener) => queueMicrotask(listener),
  })
  return errorReply(badRequest('A stream cannot be a part of a batch.'))
}

function headersOf(call: BatchCall, { headers, arrival }: Envelope): WireRequest['headers'] {
  for (const _ in call.headers) return { ...headers, ...call.headers, ...arrival }
  return headers
}

/** The headers of the batch request apply to each call, except those that describe the batch itself. */
function inheritedHeaders(headers: WireRequest['headers']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !name.startsWith('content-') && name !== 'x-http-method-override',
    ),
  )
}

function withOuterQuery(path: string, query: string, outerQuery: string): string {
  if (outerQuery === '') return query === '' ? path : `${path}?${query}`
  const own = parseQuery(query)
  const added = outerQuery
    .split('&')
    .filter((pair) => own.get(decodeURIComponent(pair.split('=', 1)[0]!)) === undefined)
  return `${path}?${[query, ...added].filter((piece) => piece !== '').join('&')}`
}

import type { Api } from '#/contract/operation.ts'
import { badRequest } from '#/kernel/errors.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Soon } from './after.ts'
import { plainBody } from './body.ts'
import { errorReply } from './envelopes.ts'
import { type BatchReply, parseBatch, renderBatch } from './multipart.ts'
import type { BatchCall, BatchPart } from './multipart-part.ts'
import { parseQuery, splitTarget } from './query.ts'
import { type Endpoint, type Handle, type WireReply, type WireRequest, wholeBody } from './wire.ts'

export interface BatchParts {
  readonly handle: Handle
  readonly randomBytes: RandomBytes
  readonly limits: {
    readonly batchBytesMax: number
    readonly batchPartsMax: number
    readonly batchConcurrency: number
  }
}

/** The common batch address, and one for each interface that takes only calls of its own. */
export function batchEndpoints(
  apis: readonly Api[],
  basePathOf: (api: Api) => string,
  parts: BatchParts,
): Endpoint[] {
  const at = (path: string, allowed: string): Endpoint => ({
    method: 'POST',
    path,
    handle: (request) => performBatch(request, allowed, parts),
  })
  return [
    at('/batch', '/'),
    ...apis.map((api) => at(`/batch${basePathOf(api)}`, `${basePathOf(api)}/`)),
  ]
}

async function performBatch(
  request: WireRequest,
  allowedPrefix: string,
  { handle, randomBytes, limits }: BatchParts,
): Promise<WireReply> {
  if (request.isBatchPart) throw badRequest('A batch cannot hold another batch.')
  const body = await plainBody(request, limits.batchBytesMax)
  const calls = parseBatch(request.headers['content-type'] ?? '', body ?? Buffer.alloc(0), {
    partsMax: limits.batchPartsMax,
  })
  const replies = new Array<BatchReply>(calls.length)
  const envelope = envelopeOf(request)
  let next = 0
  const work = async () => {
    for (let index = next++; index < calls.length; index = next++) {
      const call = calls[index]!
      const reply = performCall(call, envelope, allowedPrefix, handle)
      replies[index] = asPart(call, reply instanceof Promise ? await reply : reply)
    }
  }
  await Promise.all(Array.from({ length: limits.batchConcurrency }, work))
  const boundary = `batch_${base32hex(24, randomBytes)}`
  return {
    status: 200,
    headers: { 'Content-Type': `multipart/mixed; boundary=${boundary}` },
    body: renderBatch(replies, boundary),
  }
}

/** What each call has from the request that brought it. */
interface Envelope {
  readonly headers: WireRequest['headers']
  /** A part names no other host or origin than the request that brought it: guards look at them. */
  readonly arrival: Pick<WireRequest['headers'], 'host' | 'origin'>
  readonly query: string
  readonly peer: string
  readonly origin: string
  readonly prefix: string
}

function envelopeOf({ headers, target, peer, origin, prefix }: WireRequest): Envelope {
  const arrival = { host: headers.host, origin: headers.origin }
  const { query } = splitTarget(target)
  return { headers: { ...inherited(headers), ...arrival }, arrival, query, peer, origin, prefix }
}

function performCall(
  call: BatchPart,
  envelope: Envelope,
  allowedPrefix: string,
  handle: Handle,
): Soon<WireReply> {
  if ('problem' in call) return errorReply(badRequest(call.problem))
  const { path: wholePath, query } = splitTarget(call.target)
  // Some clients give the path of each call from the root of the server, others from its root URL.
  const path = wholePath.startsWith(`${envelope.prefix}/`)
    ? wholePath.slice(envelope.prefix.length)
    : wholePath
  if (!`${path}/`.startsWith(allowedPrefix)) {
    return errorReply(badRequest('This batch address takes calls of its own interface only.'))
  }
  let target: string
  try {
    target = withOuterQuery(path, query, envelope.query)
  } catch (error) {
    return errorReply(error)
  }
  return handle({
    method: call.method.toUpperCase(),
    target,
    headers: headersOf(call, envelope),
    body: call.body.length === 0 ? undefined : call.body,
    peer: envelope.peer,
    origin: envelope.origin,
    prefix: envelope.prefix,
    isBatchPart: true,
  })
}

function headersOf(call: BatchCall, { headers, arrival }: Envelope): WireRequest['headers'] {
  for (const _ in call.headers) return { ...headers, ...call.headers, ...arrival }
  return headers
}

/** What the envelope says holds for each call, but for what describes the envelope itself. */
function inherited(headers: WireRequest['headers']): Record<string, string | undefined> {
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

function asPart(call: BatchPart, { status, headers, body: pieces = '' }: WireReply): BatchReply {
  const body = wholeBody(pieces)
  const length = ['Content-Length', String(Buffer.byteLength(body))] as const
  return {
    contentId: call.contentId,
    status,
    headers: [...Object.entries(headers), length],
    body,
  }
}

import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { httpDate, systemClock } from '#/kernel/clock.ts'
import { badRequest, expectationFailed } from '#/kernel/errors.ts'
import { after, type Soon } from '../after.ts'
import type { MountedExchange } from '../observation/observer.ts'
import { errorReply } from '../response/envelopes.ts'
import { gzipEtag } from '../response/etags.ts'
import { bodyLength, type Handle, type WireReply, type WireRequest } from '../wire.ts'
import type { Arrivals } from './arrivals.ts'
import { Compressor, compressedBytesMin, takesGzip } from './compression.ts'
import { CrossOrigin, isPreflight, preflightReply } from './cors.ts'
import { clientAddressOf, originOf, proxyTrust } from './origin.ts'
import { BodiesInProgress } from './received-body.ts'
import { ReplySender } from './reply-sender.ts'
import { dataPolicy } from './security-headers.ts'
import { WholeMessage } from './whole-message.ts'

// An import would evaluate every export of the module and load Node's HTTP client: 40 ms.
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')

const compressor = new Compressor()

/** A site that answers requests below a prefix. */
export interface ListenedSite {
  readonly handle: Handle
  /** Tried in order, before the pipeline. */
  readonly mounts: readonly Mount[]
  /** Logs and counts an exchange that a mount has answered. */
  readonly observe: (exchange: MountedExchange) => void
  /** The prefix of all paths of the site, such as `/worlds/blue`; empty at the root. */
  readonly prefix: string
}

/** Further sites behind the same listener. */
export interface SiteDirectory {
  /** The site that a request is for, and the URL within the site; undefined for the site at the root. */
  find(message: IncomingMessage): { readonly id: string; readonly url: string } | undefined
  /** Throws if there is no such site. The site stays open until `response` has ended. */
  enter(id: string, response: ServerResponse): Soon<ListenedSite>
  /** The response to a request for a site that `enter` rejected. */
  refusal(error: unknown, request: RefusedRequest): WireReply
}

interface RefusedRequest {
  readonly id: string
  readonly headers: IncomingHttpHeaders
}

interface ListenerContext {
  readonly site: ListenedSite
  readonly worlds: SiteDirectory | undefined
  readonly arrivals: Arrivals
  readonly trustedProxies: readonly string[]
  /** The origins of pages that may read responses; all if empty. */
  readonly corsOrigins: readonly string[]
  /** The headers of every response, as alternating names and values. */
  readonly headersAlways: readonly string[]
  /** Whether connections end with their next answer, since the server is about to stop. */
  readonly isClosing: () => boolean
  /** The root URL of all requests; empty to use the host that each request names. */
  readonly publicOrigin: string
  /** The root URL if a request has no usable host. */
  readonly fallbackOrigin: () => string
  readonly limits: {
    readonly bodyBytesMax: number
    readonly batchBytesMax: number
    readonly bodiesBytesMax: number
    readonly headerBytesMax: number
    readonly headersTimeoutMs: number
    readonly requestTimeoutMs: number
    readonly keepAliveTimeoutMs: number
    readonly stalledResponseMs: number
    readonly requestsPerSocketMax: number
    readonly connectionsMax: number
  }
}

/** A part of the server that handles requests with certain paths itself. */
interface Mount {
  /** What log lines and metrics call it. */
  readonly name: string
  takes(path: string, message: IncomingMessage): boolean
  /** Called with the address of the client and the root URL, as far as they are trusted. */
  handle(
    message: IncomingMessage,
    response: ServerResponse,
    from: { readonly origin: string; readonly peer: string },
  ): Promise<void>
}

/** Creates the HTTP server, which converts messages to requests and responses to bytes. */
export function createListener(context: ListenerContext): Server {
  const { limits, arrivals } = context
  const replies = new ReplySender({
    ...context,
    crossOrigin: new CrossOrigin(context.corsOrigins),
    stalledMs: limits.stalledResponseMs,
  })
  const isTrusted = proxyTrust(context.trustedProxies)
  const bodies = new BodiesInProgress(limits.bodiesBytesMax)
  const served: Served = { ...context, replies, isTrusted, bodies }
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytesMax,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: checkingIntervalMs(limits),
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      requireHostHeader: false,
      IncomingMessage: WholeMessage,
    },
    (message, response) => {
      if (response.socket === null)
        awaitTurn(message, response, () => take(message, response, served))
      else take(message, response, served)
    },
  )
  server.maxRequestsPerSocket = limits.requestsPerSocketMax
  server.maxConnections = limits.connectionsMax
  server.on('connection', () => arrivals.note())
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseUnreadable(error, { socket, headersAlways: context.headersAlways }),
  )
  // Node's own response to an unknown Expect header has no body.
  server.on('checkExpectation', (message: IncomingMessage, response: ServerResponse) => {
    const headers = message.headers as WireRequest['headers']
    response.setHeader('Connection', 'close')
    replies.send(response, errorReply(expectationFailed()), headers)
  })
  return server
}

// How often Node checks for timeouts. Its default is thirty seconds.
const checkingIntervalMs = (limits: { headersTimeoutMs: number; requestTimeoutMs: number }) =>
  Math.min(5_000, Math.ceil(Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs) / 2))

/** A request from a socket. The origin is computed on demand, because few operations need it. */
class SocketRequest implements WireRequest {
  readonly id: string
  readonly method: string
  readonly target: string
  readonly headers: WireRequest['headers']
  readonly body: Buffer | undefined
  readonly bodyError: unknown
  readonly peer: string
  readonly prefix: string
  readonly isBatchPart = false
  /** The peer address of the socket. */
  readonly #remote: string
  readonly #message: IncomingMessage
  readonly #server: Served

  constructor(
    message: WholeMessage,
    { bytes, error }: { readonly bytes?: Buffer | undefined; readonly error?: unknown },
    { server, prefix }: { server: Served; prefix: string },
  ) {
    this.id = message.requestId
    this.method = message.method ?? 'GET'
    this.target = message.url ?? '/'
    this.headers = message.headers as WireRequest['headers']
    this.body = bytes
    this.bodyError = error
    this.#remote = message.socket.remoteAddress ?? ''
    this.peer = clientAddressOf(this.headers, { peer: this.#remote, isTrusted: server.isTrusted })
    this.prefix = prefix
    this.#message = message
    this.#server = server
  }

  get origin(): string {
    const { publicOrigin, isTrusted, fallbackOrigin } = this.#server
    const root =
      publicOrigin ||
      originOf(this.headers, {
        isEncrypted: 'encrypted' in this.#message.socket,
        isTrusted: isTrusted(this.#remote),
        fallback: fallbackOrigin(),
      })
    return root + this.prefix
  }
}

type Served = ListenerContext & {
  readonly replies: ReplySender
  readonly bodies: BodiesInProgress
  readonly isTrusted: (peer: string) => boolean
}

/** How many pipelined requests of a connection wait. */
const waiting = new WeakMap<Socket, number>()

/**
 * Begins a pipelined request after the responses before its own, and after other connections had their turn. While
 * requests wait, nothing is read from the connection.
 */
function awaitTurn({ socket }: WholeMessage, response: ServerResponse, begin: () => void): void {
  const count = waiting.get(socket)
  // Node resumes a connection whenever it discards what is left of a message.
  if (count === undefined) socket.on('resume', () => waiting.get(socket)! > 0 && socket.pause())
  waiting.set(socket, (count ?? 0) + 1)
  socket.pause()
  response.once('socket', () => {
    setImmediate(() => {
      const left = waiting.get(socket)! - 1
      waiting.set(socket, left)
      if (left === 0) socket.resume()
      begin()
    })
  })
}

function take(message: WholeMessage, response: ServerResponse, server: Served): void {
  // The pipeline converts every failure to a response, so that only sending can fail here.
  try {
    const answered = answer(message, response, server)
    if (answered instanceof Promise) answered.catch(() => response.destroy())
  } catch {
    response.destroy()
  }
}

function answer(message: WholeMessage, response: ServerResponse, server: Served): Soon<void> {
  const headers = message.headers as WireRequest['headers']
  const { worlds, replies } = server
  if (!namesOneHost(message)) {
    return replies.send(response, errorReply(badRequest('A request must name one host.')), headers)
  }
  if (isPreflight(message)) return replies.send(response, preflightReply(headers), headers)
  useAbsoluteTarget(message)
  const found = worlds?.find(message)
  if (worlds === undefined || found === undefined) {
    return answerAt(server.site, message, response, server)
  }
  const refuse = (error: unknown) =>
    replies.send(response, worlds.refusal(error, { id: found.id, headers }), headers)
  try {
    const site = worlds.enter(found.id, response)
    message.url = found.url
    if (!(site instanceof Promise)) return answerAt(site, message, response, server)
    return site.then((opened) => answerAt(opened, message, response, server), refuse)
  } catch (error) {
    return refuse(error)
  }
}

function answerAt(
  site: ListenedSite,
  message: WholeMessage,
  response: ServerResponse,
  server: Served,
): Soon<void> {
  const { prefix } = site
  const path = pathOf(message.url ?? '/')
  const isMounted = message.method !== 'OPTIONS'
  const mount = isMounted ? site.mounts.find((each) => each.takes(path, message)) : undefined
  if (mount !== undefined) {
    const { id, method, origin, peer } = new SocketRequest(message, {}, { server, prefix })
    server.replies.prepare(response)
    const began = performance.now()
    response.once('close', () =>
      site.observe({ operation: mount.name, id, method, peer, began, status: response.statusCode }),
    )
    return mount.handle(message, response, { origin, peer })
  }
  const body = message.takeBody(bytesMaxOf(message, server), server.bodies)
  const handle = (bytes?: Buffer, error?: unknown) =>
    answerWhole(new SocketRequest(message, { bytes, error }, { server, prefix }), response, {
      arrivals: server.arrivals,
      replies: server.replies,
      handle: site.handle,
    })
  if (body === undefined) return handle()
  return body.then(handle, (error: unknown) => {
    response.setHeader('Connection', 'close')
    return handle(undefined, error)
  })
}

const answerWhole = (
  request: WireRequest,
  response: ServerResponse,
  { arrivals, replies, handle }: Pick<Served, 'arrivals' | 'replies'> & { readonly handle: Handle },
): Soon<void> => {
  const { quiet } = arrivals
  const handled = quiet === undefined ? handle(request) : quiet.then(() => handle(request))
  return after(handled, (reply) => {
    const { body } = reply
    if (body === undefined || !takesGzip(request.headers) || !isLarge(body)) {
      return replies.send(response, reply, request.headers)
    }
    return compressedReply(reply, body).then((small) =>
      replies.send(response, small, request.headers),
    )
  })
}

/**
 * Whether a request has exactly one host: with two, a proxy may have used the other one. HTTP/1.0 requests
 * may have none.
 */
function namesOneHost({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0'
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count === 1
}

/**
 * Turns the absolute URL that a client sends to a proxy into a path. Its host counts, whatever `Host` says
 * (RFC 9112, 3.2.2).
 */
function useAbsoluteTarget(message: IncomingMessage): void {
  const { url = '/' } = message
  if (url.startsWith('/')) return
  const [, host, rest = ''] = /^https?:\/\/([^/?#@]+)(.*)$/i.exec(url) ?? []
  if (host === undefined) return
  message.headers.host = host
  message.url = rest.startsWith('/') ? rest : `/${rest}`
}

// A text has at least as many bytes as characters, and its length is cheaper to get.
const isLarge = (body: NonNullable<WireReply['body']>): boolean =>
  (typeof body === 'string' ? body.length : bodyLength(body)) >= compressedBytesMin

const pathOf = (url: string): string => {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

const bytesMaxOf = ({ url = '' }: IncomingMessage, { limits }: Served): number =>
  url.startsWith('/batch') ? limits.batchBytesMax : limits.bodyBytesMax

async function compressedReply(
  reply: WireReply,
  body: NonNullable<WireReply['body']>,
): Promise<WireReply> {
  const { ETag: etag, 'Content-Type': type } = reply.headers
  // Resources in JSON contain their etag, and clients expect it in the header as well.
  const isDownload = etag !== undefined && type?.startsWith('application/json') !== true
  return {
    ...reply,
    headers: {
      ...reply.headers,
      ...(isDownload && { ETag: gzipEtag(etag) }),
      'Content-Encoding': 'gzip',
    },
    body: await compressor.gzip(body),
  }
}

/** The response to bytes that are not HTTP, or to headers that are too large or too slow. */
function refuseUnreadable(
  error: NodeJS.ErrnoException,
  { socket, headersAlways }: { readonly socket: Duplex; readonly headersAlways: readonly string[] },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 431
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 408
        : 400
  const message = STATUS_CODES[status]!
  const reason = status === 408 ? 'requestTimeout' : 'badRequest'
  const body = JSON.stringify({
    error: { errors: [{ domain: 'global', reason, message }], code: status, message },
  })
  let always = `Content-Security-Policy: ${dataPolicy}\r\n`
  for (let at = 0; at < headersAlways.length; at += 2) {
    always += `${headersAlways[at]}: ${headersAlways[at + 1]}\r\n`
  }
  socket.end(
    `HTTP/1.1 ${status} ${message}\r\nConnection: close\r\nDate: ${httpDate(systemClock.now())}\r\n${always}` +
      `Content-Type: application/json; charset=UTF-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

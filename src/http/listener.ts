import { createReadStream } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import { httpDate, systemClock } from '#/kernel/clock.ts'
import { expectationFailed } from '#/kernel/errors.ts'
import { after, type Soon } from './after.ts'
import { Arrivals } from './arrivals.ts'
import { compressedBytesMin, takesGzip } from './compression.ts'
import { corsHeaders, preflightReply } from './cors.ts'
import { errorReply } from './envelopes.ts'
import { gzipEtag } from './etags.ts'
import { originOf, proxyTrust } from './origin.ts'
import { WholeMessage } from './whole-message.ts'
import { bodyLength, type Handle, type WireReply, type WireRequest, wholeBody } from './wire.ts'

// An import would read every export of the module, and so load Node's HTTP client as well: 40 ms.
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')

const compress = promisify(gzip)

/** What answers requests below one prefix. */
export interface ListenedSite {
  readonly handle: Handle
  /** Asked in turn, before the pipeline. */
  readonly mounts: readonly Mount[]
  /** What every path of the site begins with, such as `/worlds/blue`; empty at the root. */
  readonly prefix: string
}

/** Further sites behind the same listener. */
export interface SiteDirectory {
  /** The site that a request is for, and its URL there; undefined for the site at the root. */
  find(message: IncomingMessage): { readonly id: string; readonly url: string } | undefined
  /** Throws when there is no such site. The site is not closed before `response` has ended. */
  enter(id: string, response: ServerResponse): Soon<ListenedSite>
  /** The reply to a request for a site that `enter` did not give. */
  refusal(error: unknown, request: RefusedRequest): WireReply
}

interface RefusedRequest {
  readonly id: string
  readonly headers: IncomingHttpHeaders
}

export interface ListenerParts {
  readonly site: ListenedSite
  readonly worlds: SiteDirectory | undefined
  readonly trustedProxies: readonly string[]
  /** The address named where a request tells no usable one. */
  readonly fallbackOrigin: () => string
  readonly limits: {
    readonly bodyBytesMax: number
    readonly batchBytesMax: number
    readonly headerBytesMax: number
    readonly headersTimeoutMs: number
    readonly requestTimeoutMs: number
    readonly keepAliveTimeoutMs: number
    readonly requestsPerSocketMax: number
    readonly connectionsMax: number
  }
}

/** A part of the server that takes whole exchanges of certain paths, and answers them itself. */
export interface Mount {
  takes(path: string, message: IncomingMessage): boolean
  /** Told where the request comes from and which address it used, as far as they can be believed. */
  handle(
    message: IncomingMessage,
    response: ServerResponse,
    from: { readonly origin: string; readonly peer: string },
  ): Promise<void>
}

/** A server that turns sockets into requests and replies into bytes; it decides nothing else. */
export function createListener(parts: ListenerParts): Server {
  const { limits } = parts
  const arrivals = new Arrivals()
  const served: Served = { ...parts, arrivals, isTrusted: proxyTrust(parts.trustedProxies) }
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
      // The pipeline turns every failure into a reply; what is left is a reply that cannot go out.
      try {
        const answered = answer(message, response, served)
        if (answered instanceof Promise) answered.catch(() => response.destroy())
      } catch {
        response.destroy()
      }
    },
  )
  server.maxRequestsPerSocket = limits.requestsPerSocketMax
  server.maxConnections = limits.connectionsMax
  server.on('connection', () => arrivals.note())
  server.on('clientError', refuseUnreadable)
  // Node's own answer to an Expect that it does not know has no body.
  server.on('checkExpectation', (message: IncomingMessage, response: ServerResponse) => {
    const headers = message.headers as WireRequest['headers']
    response.setHeader('Connection', 'close')
    send(response, errorReply(expectationFailed()), headers)
  })
  return server
}

// Node looks for late heads and bodies at intervals, by itself only every thirty seconds.
const checkingIntervalMs = (limits: { headersTimeoutMs: number; requestTimeoutMs: number }) =>
  Math.min(5_000, Math.ceil(Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs) / 2))

/** A request from a socket. Few callers ask for the origin, so it is worked out when they do. */
class SocketRequest implements WireRequest {
  readonly method: string
  readonly target: string
  readonly headers: WireRequest['headers']
  readonly body: Buffer | undefined
  readonly peer: string
  readonly prefix: string
  readonly isBatchPart = false
  readonly #message: IncomingMessage
  readonly #server: Served

  constructor(
    message: IncomingMessage,
    body: Buffer | undefined,
    { server, prefix }: { server: Served; prefix: string },
  ) {
    this.method = message.method ?? 'GET'
    this.target = message.url ?? '/'
    this.headers = message.headers as WireRequest['headers']
    this.body = body
    this.peer = message.socket.remoteAddress ?? ''
    this.prefix = prefix
    this.#message = message
    this.#server = server
  }

  get origin(): string {
    const root = originOf(this.headers, {
      isEncrypted: 'encrypted' in this.#message.socket,
      isTrusted: this.#server.isTrusted(this.peer),
      fallback: this.#server.fallbackOrigin(),
    })
    return this.prefix === '' ? root : rootUrlAt(root, this.prefix)
  }
}

let lastRootUrl = { root: '', prefix: '', url: '' }

/** The same text for the same world as long as requests to it follow each other, like `originOf`. */
function rootUrlAt(root: string, prefix: string): string {
  if (lastRootUrl.root !== root || lastRootUrl.prefix !== prefix) {
    lastRootUrl = { root, prefix, url: root + prefix }
  }
  return lastRootUrl.url
}

type Served = ListenerParts & {
  readonly arrivals: Arrivals
  readonly isTrusted: (peer: string) => boolean
}

function answer(message: WholeMessage, response: ServerResponse, server: Served): Soon<void> {
  const headers = message.headers as WireRequest['headers']
  if (message.method === 'OPTIONS') return send(response, preflightReply(headers), headers)
  const { worlds } = server
  const found = worlds?.find(message)
  if (worlds === undefined || found === undefined) {
    return answerAt(server.site, message, response, server)
  }
  const refuse = (error: unknown) =>
    send(response, worlds.refusal(error, { id: found.id, headers }), headers)
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
  const headers = message.headers as WireRequest['headers']
  const { prefix } = site
  const path = pathOf(message.url ?? '/')
  const mount = site.mounts.find((each) => each.takes(path, message))
  if (mount !== undefined) {
    const { origin, peer } = new SocketRequest(message, undefined, { server, prefix })
    const forwarded = server.isTrusted(peer) ? lastOf(headers['x-forwarded-for']) : undefined
    return mount.handle(message, response, { origin, peer: forwarded ?? peer })
  }
  const body = message.takeBody(bytesMaxOf(message, server))
  const handle = (bytes?: Buffer) =>
    answerWhole(new SocketRequest(message, bytes, { server, prefix }), response, {
      arrivals: server.arrivals,
      handle: site.handle,
    })
  if (body === undefined) return handle()
  return body.then(handle, (error: unknown) => {
    response.setHeader('Connection', 'close')
    send(response, errorReply(error), headers)
  })
}

const answerWhole = (
  request: WireRequest,
  response: ServerResponse,
  { arrivals, handle }: { readonly arrivals: Arrivals; readonly handle: Handle },
): Soon<void> => {
  const { quiet } = arrivals
  const handled = quiet === undefined ? handle(request) : quiet.then(() => handle(request))
  return after(handled, (reply) => {
    const { body } = reply
    if (body === undefined || !takesGzip(request.headers) || !isLarge(body)) {
      return send(response, reply, request.headers)
    }
    return compressed(reply, wholeBody(body)).then((small) =>
      send(response, small, request.headers),
    )
  })
}

// A text has at least as many bytes as characters, which are quicker to count.
const isLarge = (body: NonNullable<WireReply['body']>): boolean =>
  (typeof body === 'string' ? body.length : bodyLength(body)) >= compressedBytesMin

// A proxy appends the address that it saw itself; what stands before may be made up.
const lastOf = (value: string | undefined): string | undefined => value?.split(',').at(-1)?.trim()

const pathOf = (url: string): string => {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

const bytesMaxOf = ({ url = '' }: IncomingMessage, { limits }: Served): number =>
  url.startsWith('/batch') ? limits.batchBytesMax : limits.bodyBytesMax

async function compressed(reply: WireReply, bytes: string | Buffer): Promise<WireReply> {
  const { ETag: etag } = reply.headers
  return {
    ...reply,
    headers: {
      ...reply.headers,
      ...(etag !== undefined && { ETag: gzipEtag(etag) }),
      'Content-Encoding': 'gzip',
    },
    body: await compress(bytes, { level: 1 }),
  }
}

function send(response: ServerResponse, reply: WireReply, headers: WireRequest['headers']): void {
  const { status, body } = reply
  const lines = corsHeaders(headers)
  for (const name in reply.headers) lines.push(name, reply.headers[name]!)
  if (reply.stream !== undefined) return void beginStream(response, { lines, ...reply })
  if (reply.file !== undefined) return void sendFile(response, { lines, ...reply })
  if (reply.chunks !== undefined) {
    const isGzip = takesGzip(headers)
    if (isGzip) lines.push('Content-Encoding', 'gzip')
    response.writeHead(status, lines)
    return void sendBytes(response, Readable.from(reply.chunks, { objectMode: false }), { isGzip })
  }
  if (status !== 304)
    lines.push('Content-Length', String(body === undefined ? 0 : bodyLength(body)))
  response.writeHead(status, lines)
  // Node itself leaves the body out of the answer to a HEAD.
  if (!Array.isArray(body)) return void response.end(body)
  response.cork()
  for (const piece of body) response.write(piece)
  response.end()
}

function beginStream(
  response: ServerResponse,
  { status, lines, stream }: WireReply & { readonly lines: string[] },
): void {
  response.writeHead(status, lines)
  if (response.req.method === 'HEAD') return void response.end()
  response.flushHeaders()
  stream?.({
    write: (text) => response.write(text),
    end: () => {
      if (response.writableNeedDrain) response.destroy()
      else response.end()
    },
    onDrain: (listener) => void response.on('drain', listener),
    onClose: (listener) => void response.on('close', listener),
  })
}

// Four times what Node reads at once, for a third of the time that a large file takes.
const fileBytesAtOnce = 256 * 1024

function sendFile(
  response: ServerResponse,
  { status, lines, file }: WireReply & { readonly lines: string[] },
): void {
  response.writeHead(status, lines)
  const { source, first, last, isGzip } = file!
  if (response.req.method === 'HEAD' || last < first) return void response.end()
  const bytes =
    'path' in source
      ? createReadStream(source.path, { start: first, end: last, highWaterMark: fileBytesAtOnce })
      : Readable.from(source.read(first, last), { objectMode: false })
  sendBytes(response, bytes, { isGzip })
}

/** What breaks in the middle ends the connection, so that nobody takes a part for the whole. */
function sendBytes(
  response: ServerResponse,
  bytes: Readable,
  { isGzip }: { readonly isGzip: boolean },
): void {
  if (isGzip) pipeline(bytes, createGzip({ level: 1 }), response, () => {})
  else pipeline(bytes, response, () => {})
}

/** The answer to bytes that are not HTTP, or to a head that is too large or too slow. */
function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: import('node:stream').Duplex,
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
  socket.end(
    `HTTP/1.1 ${status} ${message}\r\nConnection: close\r\nDate: ${httpDate(systemClock.now())}\r\n` +
      `Content-Type: application/json; charset=UTF-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

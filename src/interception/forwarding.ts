import { type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

/** A body, or its beginning if it exceeds the limit. */
export interface CapturedBody {
  readonly bytes: Buffer
  readonly isComplete: boolean
}

/** A request and its response, as the client saw them. */
export interface Exchange {
  readonly startedMs: number
  readonly durationMs: number
  readonly method: string
  readonly url: string
  /** Names and values in turn. */
  readonly requestHeaders: readonly string[]
  readonly requestBody: CapturedBody
  readonly status: number
  readonly statusText: string
  /** Names and values in turn. */
  readonly responseHeaders: readonly string[]
  readonly responseBody: CapturedBody
}

/** Gets every exchange that is complete. */
export interface Observer {
  nowMs(): number
  add(exchange: Exchange): void
}

interface Forwarded {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Where the request is sent; its path is that of the request unless the request names one itself. */
  readonly target: URL
  readonly headers: Readonly<Record<string, string>>
  /** The URL that the client used. */
  readonly address: string
  readonly observer?: Observer | undefined
}

/** Headers that concern one connection only. */
const hopHeaders = new Set([
  'connection',
  'proxy-connection',
  'proxy-authorization',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
])

/** Sends a request on and its response back, both as they arrive. */
export function forward({ request, response, target, headers, address, observer }: Forwarded) {
  const startedMs = observer?.nowMs() ?? 0
  const capture = (stream: Readable) => (observer === undefined ? undefined : captureBody(stream))
  const requestBody = capture(request)
  const { method = 'GET', url = '/' } = request
  const path = url.startsWith('/') ? url : `${target.pathname}${target.search}`
  const sent = Object.entries(request.headers).filter(([name]) => !hopHeaders.has(name))
  const upstream = openRequest({
    host: target.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: target.port,
    method,
    path,
    headers: { ...Object.fromEntries(sent), ...headers },
    // A connection for each request, because one that is used again may be closed at the same time.
    agent: false,
  })
  upstream.once('response', (answer) => {
    const responseBody = capture(answer)
    const { statusCode: status = 502, statusMessage: statusText = '' } = answer
    const responseHeaders = withoutHopHeaders(answer.rawHeaders)
    response.writeHead(status, statusText, responseHeaders)
    response.flushHeaders()
    answer.pipe(response)
    answer.once('error', () => response.destroy())
    answer.once('end', () =>
      observer?.add({
        startedMs,
        durationMs: observer.nowMs() - startedMs,
        method,
        url: address,
        requestHeaders: withoutHopHeaders(request.rawHeaders),
        requestBody: requestBody!(),
        status,
        statusText,
        responseHeaders,
        responseBody: responseBody!(),
      }),
    )
  })
  upstream.once('error', (error) => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502, { 'Content-Type': 'text/plain' }).end(`${error.message}\n`)
  })
  response.once('close', () => upstream.destroy())
  request.pipe(upstream)
}

function withoutHopHeaders(raw: readonly string[]): string[] {
  return raw.filter((_, index) => !hopHeaders.has(raw[index - (index % 2)]!.toLowerCase()))
}

const capturedBytesMax = 4 * 1024 * 1024

/** Keeps what passes through a stream, up to a limit. */
function captureBody(stream: Readable): () => CapturedBody {
  const chunks: Buffer[] = []
  let length = 0
  let isComplete = true
  stream.on('data', (chunk: Buffer) => {
    if (length + chunk.length > capturedBytesMax) isComplete = false
    if (!isComplete) return
    chunks.push(chunk)
    length += chunk.length
  })
  return () => ({ bytes: Buffer.concat(chunks), isComplete })
}

import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** The members of replies that tests look at; whatever else a reply has is there as well. */
export interface WireJson {
  readonly [name: string]: unknown
  readonly id: string
  readonly etag: string
  readonly error: {
    readonly code: number
    readonly message: string
    readonly errors: readonly { readonly [name: string]: unknown; readonly reason: string }[]
  }
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The parsed text; asking for it fails when the text is not JSON. */
  readonly json: WireJson
}

export interface CallOptions {
  readonly method?: string
  readonly token?: string
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly agent?: Agent
}

const sharedAgent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 30_000 })

/** One raw request: any method, any header (also `Host`), any bytes. */
export function call(base: string, path: string, options: CallOptions = {}): Promise<Reply> {
  const { method = 'GET', token, body, headers = {}, agent = sharedAgent } = options
  const bytes =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array
      ? body
      : JSON.stringify(body)
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        path,
        method,
        agent,
        headers: {
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(bytes === undefined
            ? {}
            : {
                'Content-Type': 'application/json',
                'Content-Length': String(Buffer.byteLength(bytes)),
              }),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve(replyOf(incoming.statusCode ?? 0, incoming.headers, text))
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}

const replyOf = (status: number, headers: IncomingHttpHeaders, text: string): Reply => ({
  status,
  headers,
  text,
  get json() {
    return JSON.parse(text) as WireJson
  },
})

export const calendars = '/calendar/v3/calendars'
export const settings = '/calendar/v3/users/me/settings'

/** Calls of one user of one server. */
export function as(base: string, token?: string) {
  const send =
    (method: string) =>
    (path: string, body?: unknown, headers = {}) =>
      call(base, path, {
        method,
        ...(token === undefined ? {} : { token }),
        ...(body === undefined ? {} : { body }),
        headers,
      })
  return {
    get: (path: string, headers: Record<string, string> = {}) =>
      send('GET')(path, undefined, headers),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
    primary: () => send('GET')(`${calendars}/primary`),
    insert: (calendar: object) => send('POST')(calendars, calendar),
    /** Sets one of the user's settings, through the operation of our own. */
    set: (setting: string, value: string) =>
      send('PUT')(`/almanac/v1/users/me/settings/${setting}`, { value }),
    batch: (calls: readonly BatchedCall[], path = '/batch/calendar/v3') =>
      sendBatch(base, path, { calls, ...(token === undefined ? {} : { token }) }),
  }
}

export interface BatchedCall {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The replies to the calls of a batch, in their order. */
async function sendBatch(
  base: string,
  path: string,
  { calls, token }: { calls: readonly BatchedCall[]; token?: string },
): Promise<Reply[]> {
  const parts = calls.map(({ method = 'GET', path, body, headers = {} }) => {
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const text = body === undefined ? '' : JSON.stringify(body)
    return `--b\r\nContent-Type: application/http\r\n\r\n${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${text}\r\n`
  })
  const reply = await call(base, path, {
    method: 'POST',
    ...(token === undefined ? {} : { token }),
    body: `${parts.join('')}--b--\r\n`,
    headers: { 'Content-Type': 'multipart/mixed; boundary=b' },
  })
  if (reply.status !== 200) throw new Error(`the batch got ${reply.status}: ${reply.text}`)
  const [, boundary] = /boundary=(.+)$/.exec(reply.headers['content-type'] ?? '') ?? []
  return reply.text.split(`--${boundary}`).slice(1, -1).map(readPart)
}

function readPart(part: string): Reply {
  const [, head = '', ...rest] = part.split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(': ')[0]!.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
  )
  return replyOf(Number(status.split(' ')[1]), headers, rest.join('\r\n\r\n').trim())
}

/** Asks again and again until the answer is wanted; fails after the deadline. */
export async function until<T>(
  ask: () => Promise<T> | T,
  isWanted: (answer: T) => boolean,
  deadlineMs = 10_000,
): Promise<T> {
  const end = performance.now() + deadlineMs
  for (;;) {
    const answer = await ask()
    if (isWanted(answer)) return answer
    if (performance.now() > end) {
      throw new Error(`not within ${deadlineMs} ms; the last answer was ${JSON.stringify(answer)}`)
    }
    await pause(20)
  }
}

/** A bare connection, for what no HTTP client would send. */
export function openSocket(base: string): Promise<Socket> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => resolve(socket))
    socket.on('error', reject)
  })
}

/** Everything that the other end sends until it closes the connection. */
export function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}

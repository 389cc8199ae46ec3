import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'

/** The members of an answer that tests read by name; whatever else there is stays unknown. */
export interface WireBody {
  readonly [name: string]: unknown
  readonly id?: string
  readonly etag?: string
  readonly value?: string
  readonly summary?: string
  readonly items?: readonly WireBody[]
  readonly nextPageToken?: string
  readonly nextSyncToken?: string
  readonly error?: WireError
}

export interface WireError {
  readonly code: number
  readonly message: string
  readonly status?: string
  readonly errors: readonly WireRefusal[]
  readonly details?: readonly { readonly reason?: string }[]
}

export interface WireRefusal {
  readonly domain: string
  readonly reason: string
  readonly message: string
  readonly locationType?: string
  readonly location?: string
}

export interface HttpReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  /** The body read as JSON; throws when it is none. */
  readonly json: WireBody
}

export interface HttpCall {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Text and bytes leave as they are, anything else as JSON. */
  readonly body?: unknown
}

/** Sends exactly what it is told to, follows nothing and decodes nothing. */
export function send(
  address: string,
  { method = 'GET', headers = {}, body }: HttpCall = {},
): Promise<HttpReply> {
  // The address is taken apart by hand: a URL object would mend what a test wants to be broken.
  const [, host, port, path] = /^http:\/\/([^:/]+):(\d+)(.*)$/.exec(address)!
  const bytes = bytesOf(body)
  const length = bytes === undefined ? {} : { 'Content-Length': String(bytes.length) }
  const type = isJson(body) ? { 'Content-Type': 'application/json' } : {}
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { host, port, path: path || '/', method, headers: { ...type, ...length, ...headers } },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () =>
          resolve(
            replyOf(incoming.statusCode ?? 0, {
              headers: incoming.headers,
              bytes: Buffer.concat(chunks),
            }),
          ),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}

export function replyOf(
  status: number,
  { headers, bytes }: { headers: IncomingHttpHeaders; bytes: Buffer },
): HttpReply {
  const text = bytes.toString()
  return {
    status,
    headers,
    bytes,
    text,
    get json() {
      return JSON.parse(text) as WireBody
    },
  }
}

const isJson = (body: unknown): boolean =>
  body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body)

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type HttpReply, send, type WireBody, type WireError } from './http.ts'
import { composeBatch, readBatch } from './multipart.ts'

/** An answer whose usual members a test takes for granted; a missing one fails what looks at it. */
export interface Reply extends HttpReply {
  readonly json: WireBody & {
    readonly id: string
    readonly etag: string
    readonly error: WireError
  }
}

export const calendars = '/calendar/v3/calendars'
export const settings = '/calendar/v3/users/me/settings'

interface BatchedCall {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls of one user of one server, or of nobody in particular; paths are those of the server. */
export function as(base: string, token?: string) {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const calling =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
      send(base + path, {
        method,
        body,
        headers: { ...authorization, ...headers },
      }) as Promise<Reply>
  const [get, post, put, patch, del] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map(calling)
  return {
    get: (path: string, headers: Record<string, string> = {}) => get!(path, undefined, headers),
    post: post!,
    put: put!,
    patch: patch!,
    delete: del!,
    primary: () => get!(`${calendars}/primary`),
    insert: (calendar: object) => post!(calendars, calendar),
    /** Sets one of the user's settings, through the operation of our own. */
    set: (setting: string, value: string) =>
      put!(`/almanac/v1/users/me/settings/${setting}`, { value }),
    async batch(calls: readonly BatchedCall[], path = '/batch/calendar/v3'): Promise<Reply[]> {
      const bytes = composeBatch(
        calls.map(({ method = 'GET', path, ...call }) => ({ line: `${method} ${path}`, ...call })),
      )
      const type = { 'Content-Type': 'multipart/mixed; boundary=almanac_test' }
      return readBatch(await post!(path, bytes, type)) as unknown as Reply[]
    },
  }
}

/** Asks again and again until the answer is wanted; fails after the deadline. */
export async function until<T>(
  ask: () => Promise<T> | T,
  isWanted: (answer: T) => boolean,
  deadlineMs = 60_000,
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

import { session } from '../session/session.ts'
import { world } from '../world.ts'
import { pathHere } from './base-paths.ts'
import { needsSignIn, problemOf, unreachable } from './problem.ts'

type QueryValue = string | number | boolean | undefined | null | readonly string[]

export interface CallOptions {
  /** Undefined and null members are omitted; a list is repeated. */
  readonly query?: Readonly<Record<string, QueryValue>>
  /** Sent as JSON unless it is text or a blob. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/** Calls operations as the signed-in user. */
export const api = {
  get: <T>(path: string, options?: CallOptions) => json<T>('GET', path, options),
  post: <T>(path: string, options?: CallOptions) => json<T>('POST', path, options),
  put: <T>(path: string, options?: CallOptions) => json<T>('PUT', path, options),
  patch: <T>(path: string, options?: CallOptions) => json<T>('PATCH', path, options),
  del: <T = void>(path: string, options?: CallOptions) => json<T>('DELETE', path, options),
}

async function json<T>(method: string, path: string, options?: CallOptions): Promise<T> {
  const reply = await call(method, path, options)
  const text = await reply.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** Makes a call. Throws an `ApiProblem` if it fails. */
export async function call(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  const first = await send(method, path, options, await session.token())
  const reply = first.status === 401 ? await sendAgain(method, path, options, first) : first
  if (reply.ok) return reply
  const problem = await problemOf(reply)
  if (needsSignIn(problem)) session.setStale(true)
  throw problem
}

/** Retries once with a new token, because a token can be revoked before it expires. */
async function sendAgain(method: string, path: string, options: CallOptions, refused: Response) {
  const token = await session.renewToken()
  return token === undefined ? refused : send(method, path, options, token)
}

async function send(method: string, path: string, options: CallOptions, token: string | undefined) {
  const { query = {}, body, headers, signal = null } = options
  const isPlain = body === undefined || typeof body === 'string' || body instanceof Blob
  try {
    return await fetch(world.prefix + addressOf(pathHere(path), query), {
      method,
      // Personal data must not be cached by the browser.
      cache: 'no-store',
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(isPlain ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: isPlain ? (body ?? null) : JSON.stringify(body),
      signal,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw unreachable()
  }
}

export function addressOf(path: string, query: NonNullable<CallOptions['query']>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const each of Array.isArray(value) ? value : [value]) params.append(name, String(each))
  }
  return params.size === 0 ? path : `${path}?${params}`
}

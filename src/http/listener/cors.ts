import type { IncomingMessage } from 'node:http'
import type { WireReply, WireRequest } from '../wire.ts'

const exposed =
  'Content-Encoding,Date,Server,Content-Length,ETag,Retry-After,WWW-Authenticate,X-Total-Count,Mcp-Session-Id'
const methods = 'DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT'
const vary = 'Origin, X-Origin, Accept-Encoding'

/** Decides which pages of other origins may read responses. */
export class CrossOrigin {
  readonly #origins: ReadonlySet<string>

  /** Without origins, all are allowed: requests still need a token. */
  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins)
  }

  allows(origin: string): boolean {
    return this.#origins.size === 0 || this.#origins.has(origin)
  }

  /** The CORS headers, as alternating names and values. */
  headersFor({ origin }: WireRequest['headers']): string[] {
    if (origin === undefined || !this.allows(origin)) return ['Vary', vary]
    return [
      'Vary',
      vary,
      'Access-Control-Allow-Origin',
      origin,
      'Access-Control-Expose-Headers',
      exposed,
    ]
  }
}

/** Whether a browser asks if a page of another origin may send a request. */
export const isPreflight = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/**
 * The response to a preflight request. Without the header for an allowed origin, browsers treat it as a
 * rejection.
 */
export function preflightReply(headers: WireRequest['headers']): WireReply {
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '*',
      'Access-Control-Max-Age': '3600',
    },
    body: undefined,
  }
}

import type { WireReply, WireRequest } from '../wire.ts'

const exposed =
  'Content-Encoding,Date,Server,Content-Length,ETag,Retry-After,WWW-Authenticate,X-Total-Count'
const methods = 'DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT'
const vary = 'Origin, X-Origin, Accept-Encoding'

/** Decides which pages of other sites may read answers. */
export class CrossOrigin {
  readonly #origins: ReadonlySet<string>

  /** Without any origin, all are allowed: an answer still needs a token that the page has to have. */
  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins)
  }

  allows(origin: string): boolean {
    return this.#origins.size === 0 || this.#origins.has(origin)
  }

  /** Names and values in turn, to begin the head of a reply with. */
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

/** Without the header that names an allowed origin, browsers take it for a refusal. */
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

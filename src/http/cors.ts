import type { WireReply, WireRequest } from './wire.ts'

const exposed =
  'Content-Encoding,Date,Server,Content-Length,ETag,Retry-After,WWW-Authenticate,X-Total-Count'
const methods = 'DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT'
const vary = 'Origin, X-Origin, Accept-Encoding'

/** Names and values in turn, to begin the head of a reply with. */
export function corsHeaders(headers: WireRequest['headers']): string[] {
  if (headers.origin === undefined) return ['Vary', vary]
  return [
    'Vary',
    vary,
    'Access-Control-Allow-Origin',
    headers.origin,
    'Access-Control-Expose-Headers',
    exposed,
  ]
}

/** Any page may ask: an answer still needs a token that the page has to have. */
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

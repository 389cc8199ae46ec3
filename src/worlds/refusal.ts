import type { IncomingHttpHeaders } from 'node:http'
import { contentSecurityPolicy, localeOf, missingWorldPage } from '#/auth/pages/index.ts'
import { errorReply } from '#/http/response/envelopes.ts'
import type { WireReply } from '#/http/wire.ts'

/**
 * The reply to a request for a world that cannot be entered. A browser gets a page when the world does not
 * exist, because a tab of the console stays open when its world is deleted or ends with the server.
 */
export function refusal(
  error: unknown,
  { id, headers }: { readonly id: string; readonly headers: IncomingHttpHeaders },
): WireReply {
  const reply = errorReply(error)
  if (reply.status !== 404 || headers.accept?.includes('text/html') !== true) return reply
  return {
    status: reply.status,
    headers: {
      'Content-Type': 'text/html; charset=UTF-8',
      'Content-Security-Policy': contentSecurityPolicy({ formActions: [] }),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
    body: missingWorldPage({ id, locale: localeOf(headers) }),
  }
}

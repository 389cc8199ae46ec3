import type { ServerResponse } from 'node:http'
import { contentSecurityPolicy } from '../../pages/index.ts'

type PolicyOptions = Required<Parameters<typeof contentSecurityPolicy>[0]>

/** Sends a page with a Content-Security-Policy that forbids framing and all scripts but those named. */
export function sendPage(
  response: ServerResponse,
  status: number,
  page: string,
  { formActions = [], scriptHashes = [] }: Partial<PolicyOptions> = {},
): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Length': Buffer.byteLength(page),
    'Content-Security-Policy': contentSecurityPolicy({ formActions, scriptHashes }),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  })
  response.end(page)
}

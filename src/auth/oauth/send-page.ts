import type { ServerResponse } from 'node:http'
import { contentSecurityPolicy } from '../pages/index.ts'

/** Sends a page that no script runs on and no other page can frame. */
export function sendPage(
  response: ServerResponse,
  status: number,
  page: string,
  formActions: string[] = [],
): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Length': Buffer.byteLength(page),
    'Content-Security-Policy': contentSecurityPolicy({ formActions }),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  })
  response.end(page)
}

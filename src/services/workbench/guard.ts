import { notFound } from '#/kernel/errors.ts'
import { isLoopback } from '#/kernel/settings.ts'

type Headers = Readonly<Record<string, string | undefined>>

const forwardedHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/**
 * The workbench answers programs on this machine only. A page in a browser sends an Origin, a
 * proxy a forwarded header, and a name that was rebound to this machine a foreign Host.
 */
export function requireWorkbenchCaller({ headers }: { headers: Headers }): void {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const isForeign =
    !isLoopback(host) ||
    headers.origin !== undefined ||
    forwardedHeaders.some((name) => headers[name] !== undefined)
  if (isForeign) throw notFound()
}

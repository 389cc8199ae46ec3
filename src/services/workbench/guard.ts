import { notFound } from '#/kernel/errors.ts'
import { isForwarded } from '#/kernel/forwarded.ts'
import { isLoopback } from '#/kernel/settings.ts'

type Headers = Readonly<Record<string, string | undefined>>

/**
 * The workbench answers programs on this machine only. A page in a browser sends an Origin, a
 * proxy a forwarded header, and a name that was rebound to this machine a foreign Host.
 */
export function requireWorkbenchCaller({ headers }: { headers: Headers }): void {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  if (!isLoopback(host) || headers.origin !== undefined || isForwarded(headers)) throw notFound()
}

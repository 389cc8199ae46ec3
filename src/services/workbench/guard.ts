import type { Caller } from '#/contract/operation.ts'
import { forbidden, notFound } from '#/kernel/errors.ts'
import { isForwarded } from '#/kernel/forwarded.ts'
import { isLoopback } from '#/kernel/settings.ts'

interface Arriving {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly origin: string
}

type Demand = (caller: Caller) => Promise<void>

/**
 * The workbench answers on this machine only: a proxy sends a forwarded header, and a name that was
 * rebound to this machine a foreign Host. Programs need nothing more. A page in a browser sends an
 * Origin; it has to be one of this server, and to bring the token of an administrator, which no
 * other page has.
 */
export const workbenchGuard =
  (isAdministrator: (caller: Caller) => Promise<boolean>) =>
  ({ headers, origin }: Arriving): Demand | undefined => {
    const host = (headers.host ?? '').replace(/:\d+$/, '')
    if (!isLoopback(host) || isForwarded(headers)) throw notFound()
    if (headers.origin === undefined) return undefined
    if (headers.origin !== new URL(origin).origin) throw notFound()
    return async (caller) => {
      if (caller.kind !== 'user') throw notFound()
      if (!(await isAdministrator(caller))) throw forbidden('Only an administrator may do this.')
    }
  }

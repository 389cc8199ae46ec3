import type { Caller } from '#/contract/operation.ts'
import { forbidden, notFound } from '#/kernel/errors.ts'
import { isLocalRequest } from '#/kernel/local-request.ts'

interface Arriving {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly origin: string
}

type Demand = (caller: Caller) => Promise<void>

interface GuardOptions {
  /** The host names, in addition to loopback names, at which the workbench answers. */
  readonly devHosts: readonly string[]
  readonly isOwner: (caller: Caller) => Promise<boolean>
}

/**
 * Hides the workbench from everything that is not a dev request. Programs need nothing more. A page in
 * a browser, which sends an `Origin`, has to bring the token of an administrator, which no other page
 * has.
 */
export const workbenchGuard =
  ({ devHosts, isOwner }: GuardOptions) =>
  (request: Arriving): Demand | undefined => {
    if (!isLocalRequest(request, devHosts)) throw notFound()
    if (request.headers.origin === undefined) return undefined
    return async (caller) => {
      if (caller.kind !== 'user') throw notFound()
      if (!(await isOwner(caller))) throw forbidden('Only an owner of this server may do this.')
    }
  }

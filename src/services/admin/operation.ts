import type { Directory } from '#/auth/directory.ts'
import type { Domains } from '#/auth/domains.ts'
import type { Groups } from '#/auth/groups.ts'
import { type Call, operationsOf, type User } from '#/contract/operation.ts'
import type { ChannelStops } from '#/jobs/push/channel-stops.ts'
import type { Clock } from '#/kernel/clock.ts'
import { forbidden } from '#/kernel/errors.ts'
import type { Database } from '#/storage/port.ts'
import type { Resources } from './resources/resources.ts'

/** What the administration works on. */
export interface AdminParts {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
  readonly groups: Groups
  readonly domains: Domains
  readonly channelStops: ChannelStops
  readonly resources: Resources
}

/** What the handlers of this service are given. */
export interface AdminGiven extends AdminParts {
  readonly caller: User
}

const declared = operationsOf<never, AdminGiven>()

/** Declares an operation of administrators. That the caller is one is read on each call. */
export const operation: typeof declared = (contract, handler) =>
  declared(contract, async (given) => {
    const user = await given.directory.findById(given.caller.userId)
    if (user?.isAdmin !== true || user.isDisabled) {
      throw forbidden('Only an administrator may do this.')
    }
    return handler(given)
  })

/** Completes a call with what the handlers use. */
export const adminGiven =
  (parts: AdminParts) =>
  (call: Call): AdminGiven & Call => ({ ...parts, ...call, caller: call.caller as User })

import type { Directory } from '#/auth/directory.ts'
import type { Domains } from '#/auth/domains.ts'
import type { Groups } from '#/auth/groups.ts'
import { type Call, type Caller, operationsOf, type User } from '#/contract/operation.ts'
import type { ChannelStops } from '#/jobs/push/channel-stops.ts'
import type { Clock } from '#/kernel/clock.ts'
import { forbidden } from '#/kernel/errors.ts'
import type { Database } from '#/storage/port.ts'
import type { Resources } from './resources/resources.ts'
import type { RequestRecord } from './schemas/request.ts'
import { adminScopes } from './scopes.ts'

/** What the administration works on. */
export interface AdminParts {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
  readonly groups: Groups
  readonly domains: Domains
  readonly channelStops: ChannelStops
  readonly resources: Resources
  readonly settings: { readonly mode: 'dev' | 'production'; readonly dataDir: string }
  readonly version: string
  /** When this process began to serve, by the clock of the machine. */
  readonly startedAtMs: number
  /** What this process remembers of the requests that it has answered. */
  readonly requests: {
    of(userId: string, countMax: number): readonly RequestRecord[]
    ofAll(countMax: number): readonly RequestRecord[]
  }
}

/** What the handlers of this service are given. */
export interface AdminGiven extends AdminParts {
  readonly caller: User
}

const declared = operationsOf<never, AdminGiven>()

/** Declares an operation of administrators. That the caller is one is read on each call. */
export const operation: typeof declared = (contract, handler) =>
  declared(contract, async (given) => {
    if (!(await isInOffice(given.directory, given.caller))) {
      throw forbidden('Only an administrator may do this.')
    }
    return handler(given)
  })

/** Whether it is an administrator who calls, with a token for the administration. */
export const isAdministrator = async (directory: Directory, caller: Caller): Promise<boolean> =>
  caller.kind === 'user' &&
  caller.scopes.has(adminScopes.manage.uri) &&
  (await isInOffice(directory, caller))

async function isInOffice(directory: Directory, { userId }: User): Promise<boolean> {
  const user = await directory.findById(userId)
  return user?.isAdmin === true && !user.isDisabled
}

/** Completes a call with what the handlers use. */
export const adminGiven =
  (parts: AdminParts) =>
  (call: Call): AdminGiven & Call => ({ ...parts, ...call, caller: call.caller as User })

import type { AuditReader } from '#/audit/reading.ts'
import type { AuditTrail } from '#/audit/trail.ts'
import type { AdminRole } from '#/auth/directory/admin-roles.ts'
import type { Directory } from '#/auth/directory/directory.ts'
import type { Domains } from '#/auth/directory/domains.ts'
import type { Groups } from '#/auth/directory/groups.ts'
import type { Identities } from '#/auth/federation/identities.ts'
import type { IdentityInvitations } from '#/auth/federation/identity-invitations.ts'
import type { IdentityProviders } from '#/auth/federation/identity-providers.ts'
import type { Invitations } from '#/auth/passwords/invitations.ts'
import type { Answer } from '#/contract/answer.ts'
import {
  type Call,
  type Caller,
  type Declaration,
  type NoParams,
  type Operation,
  operationsOf,
  type Params,
  type ParamsOf,
  type User,
} from '#/contract/operation.ts'
import type { ChannelStops } from '#/jobs/push/channels/channel-stops.ts'
import type { Clock } from '#/kernel/clock.ts'
import { forbidden } from '#/kernel/errors.ts'
import type { Database } from '#/storage/port.ts'
import type { AdsGrants } from './adsGrants.ts'
import type { MetricsPointRecord } from './metrics.ts'
import type { RequestRecord } from './requests.ts'
import type { Resources } from './resources.ts'
import { adminScopes } from './scopes.ts'

/** What the administration depends on. */
export interface AdminDependencies {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
  readonly groups: Groups
  readonly domains: Domains
  readonly identityProviders: IdentityProviders
  readonly identities: Identities
  readonly identityInvitations: IdentityInvitations
  readonly channelStops: ChannelStops
  readonly resources: Resources
  readonly adsGrants: AdsGrants
  readonly auditReader: AuditReader
  /** Gives the object of an audit entry its canonical name where the path used another one. */
  readonly renameObject: AuditTrail['renameObject']
  readonly settings: { readonly mode: 'dev' | 'production'; readonly dataDir: string }
  readonly version: string
  readonly invitations: Pick<Invitations, 'canSend' | 'send'>
  readonly metricsHistory: { pointsOf(hours: number): Promise<readonly MetricsPointRecord[]> }
  /** Enqueues the job of an entry of the timetable; returns whether there is such an entry. */
  readonly runEntry: (name: string) => Promise<boolean>
  /** When this process began to serve, by the machine's clock. */
  readonly startedAtMs: number
  /** The latest requests that this process has answered. */
  readonly requests: {
    of(userId: string, countMax: number): readonly RequestRecord[]
    ofAll(countMax: number): readonly RequestRecord[]
  }
}

/** What the handlers of this service need. */
export interface AdminContext extends AdminDependencies {
  readonly caller: User
  /** The address that the caller used for this server. */
  readonly origin: () => string
  /** The caller's role. */
  readonly role: AdminRole
}

/** The roles that may call an operation, by what the operation does. */
export const mayCall = {
  manageServer: ['owner'],
  seeServer: ['owner', 'auditor'],
  manageUsers: ['owner', 'userAdministrator'],
  seeUsers: ['owner', 'userAdministrator', 'auditor'],
  manageAds: ['owner', 'adsAdministrator'],
  seeAds: ['owner', 'auditor', 'adsAdministrator'],
  seeHealth: ['owner', 'userAdministrator', 'auditor', 'adsAdministrator'],
  readAudit: ['owner', 'auditor'],
} as const satisfies Record<string, readonly AdminRole[]>

type AdminDeclaration<P extends Params, B, R> = Declaration<P, B, R, never> & {
  readonly roles: readonly AdminRole[]
}

const declareOperation = operationsOf<never, AdminContext>({ scopes: [adminScopes.manage] })

/** Declares an operation for administrators. The caller's role is read on each call. */
export function operation<const P extends Params = NoParams, B = undefined, R = undefined>(
  declaration: AdminDeclaration<P, B, R>,
  handler: (context: AdminContext & { params: ParamsOf<P>; body: B }) => Answer<R>,
): Operation {
  return declareOperation(declaration, async (context) => {
    const role = await roleOf(context.directory, context.caller)
    if (role === null) throw forbidden('Only an administrator may do this.')
    if (!declaration.roles.includes(role)) {
      throw forbidden(`This needs one of these roles: ${declaration.roles.join(', ')}.`)
    }
    return handler({ ...context, role })
  })
}

/** Whether the caller is an owner, with a token for the administration. */
export const isOwner = async (directory: Directory, caller: Caller): Promise<boolean> =>
  caller.kind === 'user' &&
  caller.scopes.has(adminScopes.manage.uri) &&
  (await roleOf(directory, caller)) === 'owner'

async function roleOf(directory: Directory, { userId }: User): Promise<AdminRole | null> {
  const user = await directory.findById(userId)
  return user === undefined || user.isDisabled ? null : user.adminRole
}

/** Makes the context of a call. */
export const adminContext =
  (dependencies: AdminDependencies) =>
  (call: Call): Omit<AdminContext, 'role'> & Call => ({
    ...dependencies,
    ...call,
    caller: call.caller as User,
  })

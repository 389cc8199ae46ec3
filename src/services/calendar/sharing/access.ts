import {
  type Caller,
  type Contract,
  namesInErrors,
  type Scope,
  type User,
} from '#/contract/operation.ts'
import {
  forbidden,
  insufficientPermissions,
  notFound,
  requiredAccessLevel,
} from '#/kernel/errors.ts'
import { calendarApi } from '../api.ts'
import { calendarScopes } from '../scopes.ts'
import type { CalendarRow } from '../store/calendars.ts'
import { higherOf, isAtLeast, lowerOf, type Role } from './access-rule.ts'

const { acls, readAcls, appCreated, ownedEvents, readOwnedEvents, freeBusyEvents, publicEvents } =
  calendarScopes

/** The one who owns the data is more than others whose role is `owner`. */
type Least = Exclude<Role, 'none'> | 'dataOwner' | 'administrator'

export interface CalendarAccess {
  /** The least that the caller has to be to the calendar. */
  readonly calendarId: Least
  /** Where the calendar is named: in the path, unless said otherwise. */
  readonly namedBy?: 'body' | 'listEntry'
  /** What too low a role is told, where it is not which role would do. */
  readonly refusal?: 'forbidden'
  /** A lower role that may do some of it, which the operation looks after itself. */
  readonly inPart?: Role
}

/** Where a caller stands with a calendar. */
export interface Standing {
  readonly calendar: CalendarRow
  /** The caller's role, as far as the scopes of the call reach. */
  readonly role: Role
}

/** The calendar that an id means to a caller: `primary` is the caller's own. */
export const calendarIdFor = (caller: Caller, calendarId: string): string =>
  calendarId === 'primary' && caller.kind === 'user' ? caller.email : calendarId.toLowerCase()

/** A standing before the scopes of the call are looked at. */
interface Claim extends Standing {
  /** What everybody may do, where a scope depends on it. */
  readonly publicRole?: Role
}

/** Scopes that reach only some of the calendars that their user can see, or not as far. */
const narrowScopes: ReadonlySet<Scope> = new Set([
  acls,
  readAcls,
  appCreated,
  ownedEvents,
  readOwnedEvents,
  freeBusyEvents,
  publicEvents,
])

/** Whether it depends on what the public may do how far the scopes of the caller reach. */
export const looksAtPublicRole = (caller: Caller, { scopes }: Contract): boolean =>
  caller.kind === 'user' &&
  caller.scopes.has(publicEvents.uri) &&
  scopes.includes(publicEvents) &&
  !scopes.some((scope) => !narrowScopes.has(scope) && caller.scopes.has(scope.uri))

/** Refuses a caller who cannot see the calendar (404) or who may not do this with it (403). */
export function requireAccess(claim: Claim, caller: Caller, contract: Contract): Standing {
  const { calendar, role } = claim
  if (role === 'none') throw notFound()
  const reached = caller.kind === 'user' ? reachOf(claim, caller, contract) : role
  const { calendarId: least, refusal, inPart } = contract.access as CalendarAccess
  if (least === 'administrator') throw forbidden()
  if (least === 'dataOwner') {
    if (caller.kind !== 'user' || calendar.ownerId !== caller.userId) throw forbidden()
  } else if (!isAtLeast(reached, inPart ?? least)) {
    throw refusal === undefined ? requiredAccessLevel(least) : forbidden()
  }
  return { calendar, role: reached }
}

/** What is left of a role through the scopes that the caller has and the operation accepts. */
function reachOf(claim: Claim, caller: User, contract: Contract): Role {
  let reached: Role = 'none'
  for (const scope of contract.scopes) {
    if (caller.scopes.has(scope.uri)) reached = higherOf(reached, narrowed(claim, scope, caller))
  }
  if (reached !== 'none') return reached
  const wider = contract.scopes.filter(({ uri }) => !caller.scopes.has(uri))
  throw insufficientPermissions(
    namesInErrors(calendarApi, contract.id),
    wider.map(({ uri }) => uri),
  )
}

function narrowed(claim: Claim, scope: Scope, caller: User): Role {
  const { calendar, role, publicRole = 'none' } = claim
  switch (scope) {
    // Only the secondary calendars that the same client has made.
    case appCreated:
      return calendar.isPrimary === 0 && calendar.clientId === caller.clientId ? role : 'none'
    case acls:
    case readAcls:
    case ownedEvents:
    case readOwnedEvents:
      return role === 'owner' ? role : 'none'
    case publicEvents:
      return isAtLeast(publicRole, 'reader') ? role : 'none'
    case freeBusyEvents:
      return lowerOf(role, 'freeBusyReader')
    default:
      return role
  }
}

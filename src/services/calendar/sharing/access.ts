import {
  type Caller,
  type Contract,
  namesInErrors,
  type Scope,
  type User,
} from '#/contract/operation.ts'
import { forbidden, insufficientPermissions, notFound } from '#/kernel/errors.ts'
import { calendarApi } from '../api.ts'
import type { CalendarRow } from '../calendar/calendar-row.ts'
import { requiredAccessLevel } from '../errors.ts'
import { calendarScopes } from '../scopes.ts'
import { higherOf, isAtLeast, lowerOf, type Role } from './access-rule.ts'

const { acls, readAcls, appCreated, ownedEvents, readOwnedEvents, freeBusyEvents, publicEvents } =
  calendarScopes

/** The data owner can do more than others with the role `owner`. */
type Least = Exclude<Role, 'none'> | 'dataOwner' | 'administrator'

export interface CalendarAccess {
  /** The minimum role. */
  readonly calendarId: Least
  /** Where the call names the calendar; in the path unless set. */
  readonly namedBy?: 'body' | 'listEntry'
  /** The error for a lower role, if it is not the one that names the required role. */
  readonly refusal?: 'forbidden'
  /** A lower role that is let through; the operation itself limits what it can do. */
  readonly inPart?: Role
}

/** A caller's access to a calendar. */
export interface Access {
  readonly calendar: CalendarRow
  /** The caller's role, limited by the scopes of the call. */
  readonly role: Role
}

/** Resolves a calendar id for a caller: `primary` is the caller's own calendar. */
export const calendarIdFor = (caller: Caller, calendarId: string): string =>
  calendarId === 'primary' && caller.kind === 'user' ? caller.email : calendarId.toLowerCase()

/** Access before it is limited by the scopes of the call. */
interface Claim extends Access {
  /** The role of the public, if a scope depends on it. */
  readonly publicRole?: Role
}

/** Scopes that cover only some of the user's calendars, or limit the role. */
const narrowScopes: ReadonlySet<Scope> = new Set([
  acls,
  readAcls,
  appCreated,
  ownedEvents,
  readOwnedEvents,
  freeBusyEvents,
  publicEvents,
])

/** Whether the caller's scopes depend on the role of the public. */
export const looksAtPublicRole = (caller: Caller, { scopes }: Contract): boolean =>
  caller.kind === 'user' &&
  caller.scopes.has(publicEvents.uri) &&
  scopes.includes(publicEvents) &&
  !scopes.some((scope) => !narrowScopes.has(scope) && caller.scopes.has(scope.uri))

/** Rejects callers who can't see the calendar (404) or lack the required role (403). */
export function requireAccess(claim: Claim, caller: Caller, contract: Contract): Access {
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

/** The role that remains within the scopes that the caller has and the operation accepts. */
function reachOf(claim: Claim, caller: User, contract: Contract): Role {
  let reached: Role = 'none'
  for (const scope of contract.scopes) {
    if (caller.scopes.has(scope.uri))
      reached = higherOf(reached, narrowedRole(claim, scope, caller))
  }
  if (reached !== 'none') return reached
  const wider = contract.scopes.filter(({ uri }) => !caller.scopes.has(uri))
  throw insufficientPermissions(
    namesInErrors(calendarApi, contract.id),
    wider.map(({ uri }) => uri),
  )
}

function narrowedRole(claim: Claim, scope: Scope, caller: User): Role {
  const { calendar, role, publicRole = 'none' } = claim
  switch (scope) {
    // Only secondary calendars that the same client has created.
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

import type { Caller, Contract, Scope, User } from '#/contract/operation.ts'
import {
  forbidden,
  insufficientPermissions,
  notFound,
  requiredAccessLevel,
} from '#/kernel/errors.ts'
import { higherOf, isAtLeast, lowerOf, type Role } from './domain/role.ts'
import { calendarScopes } from './scopes.ts'
import type { CalendarRow } from './store/calendars.ts'

/** The one who owns the data is more than others whose role is `owner`. */
type Least = Exclude<Role, 'none'> | 'dataOwner' | 'administrator'

export interface CalendarAccess {
  /** The least that the caller has to be to the calendar. */
  readonly calendarId: Least
  /** Where the calendar is named: in the path, unless said otherwise. */
  readonly namedBy?: 'body' | 'listEntry'
  /** What too low a role is told, where it is not which role would do. */
  readonly refusal?: 'forbidden'
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

/** Refuses a caller who cannot see the calendar (404) or who may not do this with it (403). */
export function requireAccess({ calendar, role }: Standing, caller: Caller, contract: Contract) {
  if (role === 'none') throw notFound()
  const reached = caller.kind === 'user' ? reachOf({ calendar, role }, caller, contract) : role
  const { calendarId: least, refusal } = contract.access as CalendarAccess
  if (least === 'administrator') throw forbidden()
  if (least === 'dataOwner') {
    if (caller.kind !== 'user' || calendar.ownerId !== caller.userId) throw forbidden()
  } else if (!isAtLeast(reached, least)) {
    throw refusal === undefined ? requiredAccessLevel(least) : forbidden()
  }
  return { calendar, role: reached }
}

/** What is left of a role through the scopes that the caller has and the operation accepts. */
function reachOf(standing: Standing, caller: User, contract: Contract): Role {
  let reached: Role = 'none'
  for (const scope of contract.scopes) {
    if (caller.scopes.has(scope.uri)) reached = higherOf(reached, narrowed(standing, scope, caller))
  }
  if (reached !== 'none') return reached
  const wider = contract.scopes.filter(({ uri }) => !caller.scopes.has(uri))
  throw insufficientPermissions(
    contract.id,
    wider.map(({ uri }) => uri),
  )
}

const { acls, readAcls, appCreated, ownedEvents, readOwnedEvents, freeBusyEvents } = calendarScopes

function narrowed({ calendar, role }: Standing, scope: Scope, caller: User): Role {
  switch (scope) {
    // Only the secondary calendars that the same client has made.
    case appCreated:
      return calendar.isPrimary === 0 && calendar.clientId === caller.clientId ? role : 'none'
    case acls:
    case readAcls:
    case ownedEvents:
    case readOwnedEvents:
      return role === 'owner' ? role : 'none'
    case freeBusyEvents:
      return lowerOf(role, 'freeBusyReader')
    default:
      return role
  }
}

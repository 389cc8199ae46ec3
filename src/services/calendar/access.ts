import type { Contract, User } from '#/contract/operation.ts'
import { insufficientPermissions, notFound, requiredAccessLevel } from '#/kernel/errors.ts'
import { calendarScopes } from './scopes.ts'
import type { CalendarRow } from './store/calendars.ts'

const roles = [
  'none',
  'freeBusyReader',
  'reader',
  'writerWithoutPrivateAccess',
  'writer',
  'owner',
] as const

export type Role = (typeof roles)[number]

/** The least role on the calendar that the named parameter points at. */
export type CalendarAccess = { readonly calendarId: Exclude<Role, 'none'> }

/** The calendar that an id means to a caller: `primary` is the caller's own. */
export const calendarIdFor = (caller: User, calendarId: string): string =>
  calendarId === 'primary' ? caller.email : calendarId.toLowerCase()

/** Refuses a caller who cannot see the calendar (404) or whose role on it is too low (403). */
export function requireAccess(
  calendar: CalendarRow | undefined,
  caller: User,
  contract: Contract,
): asserts calendar is CalendarRow {
  const role = calendar === undefined ? 'none' : roleOn(calendar, caller)
  if (calendar === undefined || role === 'none') throw notFound()
  requireWithinScopes(calendar, caller, contract)
  const { calendarId: least } = contract.access as CalendarAccess
  if (roles.indexOf(role) < roles.indexOf(least)) throw requiredAccessLevel(least)
}

const roleOn = (calendar: CalendarRow, caller: User): Role =>
  calendar.ownerId === caller.userId ? 'owner' : 'none'

// The narrowest scope reaches only the secondary calendars that the same client has made.
function requireWithinScopes(calendar: CalendarRow, caller: User, contract: Contract): void {
  const { appCreated } = calendarScopes
  for (const scope of contract.scopes) {
    if (scope !== appCreated && caller.scopes.has(scope.uri)) return
  }
  if (calendar.isPrimary === 0 && calendar.clientId === caller.clientId) return
  const wider = contract.scopes.filter((scope) => scope !== appCreated)
  throw insufficientPermissions(
    contract.id,
    wider.map(({ uri }) => uri),
  )
}

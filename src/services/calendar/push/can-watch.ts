import type { Contract, User } from '#/contract/operation.ts'
import { ApiError } from '#/kernel/errors.ts'
import { looksAtPublicRole, requireAccess } from '../access.ts'
import type { CalendarRow } from '../store/calendars.ts'
import type { EffectiveRoles } from '../store/effective-roles.ts'

/** Whoever could not begin to watch any more is told nothing. */
export async function canWatch(
  { roles }: { readonly roles: EffectiveRoles },
  calendar: CalendarRow,
  caller: User,
  contract: Contract,
): Promise<boolean> {
  const role = await roles.of(calendar, caller)
  const publicRole = looksAtPublicRole(caller, contract)
    ? await roles.of(calendar, { kind: 'anonymous' })
    : 'none'
  try {
    requireAccess({ calendar, role, publicRole }, caller, contract)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

import type { Caller } from '#/contract/operation.ts'
import type { Standing } from '../access.ts'
import type { Role } from '../domain/role.ts'
import { calendarIn } from '../store/calendars.ts'

/** Who looks at events, from where, and how they are to be shown. */
export interface View {
  readonly calendarId: string
  /** The zone of the calendar, which says when whole days begin. */
  readonly calendarZone: string
  /** The zone that times are shown in. */
  readonly zone: string
  readonly role: Role
  /** Empty for a caller who has not signed in. */
  readonly userId: string
  /** The address that links begin with. */
  readonly origin: string
  readonly maxAttendees: number | undefined
}

interface Wishes {
  readonly timeZone?: string
  readonly maxAttendees?: number
}

export function viewOf(
  { calendar, role }: Standing,
  { caller, origin }: { readonly caller: Caller; readonly origin: () => string },
  { timeZone, maxAttendees }: Wishes,
): View {
  const calendarZone = calendarIn(calendar).timeZone ?? 'UTC'
  return {
    calendarId: calendar.id,
    calendarZone,
    zone: timeZone ?? calendarZone,
    role,
    userId: caller.kind === 'user' ? caller.userId : '',
    origin: origin(),
    maxAttendees,
  }
}

export const isSameView = (one: View, other: View): boolean =>
  one.userId === other.userId &&
  one.role === other.role &&
  one.origin === other.origin &&
  one.zone === other.zone &&
  one.calendarZone === other.calendarZone &&
  one.calendarId === other.calendarId &&
  one.maxAttendees === other.maxAttendees

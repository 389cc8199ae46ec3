import { findUserById } from '#/auth/directory-users.ts'
import type { Database } from '#/storage/port.ts'
import type { EntryChoices } from '../domain/list-entry.ts'
import { isAtLeast, type Role } from '../domain/role.ts'
import { settingValue } from '../domain/user-settings.ts'
import type { CalendarLists } from '../store/calendar-lists.ts'
import { type CalendarRow, calendarIn } from '../store/calendars.ts'
import type { EffectiveRoles } from '../store/effective-roles.ts'
import type { UserSettings } from '../store/user-settings.ts'

/** Somebody who is reminded of what is on a calendar. */
export interface Recipient {
  readonly userId: string
  readonly email: string
  readonly role: Role
  /** The zone that times are told in. */
  readonly zone: string
  readonly clock: 12 | 24
  /** What the user calls the calendar. */
  readonly calendarName: string
  /** Only of events that the user has said yes or maybe to. */
  readonly isForAnswered: boolean
}

interface Given {
  readonly database: Database
  readonly roles: EffectiveRoles
  readonly lists: CalendarLists
  readonly settings: UserSettings
}

/** Who a user is to a calendar, if still one who can read it. */
export async function recipientOf(
  { database, roles, lists, settings }: Given,
  calendar: CalendarRow,
  userId: string,
): Promise<Recipient | undefined> {
  const user = await findUserById(database, userId)
  if (user === undefined || user.isDisabled) return undefined
  const { email } = user
  const caller = { kind: 'user', userId, email, scopes: new Set<string>(), clientId: '' } as const
  const role = await roles.of(calendar, caller)
  if (!isAtLeast(role, 'reader')) return undefined
  const { byId } = await settings.of(userId)
  const entry = await lists.find(database, { userId, calendarId: calendar.id })
  const { summaryOverride } = JSON.parse(entry?.choices ?? '{}') as EntryChoices
  const { timeZone = 'UTC', summary = calendar.id } = calendarIn(calendar)
  return {
    userId,
    email,
    role,
    zone: byId.get('timezone')?.value ?? timeZone,
    clock: settingValue(byId, 'format24HourTime') === 'true' ? 24 : 12,
    calendarName: summaryOverride ?? summary,
    isForAnswered: settingValue(byId, 'remindOnRespondedEventsOnly') === 'true',
  }
}

import type { Transaction } from '#/storage/port.ts'
import { userRuleId } from './domain/access-rule.ts'
import { ownChoices, primaryChoices } from './domain/list-entry.ts'
import type { CalendarParts } from './operation.ts'
import type { Calendar } from './schemas/calendar.ts'
import type { CalendarRow } from './store/calendars.ts'

type Parts = Pick<CalendarParts, 'calendars' | 'rules' | 'lists'>

interface NewCalendar {
  readonly calendar: Calendar
  readonly owner: { readonly id: string; readonly email: string }
  readonly isPrimary: boolean
  readonly isResource?: boolean
  readonly clientId: string
  readonly nowMs: number
  /** Under which the events are kept: another one for each calendar. */
  readonly key: number
}

/** Makes a calendar with all that belongs to it: the owner's rule and entry on the owner's list. */
export async function createCalendar(
  { calendars, rules, lists }: Parts,
  tx: Transaction,
  { calendar, owner, isPrimary, isResource, clientId, nowMs, key }: NewCalendar,
): Promise<CalendarRow> {
  const id = calendar.id!
  // A secondary calendar is an owner of itself, because it organizes the events that are on it.
  const ruleIds = [...new Set([owner.email, id])].map(userRuleId)
  const added = {
    id,
    key,
    ownerId: owner.id,
    isPrimary: isPrimary ? 1 : 0,
    isResource: isResource ? 1 : 0,
    clientId,
    groupRules: 0,
    createdAtMs: nowMs,
    longestMs: 0,
    hidesInvitations: 0,
  } as const
  const row = await calendars.add(tx, added, { calendar, ruleCount: ruleIds.length })
  await rules.begin(tx, row, ruleIds)
  await lists.put(tx, owner.id, {
    calendarId: id,
    isHidden: 0,
    isDeleted: 0,
    choices: JSON.stringify(isPrimary ? primaryChoices : ownChoices),
    sequence: await lists.advance(tx, owner.id),
    changedAt: nowMs,
  })
  return row
}

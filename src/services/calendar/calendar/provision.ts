import type { Provisioner, UserRecord } from '#/auth/directory/directory.ts'
import { duplicate } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import type { CalendarDependencies } from '../dependencies.ts'
import type { Calendar } from '../schemas/calendar.ts'
import { groupRuleId, userRuleId } from '../sharing/access-rule.ts'
import { draftCalendar } from './calendar.ts'
import type { CalendarRow } from './calendar-row.ts'
import { ownChoices, primaryChoices } from './entry-choices.ts'
import { chosenTimeZone } from './user-settings.ts'

/** What this service has to do when users come and go. */
export const calendarProvisioner = (dependencies: CalendarDependencies): Provisioner => ({
  welcome: (tx, user) => welcome(dependencies, tx, user),
  dismiss: async (tx, user) => {
    const { calendars, rules, settings, clock } = dependencies
    await rules.lockGranting(tx, userRuleId(user.email), user.id)
    for (const key of await calendars.removeOwnedBy(tx, user.id)) {
      await dependencies.reconciler.beginSweep(tx, key)
    }
    await rules.withdraw(tx, userRuleId(user.email), clock.nowMs())
    settings.dismiss(tx, user.id)
  },
  tokensEnded: (tx, ended) => dependencies.channels.endOfTokens(tx, ended),
  welcomeGroup: (tx, email) => dependencies.calendars.addresses.noteLocal(tx, email),
  dismissGroup: async (tx, email) => {
    const { rules, clock } = dependencies
    await rules.lockGranting(tx, groupRuleId(email))
    await rules.withdraw(tx, groupRuleId(email), clock.nowMs())
  },
})

/** Gives a new user settings and a primary calendar, whose id is the user's address. */
async function welcome(
  dependencies: CalendarDependencies,
  tx: Transaction,
  user: UserRecord,
): Promise<void> {
  if ((await dependencies.calendars.findIn(tx, user.email)) !== undefined) {
    throw duplicate('A calendar with this address')
  }
  await dependencies.settings.welcome(tx, user.id)
  const calendar = draftCalendar(
    { id: user.email },
    { summary: user.email },
    { timeZone: chosenTimeZone(new Map()) },
  )
  await createCalendar(dependencies, tx, {
    calendar,
    owner: user,
    isPrimary: true,
    nowMs: dependencies.clock.nowMs(),
    key: dependencies.newCalendarKey(user.email),
  })
}

interface NewCalendar {
  readonly calendar: Calendar
  readonly owner: { readonly id: string; readonly email: string }
  readonly isPrimary?: boolean
  readonly isResource?: boolean
  /** Absent if no client creates it. */
  readonly clientId?: string
  readonly nowMs: number
  /** The key of the events, different for each calendar. */
  readonly key: number
}

/** Creates a calendar, the access rule of its owner, and the entry on the owner's list. */
export async function createCalendar(
  { calendars, rules, lists }: CalendarDependencies,
  tx: Transaction,
  {
    calendar,
    owner,
    isPrimary = false,
    isResource = false,
    clientId = '',
    nowMs,
    key,
  }: NewCalendar,
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
  const choices = isPrimary ? primaryChoices : ownChoices
  await lists.add(tx, { userId: owner.id, calendarId: id }, { choices, nowMs })
  return row
}

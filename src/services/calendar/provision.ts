import type { Provisioner, UserRecord } from '#/auth/directory.ts'
import { duplicate } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import { createCalendar } from './creation.ts'
import { groupRuleId, userRuleId } from './domain/access-rule.ts'
import { describedCalendar } from './domain/calendar.ts'
import { chosenTimeZone } from './domain/user-settings.ts'
import { cancelOrphans } from './events/copies/orphans.ts'
import { newCalendarKey } from './new-ids.ts'
import type { CalendarParts } from './operation.ts'
import { sweepJob } from './sweep.ts'

/** What this service has to do when users come and go. */
export const calendarProvisioner = (parts: CalendarParts): Provisioner => ({
  welcome: (tx, user) => welcome(parts, tx, user),
  dismiss: async (tx, user) => {
    const { calendars, rules, settings, clock, enqueue } = parts
    await rules.lockGranting(tx, userRuleId(user.email), user.id)
    for (const key of await calendars.removeOwnedBy(tx, user.id)) {
      await cancelOrphans(parts, tx, key)
      await enqueue(tx, sweepJob(key))
    }
    await rules.withdraw(tx, userRuleId(user.email), clock.nowMs())
    settings.dismiss(tx, user.id)
  },
  tokensEnded: (tx, ended) => parts.channels.endOfTokens(tx, ended),
  welcomeGroup: (tx, email) => parts.calendars.noteHere(tx, email),
  dismissGroup: async (tx, email) => {
    const { rules, clock } = parts
    await rules.lockGranting(tx, groupRuleId(email))
    await rules.withdraw(tx, groupRuleId(email), clock.nowMs())
  },
})

/** Gives a new user settings and a primary calendar, whose id is the user's address. */
async function welcome(parts: CalendarParts, tx: Transaction, user: UserRecord): Promise<void> {
  if ((await parts.calendars.findIn(tx, user.email)) !== undefined) {
    throw duplicate('A calendar with this address')
  }
  await parts.settings.welcome(tx, user.id)
  const calendar = describedCalendar(
    { id: user.email },
    { summary: user.email },
    { timeZone: chosenTimeZone(new Map()), newLabelId: noLabels },
  )
  await createCalendar(parts, tx, {
    calendar,
    owner: user,
    isPrimary: true,
    clientId: '',
    nowMs: parts.clock.nowMs(),
    key: newCalendarKey(parts.randomBytes),
  })
}

const noLabels = () => {
  throw new Error('a new primary calendar has no labels')
}

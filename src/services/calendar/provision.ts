import type { Provisioner, UserRecord } from '#/auth/directory.ts'
import { resourceEtag } from '#/contract/etag.ts'
import type { Transaction } from '#/storage/port.ts'
import { describedCalendar } from './domain/calendar.ts'
import { chosenTimeZone } from './domain/user-settings.ts'
import type { CalendarParts } from './operation.ts'

type Parts = Pick<CalendarParts, 'database' | 'calendars' | 'settings' | 'clock'>

/** What this service has to do when users come and go. */
export const calendarProvisioner = (parts: Parts): Provisioner => ({
  welcome: (tx, user) => welcome(parts, tx, user),
  dismiss: async (tx, user) => {
    await parts.calendars.removeOwnedBy(tx, user.id)
    parts.settings.dismiss(tx, user.id)
  },
})

/** Gives a new user settings and a primary calendar, whose id is the user's address. */
async function welcome(
  { database, calendars, settings, clock }: Parts,
  tx: Transaction,
  user: UserRecord,
): Promise<void> {
  await settings.welcome(tx, user.id)
  const calendar = describedCalendar(
    { id: user.email },
    { summary: user.email },
    { timeZone: chosenTimeZone(new Map()), newLabelId: noLabels },
  )
  await calendars.add(tx, {
    id: user.email,
    ownerId: user.id,
    isPrimary: 1,
    clientId: '',
    calendar,
    etag: resourceEtag({ epoch: database.epoch, sequence: 1 }),
    sequence: 1,
    createdAt: clock.nowMs(),
  })
}

const noLabels = () => {
  throw new Error('a new primary calendar has no labels')
}

import type { Provisioner } from '#/auth/directory.ts'
import { resourceEtag } from '#/contract/etag.ts'
import { describedCalendar } from './domain/calendar.ts'
import type { CalendarParts } from './operation.ts'
import { addCalendar } from './store/calendars.ts'
import { addCalendarUser } from './store/user-settings.ts'
import { userTimeZone } from './user-time-zone.ts'

/** Gives a new user settings and a primary calendar, whose id is the user's address. */
export const provisionCalendar =
  ({ database, clock }: Pick<CalendarParts, 'database' | 'clock'>): Provisioner =>
  async (tx, user) => {
    await addCalendarUser(tx, user.id)
    const timeZone = await userTimeZone(tx, user.id)
    const calendar = describedCalendar(
      { id: user.email },
      { summary: user.email },
      { timeZone, newLabelId: noLabels },
    )
    await addCalendar(tx, {
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

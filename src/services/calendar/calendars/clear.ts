import { string } from '#/contract/schema.ts'
import { invalid } from '#/kernel/errors.ts'
import { type CalendarGiven, operation } from '../operation.ts'
import { canClearCalendars } from '../scopes.ts'
import type { Standing } from '../sharing/access.ts'
import { declineInvitations } from '../writing/deletion.ts'

export const clear = operation(
  {
    id: 'calendar.calendars.clear',
    http: 'POST /calendars/{calendarId}/clear',
    summary: 'Deletes every event of the primary calendar.',
    params: { calendarId: string({ about: 'The id of a primary calendar, or `primary`.' }) },
    scopes: canClearCalendars,
    access: { calendarId: 'owner' },
    audit: { object: 'calendars/{calendarId}', ownName: 'primary' },
    cost: 1,
  },
  async (given) => {
    const { store, newCalendarKey } = given
    for (let after: string | undefined = ''; after !== undefined; ) {
      const last: string = after
      after = await store.writeEvents((tx, writing) => {
        requireClearable(given, writing.standing)
        return declineInvitations(given, { tx, writing, after: last })
      })
    }
    await store.write(async (tx, standing) => {
      requireClearable(given, standing)
      const { key } = standing.calendar
      const nextKey = newCalendarKey()
      await store.calendars.clear(tx, standing.calendar, nextKey)
      await store.events.keepDeclined(tx, { from: key, to: nextKey })
      await store.sweep(tx, key)
    })
  },
)

function requireClearable(
  { requireMatch }: Pick<CalendarGiven, 'requireMatch'>,
  { calendar }: Standing,
): void {
  requireMatch(calendar.etag)
  if (calendar.isPrimary === 0) {
    throw invalid('calendarId', 'Only a primary calendar can be cleared.')
  }
}

import { string } from '#/contract/schema.ts'
import { invalid } from '#/kernel/errors.ts'
import { type CalendarContext, operation } from '../operation.ts'
import { canClearCalendars } from '../scopes.ts'
import type { Access } from '../sharing/access.ts'
import { declineInvitations } from '../writing/change.ts'

export const clear = operation(
  {
    id: 'calendar.calendars.clear',
    http: 'POST /calendars/{calendarId}/clear',
    summary: 'Deletes every event of the primary calendar.',
    params: { calendarId: string({ about: 'The id of a primary calendar, or `primary`.' }) },
    scopes: canClearCalendars,
    access: { calendarId: 'owner' },
    audit: { object: 'calendars/{calendarId}', ownName: 'primary' },
  },
  async (context) => {
    const { store, calendars, copies, reconciler, newCalendarKey } = context
    for (let after: string | undefined = ''; after !== undefined; ) {
      const last: string = after
      after = await store.writeEvents((writing) => {
        requireClearable(context, writing.access)
        return declineInvitations(context, { writing, after: last })
      })
    }
    await store.write(async (tx, access) => {
      requireClearable(context, access)
      const { key } = access.calendar
      const nextKey = newCalendarKey(access.calendar.id)
      await calendars.clear(tx, access.calendar, nextKey)
      await copies.keepDeclined(tx, { from: key, to: nextKey })
      await reconciler.beginSweep(tx, key)
    })
  },
)

function requireClearable(
  { requireMatch }: Pick<CalendarContext, 'requireMatch'>,
  { calendar }: Access,
): void {
  requireMatch(calendar.etag)
  if (calendar.isPrimary === 0) {
    throw invalid('calendarId', 'Only a primary calendar can be cleared.')
  }
}

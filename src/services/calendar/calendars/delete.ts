import { string } from '#/contract/schema.ts'
import { cannotDeletePrimaryCalendar } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { canWriteCalendars } from '../scopes.ts'
import { removeCalendar } from '../store/calendars.ts'

export const delete_ = operation(
  {
    id: 'calendar.calendars.delete',
    http: 'DELETE /calendars/{calendarId}',
    summary: 'Deletes a secondary calendar and everything on it.',
    params: { calendarId: string({ about: 'A calendar id.' }) },
    scopes: canWriteCalendars,
    access: { calendarId: 'owner' },
    cost: 1,
  },
  ({ store, requireMatch }) =>
    store.write(async (tx, calendar) => {
      requireMatch(calendar.etag)
      if (calendar.isPrimary === 1) throw cannotDeletePrimaryCalendar()
      await removeCalendar(tx, calendar.id)
    }),
)

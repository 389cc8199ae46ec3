import { string } from '#/contract/schema.ts'
import { cannotDeletePrimaryCalendar } from '../errors.ts'
import { operation } from '../operation.ts'
import { canWriteCalendars } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'calendar.calendars.delete',
    http: 'DELETE /calendars/{calendarId}',
    summary: 'Deletes a secondary calendar with its events.',
    params: { calendarId: string({ about: 'A calendar id.' }) },
    scopes: canWriteCalendars,
    access: { calendarId: 'dataOwner' },
    audit: { object: 'calendars/{calendarId}', ownName: 'primary' },
  },
  ({ store, calendars, reconciler, requireMatch }) =>
    store.write(async (tx, { calendar }) => {
      requireMatch(calendar.etag)
      if (calendar.isPrimary === 1) throw cannotDeletePrimaryCalendar()
      await calendars.remove(tx, calendar.id)
      await reconciler.beginSweep(tx, calendar.key)
    }),
)

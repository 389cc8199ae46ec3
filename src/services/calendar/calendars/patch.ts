import { patchOf, string } from '#/contract/schema.ts'
import { calendarAfterPatch, updateCalendar } from '../calendar/calendar.ts'
import { operation } from '../operation.ts'
import { Calendar } from '../schemas/calendar.ts'
import { canWriteCalendars } from '../scopes.ts'

export const patch = operation(
  {
    id: 'calendar.calendars.patch',
    http: 'PATCH /calendars/{calendarId}',
    summary: 'Updates the given properties of a calendar.',
    params: { calendarId: string({ about: 'A calendar id, or `primary`.' }) },
    body: patchOf(Calendar),
    reply: Calendar,
    scopes: canWriteCalendars,
    access: { calendarId: 'owner' },
  },
  (context) => {
    const { body } = context
    return updateCalendar(context, (current, defaults) =>
      calendarAfterPatch(current, body, defaults),
    )
  },
)

import { string } from '#/contract/schema.ts'
import { calendarAfterUpdate, updateCalendar } from '../calendar/calendar.ts'
import { operation } from '../operation.ts'
import { Calendar } from '../schemas/calendar.ts'
import { canWriteCalendars } from '../scopes.ts'

export const update = operation(
  {
    id: 'calendar.calendars.update',
    http: 'PUT /calendars/{calendarId}',
    summary: 'Replaces the properties of a calendar.',
    params: { calendarId: string({ about: 'A calendar id, or `primary`.' }) },
    body: Calendar,
    reply: Calendar,
    scopes: canWriteCalendars,
    access: { calendarId: 'owner' },
  },
  (context) => {
    const { body } = context
    return updateCalendar(context, (current, defaults) =>
      calendarAfterUpdate(current, body, defaults),
    )
  },
)

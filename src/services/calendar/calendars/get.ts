import { Stored } from '#/contract/answer.ts'
import { string } from '#/contract/schema.ts'
import { operation } from '../operation.ts'
import { Calendar } from '../schemas/calendar.ts'
import { canReadCalendars } from '../scopes.ts'

export const get = operation(
  {
    id: 'calendar.calendars.get',
    http: 'GET /calendars/{calendarId}',
    summary: 'Returns the properties of a calendar.',
    params: { calendarId: string({ about: 'A calendar id, or `primary`.' }) },
    reply: Calendar,
    scopes: canReadCalendars,
    access: { calendarId: 'freeBusyReader' },
    credential: 'key',
  },
  ({ store }) => store.read(({ calendar: { wire, etag } }) => new Stored<Calendar>(wire, etag)),
)

import { almanacApi } from '#/contract/almanac-api.ts'
import { invalidField, limitExceeded } from '#/kernel/errors.ts'
import { timeZoneOf } from '../calendar/calendar-row.ts'
import { operation } from '../operation.ts'
import { eventParams } from '../reading/event-params.ts'
import { CalendarFile, CalendarImport } from '../schemas/calendar.ts'
import { canWriteEvents } from '../scopes.ts'
import { FileImport } from '../writing/file-import.ts'

export const import_ = operation(
  {
    id: 'calendar.calendars.import',
    api: almanacApi,
    http: 'POST /calendars/{calendarId}/import',
    summary:
      'Imports the events of an iCalendar file, and updates those that were imported before.',
    params: { calendarId: eventParams.calendarId },
    body: CalendarFile,
    textTypes: ['text/calendar'],
    reply: CalendarImport,
    scopes: canWriteEvents,
    access: { calendarId: 'writerWithoutPrivateAccess' },
    audit: { object: 'calendars/{calendarId}', ownName: 'primary' },
  },
  async (context) => {
    const { body, importedEventsMax } = context
    const zone = await context.store.read(({ calendar }) => timeZoneOf(calendar))
    const { eventBlocks } = await import('../ical/event-blocks.ts')
    const blocks = eventBlocks(body.text ?? '')
    if (!blocks.isCalendar) throw invalidField('The text is not iCalendar.')
    if (blocks.events.length > importedEventsMax) {
      throw limitExceeded(`A file has at most ${importedEventsMax} events.`)
    }
    return new FileImport(context, blocks, zone).put()
  },
)

import { almanacApi } from '#/contract/almanac-api.ts'
import { TextFile } from '#/contract/answer.ts'
import { limitExceeded } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { eventParams } from '../reading/event-params.ts'
import { canExport } from '../scopes.ts'

export const export_ = operation(
  {
    id: 'calendar.calendars.export',
    api: almanacApi,
    http: 'GET /calendars/{calendarId}/export',
    summary: 'Exports all events of a calendar as an iCalendar file.',
    params: { calendarId: eventParams.calendarId },
    scopes: canExport,
    access: { calendarId: 'reader' },
    audit: { object: 'calendars/{calendarId}', ownName: 'primary' },
    isDownload: true,
  },
  (context) => {
    const { store, exportBytesMax } = context
    return store.read(async (access) => {
      // Loaded on first use, because it loads a library.
      const { calendarParts, titleOf } = await import('../ical/calendar-parts.ts')
      const parts: Buffer[] = []
      let bytes = 0
      for await (const part of calendarParts(access, context)) {
        parts.push(part)
        bytes += part.length
        if (bytes > exportBytesMax) {
          throw limitExceeded(`The calendar takes more than ${exportBytesMax} bytes.`)
        }
      }
      return new TextFile('text/calendar; charset=utf-8', `${fileName(titleOf(access))}.ics`, parts)
    })
  },
)

const fileName = (title: string): string =>
  title.replace(/[^\p{L}\p{N}@._-]+/gu, '-').slice(0, 100) || 'calendar'

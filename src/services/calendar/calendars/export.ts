import { setImmediate as turn } from 'node:timers/promises'
import { almanacApi } from '#/contract/almanac-api.ts'
import { TextFile } from '#/contract/operation.ts'
import { limitExceeded } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { eventParams } from '../reading/event-params.ts'
import { exportedPage } from '../reading/list-page.ts'
import { eventQuery } from '../reading/query.ts'
import { viewOf } from '../rendering/event-reply.ts'
import { canExport } from '../scopes.ts'
import { calendarIn } from '../store/calendars.ts'

const pageSize = 200

export const export_ = operation(
  {
    id: 'calendar.calendars.export',
    api: almanacApi,
    http: 'GET /calendars/{calendarId}/export',
    summary: 'Gives all events of a calendar as an iCalendar file.',
    params: { calendarId: eventParams.calendarId },
    scopes: canExport,
    access: { calendarId: 'reader' },
    audit: { object: 'calendars/{calendarId}', ownName: 'primary' },
    cost: 1,
    isDownload: true,
  },
  ({ caller, origin, store, clock, exportBytesMax, syncTokenLifetimeMs: retentionMs }) =>
    store.read(async (standing) => {
      const { calendar, role } = standing
      // Loaded only when it is used, because it brings a library.
      const { ExportedCalendar } = await import('../ical/exported-calendar.ts')
      const nowMs = clock.nowMs()
      const view = viewOf(standing, { caller, origin }, {})
      const hidesInvitations = calendar.hidesInvitations === 1
      const context = {
        calendarKey: calendar.key,
        hidesInvitations,
        role,
        caller,
        nowMs,
        retentionMs,
      }
      const { filter } = eventQuery({}, context)
      const title = calendarIn(calendar).summary ?? calendar.id
      const text = new ExportedCalendar({ title, zone: view.zone, nowMs })
      let after: string | undefined = ''
      while (after !== undefined) {
        const page = await exportedPage({ store, view, filter }, { after, limit: pageSize })
        text.add(page.events)
        if (text.bytes > exportBytesMax) {
          throw limitExceeded(`The calendar takes more than ${exportBytesMax} bytes.`)
        }
        after = page.next
        // Others get their turn between pages.
        await turn()
      }
      return new TextFile('text/calendar; charset=utf-8', `${fileName(title)}.ics`, text.end())
    }),
)

const fileName = (title: string): string =>
  title.replace(/[^\p{L}\p{N}@._-]+/gu, '-').slice(0, 100) || 'calendar'

import { setImmediate as turn } from 'node:timers/promises'
import { almanacApi } from '#/contract/almanac-api.ts'
import { TextFile } from '#/contract/answer.ts'
import { limitExceeded } from '#/kernel/errors.ts'
import { type CalendarStore, operation } from '../operation.ts'
import { eventParams } from '../reading/event-params.ts'
import { eventQuery } from '../reading/query.ts'
import { type View, viewOf } from '../rendering/event-reply.ts'
import { isMasked, seenEvent } from '../rendering/presentation.ts'
import type { Event, EventDateTime } from '../schemas/event.ts'
import { canExport } from '../scopes.ts'
import { calendarIn } from '../store/calendars.ts'
import { type EventFilter, storedEvents } from '../store/event-pages.ts'
import type { ShownRow } from '../store/events.ts'

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
    store.read(async (access) => {
      const { calendar } = access
      // Loaded on first use, because it brings a library.
      const { ExportedCalendar } = await import('../ical/exported-calendar.ts')
      const nowMs = clock.nowMs()
      const view = viewOf(access, { caller, origin }, {})
      const { filter } = eventQuery({}, { ...access, caller, nowMs, retentionMs })
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
        // Other requests get a turn between pages.
        await turn()
      }
      return new TextFile('text/calendar; charset=utf-8', `${fileName(title)}.ics`, text.end())
    }),
)

const fileName = (title: string): string =>
  title.replace(/[^\p{L}\p{N}@._-]+/gu, '-').slice(0, 100) || 'calendar'

interface Exporting {
  readonly store: Pick<CalendarStore, 'reader' | 'events'>
  readonly view: View
  readonly filter: EventFilter
}

interface ExportedPage {
  readonly events: readonly {
    readonly event: Event
    /** Original starts of cancelled instances. */
    readonly cancelledStarts: readonly EventDateTime[]
  }[]
  /** The id of the last event, if there may be others. */
  readonly next: string | undefined
}

/** The next events of a calendar by id, as the caller sees them. */
async function exportedPage(
  { store, view, filter }: Exporting,
  page: { readonly after: string; readonly limit: number },
): Promise<ExportedPage> {
  const rows = await storedEvents(store.reader).byId({ ...filter, ...page })
  const events: { event: Event; cancelledStarts: readonly EventDateTime[] }[] = []
  for (const row of rows) {
    // Cancelled instances are exported with their series.
    if (row.presence !== 'live') continue
    const cancelledStarts = row.kind === 'series' ? await cancelledStartsOf(store, filter, row) : []
    events.push({ event: exportedAs(row, view), cancelledStarts })
  }
  return { events, next: rows.length < page.limit ? undefined : rows.at(-1)!.id }
}

function exportedAs(row: ShownRow, view: View): Event {
  const seen = seenEvent(row, view)
  return isMasked(row, view) ? { ...seen, summary: 'Busy' } : seen
}

async function cancelledStartsOf(
  { reader, events }: Exporting['store'],
  { calendarKey }: EventFilter,
  { id }: ShownRow,
): Promise<EventDateTime[]> {
  const exceptions = await events.exceptionsOf(reader, calendarKey, id)
  return exceptions
    .filter(({ presence }) => presence === 'cancelled')
    .flatMap(({ wire }) => (JSON.parse(wire) as Event).originalStartTime ?? [])
}

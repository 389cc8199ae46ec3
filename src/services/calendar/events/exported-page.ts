import type { CalendarStore } from '../operation.ts'
import type { Event, EventDateTime } from '../schemas/event.ts'
import { type EventFilter, eventPages } from '../store/event-pages.ts'
import type { EventRow } from '../store/events.ts'
import { isMasked, seenEvent } from './presentation.ts'
import type { View } from './view.ts'

interface Exporting {
  readonly store: Pick<CalendarStore, 'reader' | 'events'>
  readonly view: View
  readonly filter: EventFilter
}

interface ExportedPage {
  readonly events: readonly {
    readonly event: Event
    /** The places of a series that do not take place. */
    readonly gaps: readonly EventDateTime[]
  }[]
  /** The place of the last event, if there may be others. */
  readonly next: string | undefined
}

/** The next events of a calendar, as the caller sees them, in the order of their ids. */
export async function exportedPage(
  { store, view, filter }: Exporting,
  page: { readonly after: string; readonly limit: number },
): Promise<ExportedPage> {
  const rows = await eventPages.byId(store.reader, { ...filter, ...page })
  const events: { event: Event; gaps: readonly EventDateTime[] }[] = []
  for (const row of rows) {
    // A place where nothing happens is told with its series.
    if (row.presence !== 'live') continue
    const gaps = row.kind === 'series' ? await gapsOf(store, filter, row) : []
    events.push({ event: exportedAs(row, view), gaps })
  }
  return { events, next: rows.length < page.limit ? undefined : rows.at(-1)!.id }
}

function exportedAs(row: EventRow, view: View): Event {
  const seen = seenEvent(row, view)
  return isMasked(row, view) ? { ...seen, summary: 'Busy' } : seen
}

async function gapsOf(
  { reader, events }: Exporting['store'],
  { calendarKey }: EventFilter,
  { id }: EventRow,
): Promise<EventDateTime[]> {
  const exceptions = await events.exceptionsOf(reader, calendarKey, id)
  return exceptions
    .filter(({ presence }) => presence === 'gap')
    .flatMap(({ wire }) => (JSON.parse(wire) as Event).originalStartTime ?? [])
}

import { setImmediate as turn } from 'node:timers/promises'
import type { Caller } from '#/contract/operation.ts'
import { calendarIn } from '../calendar/calendar-row.ts'
import type { CalendarDependencies } from '../dependencies.ts'
import { eventQuery } from '../reading/query.ts'
import { type View, viewOf } from '../rendering/event-reply.ts'
import { isMasked, seenEvent } from '../rendering/presentation.ts'
import type { Event, EventDateTime } from '../schemas/event.ts'
import type { Access } from '../sharing/access.ts'
import { type EventFilter, storedEvents } from '../store/event-pages.ts'
import type { ShownRow } from '../store/events.ts'
import { ExportedCalendar } from './exported-calendar.ts'

const pageSize = 200

interface Reading
  extends Pick<CalendarDependencies, 'database' | 'events' | 'clock' | 'syncTokenLifetimeMs'> {
  readonly caller: Caller
  readonly origin: () => string
}

/** The title of a calendar. */
export const titleOf = ({ calendar }: Access): string => calendarIn(calendar).summary ?? calendar.id

/** All events of a calendar as iCalendar text, as the caller sees them, read and rendered in parts. */
export async function* calendarParts(access: Access, reading: Reading): AsyncGenerator<Buffer> {
  const { events, database } = reading
  const nowMs = reading.clock.nowMs()
  const { calendar } = access
  const view = viewOf(access, reading, {})
  const { filter } = eventQuery({}, access, reading)
  const text = new ExportedCalendar({
    title: titleOf(access),
    zone: view.zone,
    nowMs,
    firstStartMs: (await events.firstStartMs(database, calendar.key)) ?? nowMs,
  })
  yield text.begin()
  let after: string | undefined = ''
  while (after !== undefined) {
    const page = await exportedPage({ events, database, view, filter }, { after, limit: pageSize })
    yield text.events(page.events)
    after = page.next
    // Other requests get a turn between pages.
    await turn()
  }
  yield text.end()
}

interface Exporting extends Pick<Reading, 'events' | 'database'> {
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
  exporting: Exporting,
  page: { readonly after: string; readonly limit: number },
): Promise<ExportedPage> {
  const { database, view, filter } = exporting
  const rows = await storedEvents(database).byId({ ...filter, ...page })
  const events: { event: Event; cancelledStarts: readonly EventDateTime[] }[] = []
  for (const row of rows) {
    // Cancelled instances are exported with their series.
    if (row.presence !== 'live') continue
    const cancelledStarts = row.kind === 'series' ? await cancelledStartsOf(exporting, row) : []
    events.push({ event: exportedAs(row, view), cancelledStarts })
  }
  return { events, next: rows.length < page.limit ? undefined : rows.at(-1)!.id }
}

function exportedAs(row: ShownRow, view: View): Event {
  const seen = seenEvent(row, view)
  return isMasked(row, view) ? { ...seen, summary: 'Busy' } : seen
}

async function cancelledStartsOf(
  { database, events, filter: { calendarKey } }: Exporting,
  { id }: ShownRow,
): Promise<EventDateTime[]> {
  const exceptions = await events.exceptionsOf(database, calendarKey, id)
  return exceptions
    .filter(({ presence }) => presence === 'cancelled')
    .flatMap(({ wire }) => (JSON.parse(wire) as Event).originalStartTime ?? [])
}

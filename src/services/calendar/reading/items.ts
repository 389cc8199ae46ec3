import type { Reader } from '#/storage/port.ts'
import {
  type EventFilter,
  eventPages,
  type SlotRange,
  type TimePage,
  type UpdatePage,
} from '../store/event-pages.ts'
import type { EventRow } from '../store/events.ts'
import { type Item, type Reading, rowText } from './in-window.ts'
import { itemsBySequence, itemsByUpdate } from './items-by-change.ts'
import { itemsByTime } from './items-by-time.ts'

/** The next items of a list, in the order that its query has. */
export async function itemsAfter(
  reading: Reading,
  page: { readonly after: string; readonly count: number; readonly since: number | undefined },
): Promise<Item[]> {
  const { reader, query } = reading
  if (page.since !== undefined) return itemsBySequence(reading, page.since, page)
  if (query.order === 'update') return itemsByUpdate(reading, await sourceOf(reading), page)
  if (query.order === 'time') return itemsByTime(reading, await sourceOf(reading), page)
  const { after, count: limit } = page
  const rows = await eventPages.byId(reader, { ...query.filter, after, limit })
  return rows.map((row) => ({ place: row.id, text: () => rowText(row, reading) }))
}

async function sourceOf({ reader, query }: Reading): Promise<RowSource> {
  const { filter, icalUid } = query
  return icalUid === undefined
    ? rowsOfCalendar(reader)
    : rowsGiven(await eventPages.withUid(reader, { ...filter, icalUid }))
}

/** Where a list in the order of time gets its rows from. */
export interface RowSource {
  byTime(page: TimePage): Promise<EventRow[]>
  byUpdate(page: UpdatePage): Promise<EventRow[]>
  series(page: EventFilter & SeriesPage): Promise<EventRow[]>
  bySlot(range: EventFilter & SlotRange): Promise<EventRow[]>
}

interface SeriesPage {
  readonly startsBefore: number
  readonly endsAfter: number
  readonly limit: number
}

/** All rows of a calendar. */
const rowsOfCalendar = (reader: Reader): RowSource => ({
  byTime: (page) => eventPages.byTime(reader, page),
  byUpdate: (page) => eventPages.byUpdate(reader, page),
  series: (page) => eventPages.series(reader, page),
  bySlot: (range) => eventPages.bySlot(reader, range),
})

/** The few rows that were found already, as those of one iCalendar identifier are. */
const rowsGiven = (rows: readonly EventRow[]): RowSource => ({
  byTime: async (page) =>
    rows.filter(
      (row) =>
        row.kind !== 'series' &&
        row.isAllDay === page.isAllDay &&
        row.startMs < page.startsBefore &&
        row.endMs > page.endsAfter,
    ),
  byUpdate: async ({ atUpdate, atId, limit }) =>
    rows
      .filter(
        (row) => row.updatedAtMs > atUpdate || (row.updatedAtMs === atUpdate && row.id >= atId),
      )
      .sort((one, other) => one.updatedAtMs - other.updatedAtMs || (one.id < other.id ? -1 : 1))
      .slice(0, limit),
  series: async (page) =>
    rows.filter(
      (row) =>
        row.kind === 'series' && row.startMs < page.startsBefore && row.endMs > page.endsAfter,
    ),
  bySlot: async (range) =>
    rows.filter(
      ({ kind, slot }) =>
        kind === 'exception' && slot !== null && slot >= range.from && slot < range.to,
    ),
})

import type { Reader } from '#/storage/port.ts'
import {
  type EventFilter,
  eventPages,
  type SlotRange,
  type TimePage,
  type UpdatePage,
} from '../store/event-pages.ts'
import type { EventRow } from '../store/events.ts'

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
export const rowsOfCalendar = (reader: Reader): RowSource => ({
  byTime: (page) => eventPages.byTime(reader, page),
  byUpdate: (page) => eventPages.byUpdate(reader, page),
  series: (page) => eventPages.series(reader, page),
  bySlot: (range) => eventPages.bySlot(reader, range),
})

/** The few rows that were found already, as those of one iCalendar identifier are. */
export const rowsGiven = (rows: readonly EventRow[]): RowSource => ({
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

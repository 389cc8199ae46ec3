import { hasChangedFor } from '../event/etag.ts'
import type { EventSource } from '../store/event-pages.ts'
import type { EventRow } from '../store/events.ts'
import { changedInstances } from './changed-instances.ts'
import {
  hasOriginalStartInWindow,
  type Item,
  isInWindow,
  type Reading,
  rowText,
} from './in-window.ts'
import { itemsByTime } from './items-by-time.ts'

/** The next items of a list, in the order of its query. */
export async function itemsAfter(
  reading: Reading,
  page: { readonly after: string; readonly count: number; readonly since: number | undefined },
): Promise<Item[]> {
  const { source, query } = reading
  if (page.since !== undefined) return itemsByChangeNumber(reading, page.since, page)
  if (query.order === 'update') return itemsByUpdate(reading, await sourceOf(reading), page)
  if (query.order === 'time') return itemsByTime(reading, await sourceOf(reading), page)
  const { after, count: limit } = page
  const rows = await source.byId({ ...query.filter, after, limit })
  return rows.map((row) => ({ position: () => row.id, text: () => rowText(row, reading) }))
}

async function sourceOf({ source, query }: Reading): Promise<RowSource> {
  const { filter, icalUid } = query
  return icalUid === undefined ? source : sourceOfRows(await source.withUid({ ...filter, icalUid }))
}

/** Where a list gets its rows from. */
export type RowSource = Pick<EventSource, 'byTime' | 'byUpdate' | 'series' | 'byOriginalStart'>

/** A few rows that were read before, such as those of one iCalendar identifier. */
const sourceOfRows = (rows: readonly EventRow[]): RowSource => ({
  byTime: (page) =>
    rows.filter(
      (row) =>
        row.kind !== 'series' &&
        row.isAllDay === page.isAllDay &&
        row.startMs < page.startsBefore &&
        row.endMs > page.endsAfter,
    ),
  byUpdate: ({ atUpdate, atId, limit }) =>
    rows
      .filter(
        (row) => row.updatedAtMs > atUpdate || (row.updatedAtMs === atUpdate && row.id >= atId),
      )
      .sort((one, other) => one.updatedAtMs - other.updatedAtMs || (one.id < other.id ? -1 : 1))
      .slice(0, limit),
  series: (page) =>
    rows.filter(
      (row) =>
        row.kind === 'series' && row.startMs < page.startsBefore && row.endMs > page.endsAfter,
    ),
  byOriginalStart: (range) =>
    rows.filter(
      ({ kind, originalStart }) =>
        kind === 'exception' &&
        originalStart !== null &&
        originalStart >= range.from &&
        originalStart < range.to,
    ),
})

interface Page {
  readonly after: string
  readonly count: number
}

/** An order in which each row has a unique position. */
interface RowOrder {
  readonly positionOf: (row: EventRow) => string
  /** The rows from a position on, including the row at it unless it has moved. */
  readonly from: (
    position: string,
    limit: number,
  ) => readonly EventRow[] | Promise<readonly EventRow[]>
}

/** The next items by change number, after the given one. */
function itemsByChangeNumber(reading: Reading, since: number, page: Page): Promise<Item[]> {
  const { source, query } = reading
  return itemsInOrder(reading, page, since, {
    positionOf: ({ changeNumber }) => String(changeNumber),
    from: (position, limit) => {
      const after = Math.max(since, position === '' ? since : wholeNumber(position) - 1)
      return source.byChangeNumber({ ...query.filter, after, limit })
    },
  })
}

/** The next items by the time of their last change. */
function itemsByUpdate(reading: Reading, source: RowSource, page: Page): Promise<Item[]> {
  const { filter } = reading.query
  return itemsInOrder(reading, page, undefined, {
    positionOf: ({ updatedAtMs, id }) => `${updatedAtMs} ${id}`,
    from: (position, limit) => {
      const [update = '', atId = ''] = position.split(' ')
      const atUpdate = position === '' ? filter.updatedFrom : wholeNumber(update)
      return source.byUpdate({ ...filter, atUpdate, atId, limit })
    },
  })
}

async function itemsInOrder(
  reading: Reading,
  { after, count }: Page,
  since: number | undefined,
  order: RowOrder,
): Promise<Item[]> {
  const [lastPosition, lastOrder] = splitPosition(after)
  const items: Item[] = []
  let position = lastPosition
  for (;;) {
    const limit = count + 1
    const rows = await order.from(position, limit)
    for (const row of rows) {
      const rowPosition = order.positionOf(row)
      const isBegun = rowPosition === position && (position !== lastPosition || items.length > 0)
      const isContinued = rowPosition === lastPosition && items.length === 0
      if (isBegun) continue
      const ofRow = await itemsOfRow(reading, row, { since, rowPosition })
      items.push(...(isContinued ? ofRow.filter(({ order }) => order > lastOrder) : ofRow))
      if (items.length >= count) return items.slice(0, count)
    }
    if (rows.length < limit) return items
    position = order.positionOf(rows.at(-1)!)
  }
}

interface InstanceItem extends Item {
  /** Orders the items of a row. */
  readonly order: number
}

/**
 * The items of a row: itself, or an item per instance. None if the row is outside the window or the
 * change doesn't concern the caller.
 */
async function itemsOfRow(
  reading: Reading,
  row: EventRow,
  { since, rowPosition }: { readonly since: number | undefined; readonly rowPosition: string },
): Promise<InstanceItem[]> {
  const { userId } = reading.view
  if (since !== undefined && !hasChangedFor(row, { userId, since })) return []
  const itemAt = (order: number, text: () => string) => ({
    order,
    position: () => `${rowPosition}|${order}`,
    text,
  })
  const { isExpanded } = reading.query
  const itself = itemAt(Number.MIN_SAFE_INTEGER, () => rowText(row, reading))
  if (row.kind === 'series' && !isExpanded) {
    return hasOriginalStartInWindow(reading, reading.models.of(row)) ? [itself] : []
  }
  const instances = isExpanded ? await changedInstances(reading, row, since) : []
  const ofInstances = instances.map(({ order, text }) => itemAt(order, text))
  if (row.kind === 'series') return ofInstances
  return isInWindow(reading, row) ? [itself, ...ofInstances] : ofInstances
}

/** The position of a row, and the order of its last instance on the previous page. */
function splitPosition(position: string): readonly [string, number] {
  const bar = position.lastIndexOf('|')
  return bar < 0
    ? ['', Number.MIN_SAFE_INTEGER]
    : [position.slice(0, bar), wholeNumber(position.slice(bar + 1))]
}

// Page tokens can be forged.
const wholeNumber = (text: string) => (/^-?\d{1,16}$/.test(text) ? Number(text) : 0)

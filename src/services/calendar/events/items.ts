import { eventPages } from '../store/event-pages.ts'
import { itemsBySequence, itemsByUpdate } from './items-by-change.ts'
import { itemsByTime } from './items-by-time.ts'
import { type Item, type Reading, rowText } from './reading.ts'
import { type RowSource, rowsGiven, rowsOfCalendar } from './row-source.ts'

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

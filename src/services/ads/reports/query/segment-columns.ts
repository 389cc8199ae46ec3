import { columnOf, type Fact, facts } from '../../warehouse/facts.ts'
import { isPeriod, type Period, type SegmentKey } from '../catalog/segments.ts'
import type { SourceName } from './sums.ts'

/** A key of the catalog, or a custom dimension by its name. */
export type Key = SegmentKey | { readonly dimension: string }

export const keyText = (key: Key): string =>
  typeof key === 'string' ? key : `dimension ${key.dimension}`

/** The columns of a key in metric tables. */
export function columnsOfKey(key: Key, dimensions: readonly string[]): readonly string[] {
  if (typeof key !== 'string') return [`dimension_${dimensions.indexOf(key.dimension)}`]
  return isPeriod(key) ? [`of_${key}`] : columnsByKey[key]
}

const columnsByKey: Readonly<Record<Exclude<SegmentKey, Period>, readonly string[]>> = {
  device: ['device'],
  activity: ['activity_id'],
  activityGroup: ['activity_group_id'],
  ad: ['ad_id'],
  feedItem: ['feed_item_id', 'feed_id'],
  account: ['account_id'],
  campaign: ['campaign_id'],
  adGroup: ['ad_group_id'],
  keyword: ['keyword_id'],
}

/** Whether the metrics of a source can be split by a key. */
export function isSplitBy(source: SourceName, key: Key): boolean {
  if (typeof key !== 'string') return source === 'conversions'
  if (isPeriod(key)) return true
  if (source === 'conversions') return key !== 'keyword'
  if (key === 'activityGroup') return source === 'productSales'
  const columns = new Set((facts[source] as Fact).keys.map(({ name }) => columnOf(name)))
  return columnsByKey[key].every((column) => columns.has(column))
}

/** The first day of the period that contains a day; weeks start on Sunday. */
export function startOf(period: Period, day: string): string {
  if (period === 'date') return day
  if (period === 'week') return `(${day} - cast(extract(dow from ${day}) as integer))`
  return `cast(date_trunc('${period}', ${day}) as date)`
}

const lengths = { month: '1 month', quarter: '3 months', year: '1 year' } as const

/** The last day of the period that starts on a day. */
export function endOf(period: Period, start: string): string {
  if (period === 'date') return start
  if (period === 'week') return `(${start} + 6)`
  return `cast(${start} + interval '${lengths[period]}' - interval '1 day' as date)`
}

import { type ReportTypeName, reportType } from '../catalog/report-types.ts'
import type { Value } from '../request/plan.ts'
import { isSplitBy, type Key } from './segment-columns.ts'
import type { SourceName } from './sums.ts'

export type MetricValue = Extract<Value, { is: 'metric' | 'customMetric' }>

/** The source of a metric that is split by keys; undefined if no source has it. */
export function sourceOf(
  type: ReportTypeName,
  value: MetricValue,
  keys: readonly Key[],
): SourceName | undefined {
  const source = nameOf(type, value, keys)
  const isKnown = source !== undefined && keys.every((key) => isSplitBy(source, key))
  return isKnown ? source : undefined
}

function nameOf(
  type: ReportTypeName,
  value: MetricValue,
  keys: readonly Key[],
): SourceName | undefined {
  const { statistics = {}, row } = reportType(type)
  if (value.is === 'customMetric' || value.metric.source === 'conversions') {
    // The search term before a conversion is unknown.
    return row === 'term' ? undefined : 'conversions'
  }
  const isByFeedItem = keys.includes('feedItem')
  return value.metric.source === 'engine' && isByFeedItem
    ? statistics.feed
    : statistics[value.metric.source]
}

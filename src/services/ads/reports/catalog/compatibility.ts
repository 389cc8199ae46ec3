import { isSplitBy } from '../query/segment-columns.ts'
import type { SourceName } from '../query/sums.ts'
import { metrics } from './metrics.ts'
import { type ReportTypeName, reportType } from './report-types.ts'
import { segmentOf } from './segments.ts'

/** The segments of a report type by which a metric can be split. */
export function compatibility(name: ReportTypeName): (metric: string) => readonly string[] {
  const { statistics = {}, segments } = reportType(name)
  return (metric) => {
    const { source } = metrics.get(metric)!
    const sources: SourceName[] = []
    if (source === 'conversions') sources.push('conversions')
    else if (statistics[source] !== undefined) sources.push(statistics[source])
    if (source === 'engine' && statistics.feed !== undefined) sources.push(statistics.feed)
    return segments.filter((segment) => {
      const { key } = segmentOf(segment)!
      return sources.some((one) => isSplitBy(one, key))
    })
  }
}

import type { ReportTimeRange } from '../../schemas/report.ts'
import { type ReportTypeName, reportType } from '../catalog/report-types.ts'
import { daysIn } from './days.ts'
import type { Faults } from './faults.ts'
import { type Days, type ReportPlan, type Value, valuesOf } from './plan.ts'

interface TimeRange {
  /** Whether the request has one, even if it is invalid. */
  readonly isGiven: boolean
  readonly days: Days | undefined
  readonly metricsChangedSinceMs: number | undefined
  readonly attributesChangedSinceMs: number | undefined
}

interface Context {
  readonly type: ReportTypeName
  readonly faults: Faults
  /** The earliest time from which changes of metrics can be requested. */
  readonly changesSinceMs: number
}

/** The time range of a request, in one of its three forms. */
export function timeRangeOf(
  { type, faults, changesSinceMs }: Context,
  range: ReportTimeRange = {},
): TimeRange {
  const { changedMetricsSinceTimestamp: metrics, changedAttributesSinceTimestamp: own } = range
  const days = daysIn(range, (member, why) => faults.add(`timeRange.${member}`, why))
  const forms = [range.startDate ?? range.endDate, metrics, own].filter(
    (form) => form !== undefined,
  )
  if (forms.length > 1) faults.add('timeRange', 'dates, or one of the two timestamps, is expected.')
  const metricsChangedSinceMs = momentOf(metrics, 'changedMetricsSinceTimestamp', faults)
  if (metricsChangedSinceMs !== undefined && metricsChangedSinceMs < changesSinceMs) {
    faults.add('timeRange.changedMetricsSinceTimestamp', 'it lies too far in the past.')
  }
  const attributesChangedSinceMs = momentOf(own, 'changedAttributesSinceTimestamp', faults)
  if (reportType(type).isOfEvents && attributesChangedSinceMs !== undefined) {
    faults.add('timeRange.changedAttributesSinceTimestamp', `${type} reports are about events.`)
  }
  const isGiven = forms.length > 0
  return { isGiven, days, metricsChangedSinceMs, attributesChangedSinceMs }
}

function momentOf(text: string | undefined, member: string, faults: Faults): number | undefined {
  if (text === undefined) return undefined
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    faults.add(`timeRange.${member}`, 'a time such as 2030-01-31T10:16:23.555Z is expected.')
    return undefined
  }
}

/** Metrics need a range of days; changes are of metrics or of attributes. */
export function requireRange(
  { type, faults }: Context,
  range: TimeRange,
  plan: Pick<ReportPlan, 'columns' | 'filters' | 'order'>,
): void {
  const values = [...valuesOf(plan)]
  const { isGiven, metricsChangedSinceMs, attributesChangedSinceMs } = range
  const { isOfEvents } = reportType(type)
  if (attributesChangedSinceMs !== undefined) {
    if (values.some(isOfFigures)) {
      faults.add(
        'timeRange.changedAttributesSinceTimestamp',
        'it goes with columns that are attributes only.',
      )
    }
  } else if (!isGiven && (isOfEvents || values.some(needsDays))) faults.missing('timeRange')
  const hasDate = plan.columns.some(({ value }) => 'name' in value && value.name === 'date')
  if (metricsChangedSinceMs !== undefined && isOfEvents === undefined && !hasDate) {
    faults.add('timeRange.changedMetricsSinceTimestamp', 'it needs the column date.')
  }
}

const isOfFigures = ({ is }: Value) => is !== 'attribute'

const needsDays = (value: Value) =>
  value.is === 'segment' ||
  value.is === 'customDimension' ||
  ((value.is === 'metric' || value.is === 'customMetric') && value.days === undefined)

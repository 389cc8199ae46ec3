import { reportType } from './catalogue/report-types.ts'
import { type ReportPlan, valuesOf } from './request/plan.ts'

const dayMs = 86_400_000

/** What a report costs of the day's allowance: a unit for each day that its figures are of. */
export function weightOf(plan: ReportPlan, nowMs: number): number {
  const { days, metricsChangedSinceMs, type } = plan
  const isOfFigures = [...valuesOf(plan)].some(({ is }) => is !== 'attribute')
  if (!isOfFigures && reportType(type).isOfEvents === undefined) return 1
  if (metricsChangedSinceMs !== undefined) {
    return Math.max(1, Math.ceil((nowMs - metricsChangedSinceMs) / dayMs))
  }
  return days === undefined ? 1 : Temporal.PlainDate.from(days.first).until(days.last).days + 1
}

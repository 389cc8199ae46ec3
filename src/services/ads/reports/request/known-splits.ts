import type { ReportTypeName } from '../catalogue/report-types.ts'
import { keysOf } from '../query/compile.ts'
import type { Key } from '../query/segment-columns.ts'
import { type MetricValue, sourceOf } from '../query/source-of-metric.ts'
import type { Faults } from './faults.ts'
import { leavesOf, type ReportPlan, type Value } from './plan.ts'

type Selected = Pick<ReportPlan, 'columns' | 'filters' | 'order'>

/** Every metric is known by all segments of the report: the cells of others would be empty. */
export function requireKnownSplits(
  { type, faults }: { readonly type: ReportTypeName; readonly faults: Faults },
  selected: Selected,
): void {
  if (type === 'conversion') return
  const { columns, filters, order } = selected
  const places: readonly (readonly [path: string, value: Value])[] = [
    ...columns.map(({ value }, index) => [`columns[${index}]`, value] as const),
    ...filters.map(({ value }, index) => [`filters[${index}].column`, value] as const),
    ...order.map(({ value }, index) => [`orderBy[${index}].column`, value] as const),
  ]
  const splits = places.map(([, value]) => value).filter(isSplit)
  const keys = keysOf([...columns, ...filters, ...order], { type })
  for (const [path, value] of places) {
    const unknown = [...leavesOf(value)].find(
      (leaf) => isMetric(leaf) && sourceOf(type, leaf, keys) === undefined,
    ) as MetricValue | undefined
    if (unknown === undefined) continue
    const by = splits.find((split) => !isKnownBy(type, unknown, [split])) ?? splits.at(-1)
    if (by !== undefined) faults.add(path, `${unknown.name} is not known by ${by.name}.`)
  }
}

type Split = Extract<Value, { is: 'segment' | 'customDimension' }>

const isSplit = (value: Value): value is Split =>
  value.is === 'segment' || value.is === 'customDimension'

const isMetric = (value: Value): value is MetricValue =>
  value.is === 'metric' || value.is === 'customMetric'

const isKnownBy = (type: ReportTypeName, metric: MetricValue, splits: readonly Split[]) => {
  const keys: readonly Key[] = keysOf(
    splits.map((value) => ({ value })),
    { type },
  )
  return sourceOf(type, metric, keys) !== undefined
}

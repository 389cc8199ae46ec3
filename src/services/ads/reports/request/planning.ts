import type { Reader } from '#/storage/port.ts'
import { TypedFormulas } from '../../domain/formula/type-of.ts'
import type { AdsContext } from '../../operation.ts'
import { partsMax, type ReportApiColumnSpec, type ReportRequest } from '../../schemas/report.ts'
import { type ReportTypeName, reportTypeNames } from '../catalog/report-types.ts'
import { keysOf } from '../query/compile.ts'
import type { Key } from '../query/segment-columns.ts'
import { type MetricValue, sourceOf } from '../query/source-of-metric.ts'
import { type Vocabulary, valueIn } from './column-values.ts'
import { Faults } from './faults.ts'
import { filtersOf, orderOf } from './filters.ts'
import {
  leavesOf,
  type PlannedColumn,
  type PlannedScope,
  type ReportPlan,
  type Value,
} from './plan.ts'
import { requireLineage, type ScopeContext, scopeOf } from './scope.ts'
import { currencyOf, isOneCurrency, requireCurrency, zonesOf } from './settings-of-scope.ts'
import { suggestion } from './suggestion.ts'
import { requireRange, timeRangeOf } from './time-range.ts'

type PlanningContext = ScopeContext &
  Pick<AdsContext, 'clock' | 'catalogs' | 'platformSettings' | 'accounts' | 'reportLimits'>

/** How a report is requested: rows in the response, or files later. */
type Mode = 'generate' | 'request'

/** Validates a request, and returns the plan of its report. */
export async function planReport(
  context: PlanningContext,
  reader: Reader,
  request: ReportRequest,
  mode: Mode,
): Promise<ReportPlan> {
  const type = requireBasics(request)
  const scope = await scopeOf(context, reader, request.reportScope)
  const faults = new Faults()
  const vocabulary = await vocabularyOf(context, reader, { type, scope, faults })
  const ranging = { type, faults, changesSinceMs: changesSinceMs(context) }
  const range = timeRangeOf(ranging, request.timeRange)
  const words = { ...vocabulary, days: range.days }
  const selected = {
    columns: columnsIn(words, request.columns ?? [], mode),
    filters: filtersOf(words, request.filters ?? []),
    order: mode === 'generate' ? orderOf(words, request.orderBy ?? []) : [],
  }
  if (context.reportLimits.isStrict && faults.isEmpty)
    requireKnownSplits({ type, faults }, selected)
  const perspective = perspectiveIn(words, request.columns ?? [])
  requireRange(ranging, range, selected)
  const currency = await currencyOf(context, reader, request, scope)
  if (currency === '') faults.add('statisticsCurrency', 'the agency has no currency.')
  const zones = await zonesOf(context, reader, { ...selected, scope, type })
  if (request.verifySingleTimeZone === true && zones.size > 1) {
    faults.add(
      'verifySingleTimeZone',
      `there are several time zones: ${[...zones].sort().join(', ')}.`,
    )
  }
  faults.throwAny()
  const [timeZone] = zones
  return {
    type,
    scope,
    ...selected,
    ...range,
    includesRemoved:
      request.includeRemovedEntities === true || request.includeDeletedEntities === true,
    perspective,
    currency,
    isOneCurrency: await isOneCurrency(context, reader, scope, currency),
    timeZone: zones.size === 1 ? timeZone : undefined,
  }
}

/** Validates what does not depend on the account. */
function requireBasics(request: ReportRequest): ReportTypeName {
  const faults = new Faults()
  const { reportType: word, reportScope = {} } = request
  const type = reportTypeNames.find((name) => name === word)
  if (word === undefined) faults.missing('reportType')
  else if (type === undefined) {
    faults.add('reportType', `there are no ${word} reports.${suggestion(word, reportTypeNames)}`)
  }
  requireLineage(faults, reportScope)
  const isWithoutScope = Object.keys(reportScope).length === 0
  if (isWithoutScope && type !== undefined && type !== 'advertiser') faults.missing('reportScope')
  requireCurrency(faults, request)
  faults.throwAny()
  return type!
}

const dayMs = 86_400_000

const changesSinceMs = ({ clock, reportLimits }: PlanningContext) =>
  clock.nowMs() - reportLimits.changesDaysMax * dayMs

async function vocabularyOf(
  { catalogs, platformSettings, clock }: PlanningContext,
  reader: Reader,
  { type, scope, faults }: { type: ReportTypeName; scope: PlannedScope; faults: Faults },
): Promise<Omit<Vocabulary, 'days'>> {
  const [advertiser] = scope.advertisers
  const today = clock
    .now()
    .toZonedDateTimeISO(advertiser?.timeZone ?? 'UTC')
    .toPlainDate()
  const common = { type, faults, today: today.toString() }
  if (!scope.isOfAdvertiser) return { ...common, own: undefined }
  const { metrics, dimensions } = await catalogs.of(reader, advertiser!)
  const columns = await platformSettings.savedColumns(reader, advertiser!.id)
  const saved = new Map(columns.map(({ name, formula }) => [name, formula]))
  const formulas = new TypedFormulas(saved)
  return { ...common, own: { saved, formulas, budget: { values: 0 }, metrics, dimensions } }
}

const figures: readonly string[] = ['metric', 'customMetric', 'formula']

function columnsIn(
  vocabulary: Vocabulary,
  specs: readonly ReportApiColumnSpec[],
  mode: Mode,
): PlannedColumn[] {
  const { faults } = vocabulary
  if (specs.length === 0) faults.missing('columns')
  if (specs.length > partsMax) faults.add('columns', `there can be ${partsMax} at most.`)
  const headers = new Set<string>()
  return specs.slice(0, partsMax).flatMap((spec, index) => {
    const path = `columns[${index}]`
    const value = valueIn(vocabulary, spec, path)
    if (value === undefined) return []
    const header =
      spec.headerText ??
      spec.columnName ??
      spec.savedColumnName ??
      spec.customMetricName ??
      spec.customDimensionName!
    if (header === '' || /[\r\n\0]/.test(header)) {
      faults.add(`${path}.headerText`, 'a text of one line is expected.')
    }
    if (headers.has(header)) faults.add(path, `there is another column with the header ${header}.`)
    headers.add(header)
    const isGroupBy = mode === 'generate' && spec.groupByColumn === true
    if (isGroupBy && figures.includes(value.is)) {
      faults.add(`${path}.groupByColumn`, 'rows cannot be grouped by figures.')
    }
    return [{ header, value, isGroupBy }]
  })
}

function perspectiveIn(
  { faults, type }: Vocabulary,
  specs: readonly ReportApiColumnSpec[],
): 'sold' | 'advertised' {
  const names = new Set<string>()
  for (const [index, { productReportPerspective: word }] of specs.entries()) {
    if (word === undefined) continue
    const path = `columns[${index}].productReportPerspective`
    if (word !== 'sold' && word !== 'advertised')
      faults.add(path, 'sold or advertised is expected.')
    else if (type !== 'productAdvertised' && type !== 'productLeadAndCrossSell') {
      faults.add(path, `${type} reports are not about products.`)
    } else names.add(word)
    if (names.size > 1) faults.add(path, 'all columns have the same perspective.')
  }
  return names.has('advertised') ? 'advertised' : 'sold'
}

type Selected = Pick<ReportPlan, 'columns' | 'filters' | 'order'>

/** Every metric can be split by all segments of the report; otherwise its cells would be empty. */
function requireKnownSplits(
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

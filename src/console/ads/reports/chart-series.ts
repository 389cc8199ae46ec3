import type { Row } from './report-result.tsx'
import type { ReportColumn } from './report-types.ts'

/** The data of a chart: lines over days, or a bar for each name. */
export interface ChartSeries {
  readonly kind: 'line' | 'bar'
  readonly metric: string
  /** The column of the horizontal axis. */
  readonly over: string
  readonly labels: readonly string[]
  /** One line, or one for each of the largest names. A value is null where there is none. */
  readonly lines: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
}

const barsMax = 20
const linesMax = 6
const day = /^\d{4}-\d\d-\d\d$/

interface Chart {
  readonly metric: string
  /** The column whose names get a line each. */
  readonly lineFor?: string | undefined
}

/** A report as charts see it. */
export interface ChartData {
  readonly rows: readonly Row[]
  readonly columns: readonly string[]
  /** The columns of the report type. */
  readonly types: readonly ReportColumn[]
}

/** The columns of a report that a chart can show. */
export function chartColumns({ rows, columns, types }: ChartData) {
  const isDay = (name: string) => rows.every((row) => day.test(String(row[name] ?? '')))
  const days = columns.find(isDay)
  const names = columns.find((name) => name !== days && typeof rows[0]?.[name] === 'string')
  const over = days ?? names
  const isUnique = over !== undefined && new Set(rows.map((row) => row[over])).size === rows.length
  const canShow = (name: string) => {
    const type = types.find((each) => each.name === name)
    return (
      type?.behaviour === 'metric' &&
      rows.some((row) => typeof row[name] === 'number') &&
      (isUnique || type.isSummable === true || hasParts(type, columns))
    )
  }
  return { metrics: columns.filter(canShow), days, names }
}

/** Whether a report has the columns that a ratio is computed from. */
const hasParts = ({ ratio }: ReportColumn, columns: readonly string[]): boolean =>
  ratio !== undefined && columns.includes(ratio.numerator) && columns.includes(ratio.denominator)

/**
 * Dates make a line chart and names a bar chart; undefined without either. Ratios of several rows, such as
 * averages, are computed from the sums of their parts.
 */
export function seriesOf(data: ChartData, { metric, lineFor }: Chart): ChartSeries | undefined {
  const { rows, columns, types } = data
  const { days, names } = chartColumns(data)
  const over = days ?? names
  if (over === undefined) return undefined
  const type = types.find(({ name }) => name === metric)
  const valuesBy = (by: string, some: readonly Row[]) =>
    new Map(
      [...Map.groupBy(some, (row) => String(row[by] ?? ''))].map(([label, group]) => [
        label,
        aggregatedValue(group, { metric, type, columns }),
      ]),
    )
  const values = valuesBy(over, rows)
  if (days === undefined) {
    const bars = [...values].sort(largestFirst).slice(0, barsMax)
    return {
      kind: 'bar',
      metric,
      over,
      labels: bars.map(([label]) => label),
      lines: [{ name: metric, values: bars.map(([, value]) => value) }],
    }
  }
  const labels = [...values.keys()].sort()
  const isSummable = type?.isSummable === true
  const line = (name: string, some: readonly Row[]) => {
    const byDay = valuesBy(days, some)
    // On a day without rows, nothing was counted; an average does not exist.
    return { name, values: labels.map((label) => byDay.get(label) ?? (isSummable ? 0 : null)) }
  }
  if (lineFor === undefined)
    return { kind: 'line', metric, over, labels, lines: [line(metric, rows)] }
  const largest = [...valuesBy(lineFor, rows)].sort(largestFirst).slice(0, linesMax)
  const lines = largest.map(([name]) =>
    line(
      name,
      rows.filter((row) => String(row[lineFor] ?? '') === name),
    ),
  )
  return { kind: 'line', metric, over, labels, lines }
}

type Labelled = readonly [label: string, value: number | null]

const largestFirst = ([, one]: Labelled, [, other]: Labelled): number => (other ?? 0) - (one ?? 0)

interface Metric {
  readonly metric: string
  readonly type: ReportColumn | undefined
  readonly columns: readonly string[]
}

/** The value of a metric for several rows; null if it does not follow from theirs. */
function aggregatedValue(rows: readonly Row[], { metric, type, columns }: Metric): number | null {
  const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name] ?? 0), 0)
  if (type?.isSummable === true) return sum(metric)
  if (rows.length === 1) {
    const [only] = rows
    return typeof only![metric] === 'number' ? only![metric] : null
  }
  if (type?.ratio === undefined || !hasParts(type, columns)) return null
  const { numerator, denominator, factor } = type.ratio
  const divisor = sum(denominator)
  return divisor === 0 ? null : (sum(numerator) * factor) / divisor
}

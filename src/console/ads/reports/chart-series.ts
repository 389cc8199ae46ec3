import type { Row } from './report-result.tsx'

/** The data of a chart: lines over days, or a bar for each name. */
export interface ChartSeries {
  readonly kind: 'line' | 'bar'
  readonly metric: string
  /** The column of the horizontal axis. */
  readonly over: string
  readonly labels: readonly string[]
  /** One line, or one for each of the largest names. */
  readonly lines: readonly { readonly name: string; readonly values: readonly number[] }[]
}

const barsMax = 20
const linesMax = 6
const day = /^\d{4}-\d\d-\d\d$/

interface Chart {
  readonly metric: string
  /** The column whose names get a line each. */
  readonly lineFor?: string | undefined
}

/** The columns of a report that a chart can show. */
export function chartColumns(rows: readonly Row[], columns: readonly string[]) {
  const isDay = (name: string) => rows.every((row) => day.test(String(row[name] ?? '')))
  const days = columns.find(isDay)
  return {
    metrics: columns.filter((name) => rows.some((row) => typeof row[name] === 'number')),
    days,
    names: columns.find((name) => name !== days && typeof rows[0]?.[name] === 'string'),
  }
}

/** Dates make a line chart and names a bar chart; undefined without either. */
export function seriesOf(
  rows: readonly Row[],
  columns: readonly string[],
  { metric, lineFor }: Chart,
): ChartSeries | undefined {
  const { days, names } = chartColumns(rows, columns)
  const over = days ?? names
  if (over === undefined) return undefined
  const sums = sumsBy(rows, over, metric)
  if (days === undefined) {
    const bars = [...sums].sort((a, b) => b[1] - a[1]).slice(0, barsMax)
    const values = bars.map(([, value]) => value)
    return {
      kind: 'bar',
      metric,
      over,
      labels: bars.map(([label]) => label),
      lines: [{ name: metric, values }],
    }
  }
  const labels = [...sums.keys()].sort()
  const line = (name: string, some: readonly Row[]) => {
    const byDay = sumsBy(some, days, metric)
    return { name, values: labels.map((label) => byDay.get(label) ?? 0) }
  }
  if (lineFor === undefined)
    return { kind: 'line', metric, over, labels, lines: [line(metric, rows)] }
  const largest = [...sumsBy(rows, lineFor, metric)].sort((a, b) => b[1] - a[1]).slice(0, linesMax)
  const lines = largest.map(([name]) =>
    line(
      name,
      rows.filter((row) => String(row[lineFor] ?? '') === name),
    ),
  )
  return { kind: 'line', metric, over, labels, lines }
}

function sumsBy(rows: readonly Row[], by: string, metric: string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const label = String(row[by] ?? '')
    sums.set(label, (sums.get(label) ?? 0) + Number(row[metric] ?? 0))
  }
  return sums
}

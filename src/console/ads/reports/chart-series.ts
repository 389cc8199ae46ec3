import type { Row } from './report-result.tsx'

/** The data of a chart: a line over days, or a bar for each name. */
export interface ChartSeries {
  readonly kind: 'line' | 'bar'
  readonly metric: string
  readonly labels: readonly string[]
  readonly values: readonly number[]
}

const barsMax = 20
const day = /^\d{4}-\d\d-\d\d$/

/** Dates make a line chart and names a bar chart; undefined without a metric. */
export function seriesOf(
  rows: readonly Row[],
  columns: readonly string[],
): ChartSeries | undefined {
  const metric = columns.find((name) => rows.some((row) => typeof row[name] === 'number'))
  if (metric === undefined) return undefined
  const isDay = (name: string) => rows.every((row) => day.test(String(row[name] ?? '')))
  const days = columns.find(isDay)
  const names = columns.find((name) => name !== metric && typeof rows[0]?.[name] === 'string')
  const over = days ?? names
  if (over === undefined) return undefined
  const sums = new Map<string, number>()
  for (const row of rows) {
    const label = String(row[over] ?? '')
    sums.set(label, (sums.get(label) ?? 0) + Number(row[metric] ?? 0))
  }
  const entries =
    days === undefined
      ? [...sums].sort((a, b) => b[1] - a[1]).slice(0, barsMax)
      : [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    kind: days === undefined ? 'bar' : 'line',
    metric,
    labels: entries.map(([label]) => label),
    values: entries.map(([, value]) => value),
  }
}

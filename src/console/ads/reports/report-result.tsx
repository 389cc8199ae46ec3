import { lazy, Suspense, useMemo, useState } from 'react'
import { t } from '../../texts/ads.ts'
import { Checkbox, EmptyState, SelectField, Table } from '../../ui/index.ts'
import { type Cell, formatCell, formatMetric } from './cells.ts'
import { type ChartData, chartColumns, seriesOf } from './chart-series.ts'
import { columnName } from './column-names.ts'
import { rowCountMax } from './report-request.ts'
import type { ReportColumn } from './report-types.ts'

export type Row = Readonly<Record<string, Cell>>

export interface Report {
  readonly rows?: readonly Row[]
  readonly rowCount: number
  readonly statisticsCurrencyCode?: string
  readonly request: {
    readonly reportType?: string
    readonly columns: readonly {
      readonly columnName?: string
      readonly savedColumnName?: string
    }[]
  }
}

const shownMax = 200
const noRows: readonly Row[] = []

// The chart library is loaded on demand.
const ReportChart = lazy(async () => ({
  default: (await import('./report-chart.tsx')).ReportChart,
}))

interface ReportResultProps {
  readonly report: Report
  /** The columns of the report type. */
  readonly types: readonly ReportColumn[]
}

/** The rows of a report as a chart, if possible, and as a table. */
export function ReportResult({ report, types }: ReportResultProps) {
  const { rows = noRows, statisticsCurrencyCode: currency } = report
  const columns = useMemo(() => namesOf(report), [report])
  const typeOf = (name: string) => types.find((each) => each.name === name)?.type
  if (rows.length === 0) {
    return <EmptyState title={t.emptyReport}>{t.emptyReportHint}</EmptyState>
  }
  return (
    <section className="stack" aria-labelledby="report-result">
      <h2 id="report-result">{t.result}</h2>
      <p role="status" className="muted">
        {t.rowCount(rows.length, rows.length >= rowCountMax, currency)}
      </p>
      <ChartOf
        {...{ rows, columns, types }}
        format={(value, name) => formatMetric(value, typeOf(name), currency)}
      />
      <Table
        label={t.result}
        columns={columns.map((name) =>
          typeof rows[0]![name] === 'number'
            ? { label: columnName(name), kind: 'number' }
            : columnName(name),
        )}
      >
        {rows.slice(0, shownMax).map((row, index) => (
          // Rows have no key and a fixed order.
          <tr key={`row ${index + 1}`}>
            {columns.map((name) => (
              <td key={name} className={typeof row[name] === 'number' ? 'number' : undefined}>
                <bdi>{formatCell(row[name], typeOf(name), currency)}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {rows.length > shownMax && <p className="muted">{t.shownRows(shownMax)}</p>}
    </section>
  )
}

interface ChartOfProps extends ChartData {
  readonly format: (value: number, metric: string) => string
}

/** The names of the columns, as rows spell them. */
const namesOf = ({ request: { columns } }: Report): readonly string[] =>
  columns.map(({ columnName: name, savedColumnName }) => name ?? savedColumnName ?? '')

/** The chart of one metric, with a line for each name on request. */
function ChartOf({ rows, columns, types, format }: ChartOfProps) {
  const data = useMemo(() => ({ rows, columns, types }), [rows, columns, types])
  const { metrics, days, names } = useMemo(() => chartColumns(data), [data])
  const [chosen, setChosen] = useState<string>()
  const [isSplit, setSplit] = useState(false)
  const metric = chosen !== undefined && metrics.includes(chosen) ? chosen : metrics[0]
  const lineFor = isSplit ? names : undefined
  // Memoized, so that the chart is not drawn again when the page changes.
  const series = useMemo(
    () => (metric === undefined ? undefined : seriesOf(data, { metric, lineFor })),
    [data, metric, lineFor],
  )
  if (series === undefined || metric === undefined) return null
  return (
    <>
      <div className="toolbar">
        <SelectField label={t.chartMetric} value={metric} onValue={setChosen}>
          {metrics.map((name) => (
            <option key={name} value={name}>
              {columnName(name)}
            </option>
          ))}
        </SelectField>
        {days !== undefined && names !== undefined && (
          <Checkbox label={t.oneLinePer(columnName(names))} checked={isSplit} onValue={setSplit} />
        )}
      </div>
      <Suspense fallback={<div className="chart" />}>
        <ReportChart series={series} format={(value) => format(value, metric)} />
      </Suspense>
    </>
  )
}

import { lazy, Suspense, useMemo } from 'react'
import { formatNumber } from '../../locale/index.ts'
import { t } from '../../texts/ads.ts'
import { EmptyState, Table } from '../../ui/index.ts'
import { seriesOf } from './chart-series.ts'
import { rowCountMax } from './report-request.ts'

type Cell = string | number | boolean | readonly string[]
export type Row = Readonly<Record<string, Cell>>

export interface Report {
  readonly rows?: readonly Row[]
  readonly rowCount: number
  readonly statisticsCurrencyCode?: string
  readonly request: { readonly columns: readonly { readonly columnName: string }[] }
}

const shownMax = 200

// The chart library is loaded on demand.
const ReportChart = lazy(async () => ({
  default: (await import('./report-chart.tsx')).ReportChart,
}))

/** The rows of a report as a chart, if possible, and as a table. */
export function ReportResult({ report }: { report: Report }) {
  const { rows = [], statisticsCurrencyCode } = report
  const columns = report.request.columns.map(({ columnName }) => columnName)
  // Memoized, so that the chart is not drawn again when the page changes.
  const series = useMemo(() => seriesIn(report), [report])
  if (rows.length === 0) {
    return <EmptyState title={t.emptyReport}>{t.emptyReportHint}</EmptyState>
  }
  return (
    <section className="stack" aria-labelledby="report-result">
      <h2 id="report-result">{t.result}</h2>
      <p role="status" className="muted">
        {t.rowCount(rows.length, rows.length >= rowCountMax, statisticsCurrencyCode)}
      </p>
      {series !== undefined && (
        <Suspense fallback={<div className="chart" />}>
          <ReportChart series={series} />
        </Suspense>
      )}
      <Table
        label={t.result}
        columns={columns.map((name) =>
          typeof rows[0]![name] === 'number' ? { label: name, kind: 'number' } : name,
        )}
      >
        {rows.slice(0, shownMax).map((row, index) => (
          // Rows have no key and a fixed order.
          <tr key={`row ${index + 1}`}>
            {columns.map((name) => (
              <td key={name} className={typeof row[name] === 'number' ? 'number' : undefined}>
                <bdi>{cellWords(row[name])}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {rows.length > shownMax && <p className="muted">{t.shownRows(shownMax)}</p>}
    </section>
  )
}

const seriesIn = ({ rows = [], request }: Report) =>
  seriesOf(
    rows,
    request.columns.map(({ columnName }) => columnName),
  )

const cellWords = (cell: Cell | undefined): string =>
  typeof cell === 'number' ? formatNumber(cell) : cell === undefined ? '' : String(cell)

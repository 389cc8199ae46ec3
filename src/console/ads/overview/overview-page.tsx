import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { api } from '../../api/index.ts'
import { formatNumber } from '../../locale/index.ts'
import { t } from '../../texts/ads.ts'
import { EmptyState, Outcome, Page } from '../../ui/index.ts'
import { AccountChoice, useChosen } from '../account-choice.tsx'
import { AdsNavigation } from '../ads-navigation.tsx'
import { DayField } from '../day-field.tsx'
import { dateRange, daysAgo } from '../days.ts'
import { MissingRates } from '../missing-rates.tsx'
import { formatMetric } from '../reports/cells.ts'
import type { ChartSeries } from '../reports/chart-series.ts'
import { columnName } from '../reports/column-names.ts'
import { requestOf, rowCountMax } from '../reports/report-request.ts'
import {
  type DayRow,
  dayColumns,
  daysOf,
  figureIn,
  type KeyFigure,
  keyFigures,
  type Period,
  periodBefore,
} from './key-figures.ts'

const route = getRouteApi('/ads')

const daysMax = Math.floor(rowCountMax / 2)

// The chart library is loaded on demand.
const ReportChart = lazy(async () => ({
  default: (await import('../reports/report-chart.tsx')).ReportChart,
}))

/** The key figures of an advertiser or account, compared with the period before. */
export function OverviewPage() {
  const navigate = route.useNavigate()
  const chosen = useChosen(route.useSearch())
  const [start, setStart] = useState(daysAgo(30))
  const [end, setEnd] = useState(daysAgo(1))
  const isValid = start <= end && daysOf({ start, end }).length <= daysMax
  return (
    <Page title={t.searchAds}>
      <AdsNavigation />
      <MissingRates />
      {chosen.advertisers.data?.length === 0 ? (
        <EmptyState title={t.noAccess}>{t.noAccessHint}</EmptyState>
      ) : (
        <>
          <div className="toolbar">
            <AccountChoice
              chosen={chosen}
              whole={t.allAccounts}
              onChoice={(search) => void navigate({ to: '/ads', search })}
            />
            <DayField label={t.from} value={start} onValue={setStart} />
            <DayField label={t.to} value={end} onValue={setEnd} />
          </div>
          {!isValid ? (
            <p role="alert">{t.periodInvalid(daysMax)}</p>
          ) : (
            chosen.advertiser !== undefined && <Figures {...{ chosen, start, end }} />
          )}
        </>
      )}
    </Page>
  )
}

interface FiguresProps extends Period {
  readonly chosen: ReturnType<typeof useChosen>
}

function Figures({ chosen, start, end }: FiguresProps) {
  const report = useQuery({
    ...dailyReport({ chosen, start, end }),
    placeholderData: keepPreviousData,
  })
  const [metric, setMetric] = useState<KeyFigure['name']>('clicks')
  return (
    <Outcome of={report} lines={8}>
      {({ rows = [], statisticsCurrencyCode: currency }) => (
        <>
          <ul className="figures" aria-label={t.keyFigures}>
            {keyFigures.map((figure) => (
              <li key={figure.name}>
                <FigureButton
                  {...{ figure, rows, currency }}
                  period={{ start, end }}
                  isChosen={figure.name === metric}
                  onChoose={() => setMetric(figure.name)}
                />
              </li>
            ))}
          </ul>
          <Trend {...{ rows, currency, metric, start, end }} />
        </>
      )}
    </Outcome>
  )
}

interface FigureButtonProps {
  readonly figure: KeyFigure
  readonly rows: readonly DayRow[]
  readonly currency: string | undefined
  readonly period: Period
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function FigureButton({ figure, rows, currency, period, isChosen, onChoose }: FigureButtonProps) {
  const { value, change } = figureIn(figure, rows, period)
  return (
    <button type="button" className="figure" aria-pressed={isChosen} onClick={onChoose}>
      <span>{columnName(figure.name)}</span>{' '}
      <strong>{value === null ? t.noValue : formatMetric(value, figure.type, currency)}</strong>{' '}
      <span className="muted">
        {change === undefined
          ? t.noComparison
          : t.change(
              formatNumber(change, {
                style: 'percent',
                maximumFractionDigits: 1,
                signDisplay: 'exceptZero',
              }),
            )}
      </span>
    </button>
  )
}

interface TrendProps extends Period {
  readonly rows: readonly DayRow[]
  readonly currency: string | undefined
  readonly metric: KeyFigure['name']
}

/** The chosen figure by day, with the period before as a second line. */
function Trend({ rows, currency, metric, start, end }: TrendProps) {
  const figure = keyFigures.find(({ name }) => name === metric)!
  // Memoized, so that the chart is not drawn again when the page changes.
  const series = useMemo((): ChartSeries => {
    const { byDay, byDayBefore } = figureIn(figure, rows, { start, end })
    const before = periodBefore({ start, end })
    return {
      kind: 'line',
      metric: figure.name,
      over: 'date',
      labels: daysOf({ start, end }),
      lines: [
        { name: dateRange(start, end), values: byDay },
        { name: dateRange(before.start, before.end), values: byDayBefore },
      ],
    }
  }, [rows, figure, start, end])
  return (
    <Suspense fallback={<div className="chart" />}>
      <ReportChart series={series} format={(value) => formatMetric(value, figure.type, currency)} />
    </Suspense>
  )
}

interface DailyReport {
  readonly rows?: readonly DayRow[]
  readonly statisticsCurrencyCode?: string
}

/** The sums by day of a period and of the one before. */
const dailyReport = ({ chosen: { advertiser, account }, start, end }: FiguresProps) =>
  queryOptions({
    queryKey: ['ads', 'overview', advertiser?.id, account?.id, start, end],
    queryFn: ({ signal }) => {
      const request = requestOf(
        {
          type: account === undefined ? 'advertiser' : 'account',
          columns: dayColumns,
          savedColumns: [],
          filters: [],
          start: periodBefore({ start, end }).start,
          end,
          currency: account === undefined ? 'advertiser' : 'account',
          includesRemoved: true,
        },
        { advertiser: advertiser!, account },
      )
      return api.post<DailyReport>('/doubleclicksearch/v2/reports/generate', {
        body: { ...request, rowCount: rowCountMax, startRow: 0 },
        signal,
      })
    },
  })

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/index.ts'
import { t } from '../../texts/ads.ts'
import { EmptyState, ErrorNote, Outcome, Page, toast } from '../../ui/index.ts'
import { AccountChoice, useChosen } from '../account-choice.tsx'
import { AdsNavigation } from '../ads-navigation.tsx'
import { daysAgo } from '../days.ts'
import type { Place } from '../entities.ts'
import { MissingRates } from '../missing-rates.tsx'
import { type SavedColumn, savedColumnsOf } from '../saved-columns/saved-columns.ts'
import { OwnReports, ownReportsKey } from './own-reports.tsx'
import { ReportForm } from './report-form.tsx'
import { type ReportOptions, requestOf, rowCountMax } from './report-request.ts'
import { type Report, ReportResult } from './report-result.tsx'
import { reportTypes } from './report-types.ts'

const route = getRouteApi('/ads/reports')

const filesOf = { downloadFormat: 'csv', maxRowsPerFile: 1_000_000 }

const initialOptions: ReportOptions = {
  type: 'campaign',
  columns: ['campaign', 'date', 'clicks', 'impr', 'cost'],
  savedColumns: [],
  filters: [],
  start: daysAgo(30),
  end: daysAgo(1),
  currency: 'advertiser',
  includesRemoved: false,
}

const noSavedColumns: readonly SavedColumn[] = []

function useSavedColumns(advertiser: Place | undefined): readonly SavedColumn[] {
  const columns = useQuery({
    ...savedColumnsOf(advertiser ?? { agencyId: '', id: '' }),
    enabled: advertiser !== undefined,
  })
  return columns.data ?? noSavedColumns
}

const placeOf = ({ advertiser, account }: ReturnType<typeof useChosen>): string =>
  JSON.stringify([advertiser?.id, account?.id])

/** Builds reports, runs them synchronously or as files, and lists those with files. */
export function ReportsPage() {
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const search = route.useSearch()
  const chosen = useChosen(search)
  const types = useQuery(reportTypes)
  const saved = useSavedColumns(chosen.advertiser)
  const [options, setOptions] = useState<ReportOptions>({
    ...initialOptions,
    savedColumns: search.savedColumn === undefined ? [] : [search.savedColumn],
  })
  // Another advertiser has other saved columns.
  const savedColumns = options.savedColumns.filter((name) =>
    saved.some(({ savedColumnName }) => savedColumnName === name),
  )
  const available = { ...options, savedColumns }
  const request = () =>
    requestOf(available, { advertiser: chosen.advertiser!, account: chosen.account })
  const run = useMutation({
    // Identifies the account, so that the result is not shown for another one.
    mutationFn: (_place: string) =>
      api.post<Report>('/doubleclicksearch/v2/reports/generate', {
        body: { ...request(), rowCount: rowCountMax, startRow: 0 },
      }),
    onError: () => {},
  })
  const order = useMutation({
    mutationFn: () =>
      api.post('/doubleclicksearch/v2/reports', { body: { ...request(), ...filesOf } }),
    onError: () => {},
    onSuccess: () => toast({ text: t.reportStarted }),
    onSettled: () => client.invalidateQueries({ queryKey: ownReportsKey }),
  })
  const problem = run.error ?? order.error
  const columnsOf = ({ request: { reportType = options.type } }: Report) => [
    ...(types.data?.find(({ name }) => name === reportType)?.columns ?? []),
    ...saved.map(({ savedColumnName: name, type }) => ({
      name,
      type,
      behaviour: 'metric' as const,
    })),
  ]
  return (
    <Page title={t.reports}>
      <AdsNavigation />
      <MissingRates />
      {chosen.advertisers.data?.length === 0 ? (
        <EmptyState title={t.noAccess} />
      ) : (
        <>
          <div className="toolbar">
            <AccountChoice
              chosen={chosen}
              whole={t.allAccounts}
              onChoice={(search) => void navigate({ to: '/ads/reports', search })}
            />
          </div>
          <Outcome of={types} lines={8}>
            {(all) => (
              <ReportForm
                types={all}
                savedColumns={saved}
                options={available}
                onOptions={setOptions}
                isReady={chosen.advertiser !== undefined}
                isRunning={run.isPending}
                onRun={() => run.mutate(placeOf(chosen))}
                onOrder={() => order.mutate()}
              />
            )}
          </Outcome>
          {problem && <ErrorNote error={problem} />}
          {run.data !== undefined && run.variables === placeOf(chosen) && (
            <ReportResult report={run.data} types={columnsOf(run.data)} />
          )}
          <OwnReports />
        </>
      )}
    </Page>
  )
}

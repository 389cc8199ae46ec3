import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, download } from '../../api/index.ts'
import { formatMoment, formatNumber } from '../../locale/index.ts'
import { t } from '../../texts/ads.ts'
import { messageForUser } from '../../texts/server-messages.ts'
import { Button, Outcome, Spinner, Table, toast } from '../../ui/index.ts'
import { columnName } from './column-names.ts'

interface OwnReport {
  readonly id: string
  readonly state: 'accepted' | 'running' | 'ready' | 'failed'
  readonly reportType: string
  readonly request?: { readonly downloadFormat?: string }
  readonly created: string
  readonly rowCount?: number
  readonly fileCount?: number
  readonly failureMessage?: string
}

export const ownReportsKey = ['ads', 'reports']

const pollEveryMs = 1000
const isUnderWay = ({ state }: OwnReport) => state === 'accepted' || state === 'running'

/** Reports with files: running, ready and failed. */
export function OwnReports() {
  const reports = useQuery({
    queryKey: ownReportsKey,
    queryFn: async ({ signal }) =>
      (await api.get<{ items?: readonly OwnReport[] }>('/almanac/v1/ads/reports', { signal }))
        .items ?? [],
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? pollEveryMs : false),
  })
  return (
    <section className="stack">
      <h2>{t.files}</h2>
      <Outcome of={reports}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">{t.noFiles}</p>
          ) : (
            <Table
              label={t.files}
              columns={[
                t.reportType,
                t.requested,
                t.columns.state,
                { label: t.rowsColumn, kind: 'number' },
                { label: t.actions, kind: 'hidden' },
              ]}
            >
              {all.map((report) => (
                <ReportLine key={report.id} report={report} />
              ))}
            </Table>
          )
        }
      </Outcome>
    </section>
  )
}

function ReportLine({ report }: { report: OwnReport }) {
  const client = useQueryClient()
  const { id, reportType, fileCount = 0 } = report
  const remove = useMutation({
    mutationFn: () => api.del(`/almanac/v1/ads/reports/${encodeURIComponent(id)}`),
    onSuccess: () => toast({ text: t.reportDeleted }),
    onSettled: () => client.invalidateQueries({ queryKey: ownReportsKey }),
  })
  const fetchFile = useMutation({
    mutationFn: (fragment: number) =>
      download(
        `/doubleclicksearch/v2/reports/${encodeURIComponent(id)}/files/${fragment}`,
        `${reportType}-${fragment + 1}.${report.request?.downloadFormat ?? 'csv'}`,
      ),
  })
  return (
    <tr>
      <th scope="row">{columnName(reportType)}</th>
      <td className="nowrap">{formatMoment(report.created, 'exact')}</td>
      <td>
        {isUnderWay(report) ? (
          <Spinner label={t.writing} />
        ) : report.state === 'ready' ? (
          <span className="badge">{t.ready}</span>
        ) : (
          <>
            <span className="badge alarm">{t.failed}</span>{' '}
            {messageForUser(report.failureMessage ?? '')}
          </>
        )}
      </td>
      <td className="number">{report.rowCount !== undefined && formatNumber(report.rowCount)}</td>
      <td className="actions">
        {Array.from({ length: report.state === 'ready' ? fileCount : 0 }, (_, fragment) => (
          <Button
            key={`file ${fragment + 1}`}
            kind="quiet"
            isBusy={fetchFile.isPending}
            onClick={() => fetchFile.mutate(fragment)}
          >
            {t.downloadPart(fileCount > 1 ? fragment + 1 : undefined)}
          </Button>
        ))}
        <Button kind="quiet" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          {t.delete}
        </Button>
      </td>
    </tr>
  )
}

import { Download } from '#/contract/answer.ts'
import { integer, string } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import type { ReportRequest } from '../schemas/report.ts'
import type { ReportFormat } from '../warehouse/report-engine.ts'
import { foundReport } from './found-report.ts'
import { filesOf } from './presentation.ts'

const contentTypes: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

export const getFile = operation(
  {
    id: 'doubleclicksearch.reports.getFile',
    http: 'GET /reports/{reportId}/files/{reportFragment}',
    summary: 'Returns a file of a report.',
    params: {
      reportId: string({ about: 'The report.' }),
      reportFragment: integer({ about: 'Which of its files, from 0 on.', minimum: 0 }),
    },
    audit: { object: 'reports/{reportId}/files/{reportFragment}' },
    isDownload: true,
  },
  async ({ params: { reportId, reportFragment: fragment }, reportFiles, ...context }) => {
    const report = await foundReport(context, reportId)
    const bytes = filesOf(report)[fragment]
    if (report.state !== 'ready' || bytes === undefined) throw notFound('There is no such file.')
    const format = (JSON.parse(report.request) as ReportRequest).downloadFormat as ReportFormat
    const { epoch, incarnation } = report
    return new Download(contentTypes[format], async () =>
      reportFiles.open({ reportId, epoch, incarnation, fragment, format, bytes }),
    )
  },
)

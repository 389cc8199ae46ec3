import { string } from '#/contract/schema.ts'
import { operation } from '../operation.ts'
import { Report } from '../schemas/report.ts'
import { foundReport, requireHope } from './found-report.ts'
import { wireReport } from './presentation.ts'

export const get = operation(
  {
    id: 'doubleclicksearch.reports.get',
    http: 'GET /reports/{reportId}',
    summary: 'Returns the state of a report and the URLs of its files.',
    params: { reportId: string({ about: 'The report.' }) },
    reply: Report,
  },
  async ({ params, basePath, origin, ...context }) => {
    const report = await foundReport(context, params.reportId)
    requireHope(report)
    return wireReport(
      report,
      (fragment) => `${origin()}${basePath}/reports/${report.id}/files/${fragment}`,
    )
  },
)

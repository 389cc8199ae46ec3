import { almanacApi } from '#/contract/almanac-api.ts'
import { string } from '#/contract/schema.ts'
import { operation } from '../operation.ts'
import { foundReport } from './found-report.ts'

export const delete_ = operation(
  {
    id: 'doubleclicksearch.reports.delete',
    http: 'DELETE /ads/reports/{reportId}',
    summary: 'Cancels a report of the caller, or deletes it with its files.',
    params: { reportId: string({ about: 'The report.' }) },
    audit: { object: 'reports/{reportId}' },
    api: almanacApi,
  },
  async ({ params, database, reports, reportFiles, runningReports, ...context }) => {
    const { id } = await foundReport({ database, reports, ...context }, params.reportId)
    await database.transaction((tx) => reports.remove(tx, id))
    runningReports.cancel(id)
    await reportFiles.remove([id])
  },
)

import { notFound } from '#/kernel/errors.ts'
import { reportUnavailable } from '../errors.ts'
import type { AdsContext } from '../operation.ts'
import type { ReportRow } from '../store/reports.ts'

type Context = Pick<AdsContext, 'caller' | 'database' | 'clock' | 'reports' | 'reportLimits'>

/** The caller's own report, until it is purged. The reports of others are not found. */
export async function foundReport(context: Context, reportId: string): Promise<ReportRow> {
  const { caller, database, clock, reports, reportLimits } = context
  const report = await reports.find(database, reportId)
  const isThere =
    report !== undefined &&
    report.userId === caller.userId &&
    report.createdAt >= clock.nowMs() - reportLimits.keepMs &&
    (report.state !== 'ready' || report.epoch === database.epoch)
  if (!isThere) throw notFound('There is no such report.')
  return report
}

/** Throws the error of a failed report. */
export function requireHope({ failure, failureText }: ReportRow): void {
  if (failure !== '') throw reportUnavailable(failure, failureText)
}

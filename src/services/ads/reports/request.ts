import { base32hex } from '#/kernel/identifiers.ts'
import { tooManyReports } from '../errors.ts'
import { operation, type ReportLimits } from '../operation.ts'
import { Report, ReportRequest } from '../schemas/report.ts'
import type { ReportRow } from '../store/reports.ts'
import { reportFormats } from '../warehouse/report-engine.ts'
import { reportType } from './catalog/report-types.ts'
import { completeRequest, wireReport } from './presentation.ts'
import { reportJob } from './report-job.ts'
import { Faults } from './request/faults.ts'
import { type ReportPlan, valuesOf } from './request/plan.ts'
import { planReport } from './request/planning.ts'

const idLength = 16
const rowsPerFileMax = 100_000_000

export const request = operation(
  {
    id: 'doubleclicksearch.reports.request',
    http: 'POST /reports',
    summary: 'Requests a report, whose files are generated asynchronously.',
    body: ReportRequest,
    reply: Report,
    // The cost is known after validation.
    allowance: '',
  },
  async ({
    body,
    caller,
    database,
    clock,
    reports,
    reportLimits,
    randomBytes,
    enqueue,
    allowances,
    ...context
  }) => {
    const request = completeRequest(body)
    requireFiles(request, reportLimits)
    const plan = await planReport(
      { ...context, caller, clock, reportLimits },
      database,
      request,
      'request',
    )
    const row: ReportRow = {
      id: base32hex(idLength, randomBytes),
      userId: caller.userId,
      type: plan.type,
      state: 'accepted',
      request: JSON.stringify(request),
      currency: plan.currency,
      timeZone: plan.timeZone ?? '',
      createdAt: clock.nowMs(),
      finishedAt: null,
      rowCount: 0,
      files: '[]',
      epoch: 0,
      incarnation: '',
      run: '',
      failure: '',
      failureText: '',
    }
    await database.transaction(async (tx) => {
      const open = await reports.countOpen(tx, caller.userId)
      if (open >= reportLimits.openMax) throw tooManyReports(reportLimits.openMax)
      const units = weightOf(plan, row.createdAt)
      const spending = { allowance: 'adsRequest', userId: caller.userId, units }
      if (!(await allowances.spend(tx, spending))) {
        return reports.add(tx, { ...row, ...tooMuch(row.createdAt, allowances.endsAt) })
      }
      await reports.add(tx, row)
      await enqueue(tx, reportJob(row.id))
    })
    return wireReport(row, () => '')
  },
)

/** A report beyond the user's daily quota: later requests for it get the error. */
const tooMuch = (now: number, endsAt: Temporal.Instant) =>
  ({
    state: 'failed',
    finishedAt: now,
    failure: 'reportUnavailableQuotaExceeded',
    failureText: `More has been asked for than is allowed in a day, which ends at ${endsAt}.`,
  }) as const

function requireFiles(
  { downloadFormat, maxRowsPerFile }: ReportRequest,
  { rowsPerFileMin }: ReportLimits,
): void {
  const faults = new Faults()
  if (downloadFormat === undefined) faults.missing('downloadFormat')
  else if (!reportFormats.some((format) => format === downloadFormat)) {
    faults.add('downloadFormat', `one of ${reportFormats.join(', ')} is expected.`)
  }
  if (maxRowsPerFile === undefined) faults.missing('maxRowsPerFile')
  else if (maxRowsPerFile < rowsPerFileMin || maxRowsPerFile > rowsPerFileMax) {
    faults.add(
      'maxRowsPerFile',
      `a number from ${rowsPerFileMin} to ${rowsPerFileMax} is expected.`,
    )
  }
  faults.throwAny()
}

const dayMs = 86_400_000

/** The cost of a report in the daily allowance: one unit per day of its time range. */
function weightOf(plan: ReportPlan, nowMs: number): number {
  const { days, metricsChangedSinceMs, type } = plan
  const isOfFigures = [...valuesOf(plan)].some(({ is }) => is !== 'attribute')
  if (!isOfFigures && reportType(type).isOfEvents === undefined) return 1
  if (metricsChangedSinceMs !== undefined) {
    return Math.max(1, Math.ceil((nowMs - metricsChangedSinceMs) / dayMs))
  }
  return days === undefined ? 1 : Temporal.PlainDate.from(days.first).until(days.last).days + 1
}

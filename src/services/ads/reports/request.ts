import { tooManyReports } from '#/kernel/errors.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import { operation, type ReportLimits } from '../operation.ts'
import { Report, ReportRequest } from '../schemas/report.ts'
import { adsScopes } from '../scopes.ts'
import type { ReportRow } from '../store/reports.ts'
import { reportFormats } from '../warehouse/report-engine.ts'
import { completed, presented } from './presentation.ts'
import { reportJob } from './report-job.ts'
import { Faults } from './request/faults.ts'
import { planReport } from './request/planning.ts'

const idLength = 16
const rowsPerFileMax = 100_000_000

export const request = operation(
  {
    id: 'doubleclicksearch.reports.request',
    http: 'POST /reports',
    summary: 'Asks for a report, whose files are written later.',
    params: {},
    body: ReportRequest,
    reply: Report,
    scopes: [adsScopes.everything],
    cost: 1,
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
    ...given
  }) => {
    const wanted = completed(body)
    requireFiles(wanted, reportLimits)
    const plan = await planReport(
      { ...given, caller, clock, reportLimits },
      database,
      wanted,
      'request',
    )
    const row: ReportRow = {
      id: base32hex(idLength, randomBytes),
      userId: caller.userId,
      type: plan.type,
      state: 'accepted',
      request: JSON.stringify(wanted),
      currency: plan.currency,
      timeZone: plan.timeZone ?? '',
      createdAt: clock.nowMs(),
      finishedAt: null,
      rowCount: 0,
      files: '[]',
      epoch: 0,
      failure: '',
      failureText: '',
    }
    await database.transaction(async (tx) => {
      const open = await reports.countOpen(tx, caller.userId)
      if (open >= reportLimits.openMax) throw tooManyReports(reportLimits.openMax)
      await reports.add(tx, row)
      await enqueue(tx, reportJob(row.id))
    })
    return presented(row, () => '')
  },
)

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

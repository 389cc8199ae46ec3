import type { JobContext, JobKind, NewJob } from '#/jobs/job.ts'
import { ApiError } from '#/kernel/errors.ts'
import { base64url } from '#/kernel/identifiers.ts'
import type { ReportFailureReason } from '../errors.ts'
import type { AdsDependencies } from '../operation.ts'
import type { ReportRequest } from '../schemas/report.ts'
import type { ReportRow } from '../store/reports.ts'
import { ReportFault, type ReportFormat } from '../warehouse/report-engine.ts'
import { compileReport } from './query/compile.ts'
import { ImpossibleReport } from './query/figures.ts'
import { planReport } from './request/planning.ts'
import { Cancelled } from './running-reports.ts'

const reportKind = 'ads.report'
const attemptsMax = 3

interface Payload {
  readonly reportId: string
}

/** The job that writes the files of a report. */
export const reportJob = (reportId: string): NewJob => ({
  kind: reportKind,
  payload: { reportId } satisfies Payload,
})

/**
 * The kind of job that writes the files of a report. It can run again at any time, in any process: it
 * overwrites the files of earlier runs, which count only once the report lists them.
 */
export const reportWriting = (
  dependencies: AdsDependencies & { readonly timeoutMs: number },
): JobKind => ({
  kind: reportKind,
  attemptsMax,
  backoff: { firstMs: 200, factor: 5, capMs: 60_000, jitter: 0.5 },
  timeoutMs: dependencies.timeoutMs,
  leaseMs: 15_000,
  run: (payload, context) => write(dependencies, (payload as Payload).reportId, context),
  giveUp: (tx, payload, { clock }) =>
    dependencies.reports.fail(tx, {
      id: (payload as Payload).reportId,
      finishedAt: clock.nowMs(),
      failure: 'reportUnavailableInternalServerError',
      failureText: 'The report could not be created.',
    }),
})

async function write(
  dependencies: AdsDependencies,
  reportId: string,
  context: JobContext,
): Promise<void> {
  const { database, reports, reportFiles, clock } = dependencies
  const report = await reports.find(database, reportId)
  if (report === undefined || report.state === 'ready' || report.state === 'failed') return
  const run = base64url(12, dependencies.randomBytes)
  if (!(await database.transaction((tx) => reports.begin(tx, { id: reportId, run })))) return
  try {
    const written = await compute(dependencies, report, context)
    const { epoch, incarnation } = database
    const files = JSON.stringify(written.files.map(({ bytes }) => bytes))
    const finishedAt = clock.nowMs()
    const { rowCount } = written
    const isKept = await database.transaction((tx) =>
      reports.finish(tx, { id: reportId, run, finishedAt, rowCount, files, epoch, incarnation }),
    )
    // If the report was not deleted, the files belong to another run.
    if (!isKept && (await reports.find(database, reportId)) === undefined) {
      await reportFiles.remove([reportId])
    }
  } catch (error) {
    if (error instanceof Cancelled) return await reportFiles.remove([reportId])
    const failure = failureOf(error)
    if (failure === undefined) throw error
    const finishedAt = clock.nowMs()
    await database.transaction((tx) => reports.fail(tx, { id: reportId, finishedAt, ...failure }))
    await reportFiles.remove([reportId])
  }
}

async function compute(dependencies: AdsDependencies, report: ReportRow, { signal }: JobContext) {
  const { database, reports, reportEngine, runningReports, clock } = dependencies
  const request = JSON.parse(report.request) as ReportRequest
  const caller = { kind: 'user', userId: report.userId, email: '', clientId: '' } as const
  const context = { ...dependencies, caller: { ...caller, scopes: new Set<string>() } }
  const plan = await planReport(context, database, request, 'request')
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
  const query = compileReport(plan, reportEngine.dialect, { today })
  const format = request.downloadFormat as ReportFormat
  // Progress is informational, so its errors are ignored.
  const onRows = (rowCount: number) => {
    const noting = database.transaction((tx) => reports.progress(tx, { id: report.id, rowCount }))
    noting.catch(() => {})
  }
  const { maxRowsPerFile } = request
  const { booleans } = dependencies.reportLimits
  const output = { reportId: report.id, format, maxRowsPerFile: maxRowsPerFile!, booleans, onRows }
  return runningReports.run(report.id, signal, (until) =>
    reportEngine.write(query, { ...output, signal: until }),
  )
}

/** Why a report can never succeed; undefined if a retry may. */
function failureOf(
  error: unknown,
): { failure: ReportFailureReason; failureText: string } | undefined {
  if (error instanceof ReportFault && error.why === 'tooLarge') {
    return { failure: 'reportUnavailableRequestTooLarge', failureText: error.message }
  }
  const isImpossible = error instanceof ReportFault || error instanceof ImpossibleReport
  const isRefused = error instanceof ApiError && error.status < 500
  if (!isImpossible && !isRefused) return undefined
  return { failure: 'reportUnavailableRequestError', failureText: (error as Error).message }
}

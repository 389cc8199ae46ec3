import { almanacApi } from '#/contract/almanac-api.ts'
import {
  array,
  dateTime,
  int64,
  integer,
  kind,
  object,
  optional,
  string,
} from '#/contract/schema.ts'
import { operation } from '../operation.ts'
import { ReportRequest } from '../schemas/report.ts'
import { filesOf } from './presentation.ts'

const OwnReport = object(
  'OwnReport',
  {
    id: string({ about: 'The report.' }),
    state: string({ about: '`accepted`, `running`, `ready` or `failed`.' }),
    reportType: string({ about: 'The report type.' }),
    request: ReportRequest,
    created: dateTime({ about: 'The time of the request.' }),
    finished: dateTime({ about: 'When it was ready, or failed.' }),
    rowCount: integer({ about: 'How many rows it has, or has so far.' }),
    byteCount: int64({ about: 'How many bytes its files have together.' }),
    fileCount: integer({ about: 'How many files it has.' }),
    failureReason: string({ about: 'Why it failed, as `reports.get` names it.' }),
    failureMessage: string({ about: 'Why it failed, in words.' }),
  },
  { about: 'A report of the caller.' },
)

const OwnReportList = object('OwnReportList', {
  kind: kind('almanac#reportList'),
  items: array(OwnReport, { about: 'The reports, the latest first.' }),
})

const resultsMax = 1000

export const list = operation(
  {
    id: 'doubleclicksearch.reports.list',
    http: 'GET /ads/reports',
    summary: 'Lists the reports of the caller with their states.',
    params: {
      maxResults: optional(
        integer({
          about: 'Most reports that are listed.',
          minimum: 1,
          cap: resultsMax,
          default: 100,
        }),
      ),
    },
    reply: OwnReportList,
    api: almanacApi,
  },
  async ({ params: { maxResults = 100 }, caller, database, reports, clock, reportLimits }) => {
    const rows = await reports.of(database, caller.userId, maxResults)
    const since = clock.nowMs() - reportLimits.keepMs
    const visible = rows.filter(
      ({ createdAt, state, epoch }) =>
        createdAt >= since && (state !== 'ready' || epoch === database.epoch),
    )
    return {
      kind: 'almanac#reportList',
      items: visible.map((row) => {
        const sizes = filesOf(row)
        return {
          id: row.id,
          state: row.state,
          reportType: row.type,
          request: JSON.parse(row.request) as ReportRequest,
          created: textOf(row.createdAt),
          ...(row.finishedAt !== null && { finished: textOf(row.finishedAt) }),
          rowCount: row.rowCount,
          byteCount: String(sizes.reduce((sum, bytes) => sum + bytes, 0)),
          fileCount: sizes.length,
          ...(row.failure !== '' && {
            failureReason: row.failure,
            failureMessage: row.failureText,
          }),
        }
      }),
    }
  },
)

const textOf = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString()

import type { Report, ReportRequest } from '../schemas/report.ts'
import type { ReportRow } from '../store/reports.ts'

export const kind = 'doubleclicksearch#report'

/** The current state of a report that is written into files. */
export function wireReport(row: ReportRow, addressOf: (fragment: number) => string): Report {
  const isReportReady = row.state === 'ready'
  return {
    kind,
    id: row.id,
    isReportReady,
    request: JSON.parse(row.request) as ReportRequest,
    statisticsCurrencyCode: row.currency,
    ...(row.timeZone !== '' && { statisticsTimeZone: row.timeZone }),
    almanac: { state: row.state, rowsSoFar: row.rowCount },
    ...(isReportReady && {
      rowCount: row.rowCount,
      files: filesOf(row).map((bytes, fragment) => ({
        byteCount: String(bytes),
        url: addressOf(fragment),
      })),
    }),
  }
}

/** The sizes of the files. */
export const filesOf = ({ files }: ReportRow): readonly number[] => JSON.parse(files) as number[]

/** A request with its defaults. */
export const completeRequest = (request: ReportRequest): ReportRequest => ({
  ...request,
  includeRemovedEntities:
    request.includeRemovedEntities === true || request.includeDeletedEntities === true,
  includeDeletedEntities: request.includeDeletedEntities ?? false,
  verifySingleTimeZone: request.verifySingleTimeZone ?? false,
})

import type { ReportQuery } from '../../reports/query/compile.ts'
import type { Booleans, ReportFormat, ReportPage, WrittenFiles } from '../report-engine.ts'

export type Task =
  | { readonly do: 'rows'; readonly query: ReportQuery }
  | {
      readonly do: 'write'
      readonly query: ReportQuery
      readonly format: ReportFormat
      readonly maxRowsPerFile: number
      readonly booleans: Booleans
      /** The path of the files, without their number and extension. */
      readonly path: string
    }

export type Question =
  | { readonly number: number; readonly task: Task }
  /** The result is no longer awaited. */
  | { readonly number: number; readonly cancel: true }

export type Answer = { readonly number: number } & (
  | ReportPage
  | { readonly written: WrittenFiles }
  | { readonly failure: Failure }
)

/** Sent while a query is running. */
export interface Progress {
  readonly number: number
  readonly rowsSoFar: number
}

export interface Failure {
  readonly why: 'tooLarge' | 'impossible' | 'cancelled' | 'other'
  readonly message: string
}

/** The name of a report file within its folder. */
export const fileNameOf = (path: string, fragment: number, format: ReportFormat): string =>
  `${path}-${fragment}.${format}`

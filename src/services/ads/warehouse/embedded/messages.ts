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
      /** Files are called so, with their number and ending behind it. */
      readonly path: string
    }

export type Question =
  | { readonly number: number; readonly task: Task }
  /** Nobody waits for the answer any more. */
  | { readonly number: number; readonly cancel: true }

export type Answer = { readonly number: number } & (
  | ReportPage
  | { readonly written: WrittenFiles }
  | { readonly failure: Failure }
)

/** Said while a question is being answered. */
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

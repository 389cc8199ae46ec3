import type { ReportQuery } from '../reports/query/compile.ts'
import type { ReportDialect } from '../reports/query/dialect.ts'

/** The formats of report files. */
export const reportFormats = ['csv', 'tsv', 'jsonl', 'parquet'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** How Boolean values are written: `true` and `false`, or 1 and 0. */
export type Booleans = 'words' | 'digits'

export interface ReportOutput {
  readonly reportId: string
  readonly format: ReportFormat
  readonly maxRowsPerFile: number
  readonly booleans: Booleans
  readonly signal: AbortSignal
  /** Called now and then with the number of rows written so far. */
  readonly onRows: (rowsSoFar: number) => void
}

export interface WrittenFiles {
  readonly rowCount: number
  /** The size of each file, in order. */
  readonly files: readonly { readonly bytes: number }[]
}

/** Cells are text; empty ones are null. */
type CellRow = readonly (string | null)[]

export interface ReportPage {
  readonly rows: readonly CellRow[]
  /** The number of rows on all pages. */
  readonly total: number
}

/** Computes reports: a warehouse beside the embedded database, or PostgreSQL itself. */
export interface ReportEngine extends AsyncDisposable {
  readonly dialect: ReportDialect
  /** The rows of a query with a small result. */
  rows(query: ReportQuery): Promise<ReportPage>
  /** Writes the rows of a query into files, from one snapshot, replacing earlier files. */
  write(query: ReportQuery, output: ReportOutput): Promise<WrittenFiles>
}

/** The number of rows on all pages, if one page determines it; otherwise they have to be counted. */
export function totalShownBy({ page }: ReportQuery, count: number): number | undefined {
  const { firstRow, rowCount } = page ?? { firstRow: 0, rowCount: Number.POSITIVE_INFINITY }
  return count < rowCount && (count > 0 || firstRow === 0) ? firstRow + count : undefined
}

/** A report that no server can create: it is too large, or refers to unknown columns. */
export class ReportFault extends Error {
  readonly why: 'tooLarge' | 'impossible'

  constructor(why: ReportFault['why'], message: string) {
    super(message)
    this.name = 'ReportFault'
    this.why = why
  }
}

export const noRate = ({ currency, day }: { currency: string; day: string }): ReportFault =>
  new ReportFault(
    'impossible',
    currency === ''
      ? `There are amounts of ${day} without a currency.`
      : `There is no currency rate for ${currency} on ${day} or before: import currency rates.`,
  )

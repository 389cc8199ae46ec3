import type { Place } from '../entities.ts'

export interface ReportFilter {
  readonly column: string
  readonly operator: string
  /** Values separated by commas. */
  readonly values: string
}

/** The report in the form. */
export interface ReportOptions {
  readonly type: string
  readonly columns: readonly string[]
  /** The names of saved columns, which follow the others. */
  readonly savedColumns: readonly string[]
  readonly filters: readonly ReportFilter[]
  readonly start: string
  readonly end: string
  readonly currency: string
  readonly includesRemoved: boolean
}

export const rowCountMax = 1000

/** The part of a request that synchronous and file reports share. */
export function requestOf(
  options: ReportOptions,
  scope: { advertiser: Place; account?: Place | undefined },
) {
  const { agencyId, id: advertiserId } = scope.advertiser
  return {
    reportType: options.type,
    columns: [
      ...options.columns.map((columnName) => ({ columnName })),
      ...options.savedColumns.map((savedColumnName) => ({ savedColumnName })),
    ],
    filters: options.filters
      .filter(({ column }) => column !== '')
      .map(({ column, operator, values }) => ({
        column: { columnName: column },
        operator,
        values: values
          .split(',')
          .map((value) => value.trim())
          .filter((value) => value !== ''),
      })),
    timeRange: { startDate: options.start, endDate: options.end },
    statisticsCurrency: options.currency,
    includeRemovedEntities: options.includesRemoved,
    reportScope: {
      agencyId,
      advertiserId,
      ...(scope.account && { engineAccountId: scope.account.id }),
    },
  }
}

export type ReportRequest = ReturnType<typeof requestOf>

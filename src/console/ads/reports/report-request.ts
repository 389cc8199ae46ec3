import type { Place } from '../entities.ts'

export interface FilterWish {
  readonly column: string
  readonly operator: string
  /** Values separated by commas. */
  readonly values: string
}

/** The report in the form. */
export interface ReportWish {
  readonly type: string
  readonly columns: readonly string[]
  readonly filters: readonly FilterWish[]
  readonly start: string
  readonly end: string
  readonly currency: string
  readonly includesRemoved: boolean
}

export const rowCountMax = 1000

/** The part of a request that synchronous and file reports share. */
export function requestOf(
  wish: ReportWish,
  scope: { advertiser: Place; account?: Place | undefined },
) {
  const { agencyId, id: advertiserId } = scope.advertiser
  return {
    reportType: wish.type,
    columns: wish.columns.map((columnName) => ({ columnName })),
    filters: wish.filters
      .filter(({ column }) => column !== '')
      .map(({ column, operator, values }) => ({
        column: { columnName: column },
        operator,
        values: values
          .split(',')
          .map((value) => value.trim())
          .filter((value) => value !== ''),
      })),
    timeRange: { startDate: wish.start, endDate: wish.end },
    statisticsCurrency: wish.currency,
    includeRemovedEntities: wish.includesRemoved,
    reportScope: {
      agencyId,
      advertiserId,
      ...(scope.account && { engineAccountId: scope.account.id }),
    },
  }
}

export type ReportRequest = ReturnType<typeof requestOf>

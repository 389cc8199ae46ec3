import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'

export interface ReportColumn {
  readonly name: string
  readonly type: string
  readonly behaviour: 'attribute' | 'metric' | 'segment'
  readonly isFilterable?: boolean
  readonly about?: string
  /** Whether values of several rows can be summed, if it is a metric. */
  readonly isSummable?: boolean
  /** How the value for several rows follows from the sums of two other columns. */
  readonly ratio?: {
    readonly numerator: string
    readonly denominator: string
    readonly factor: number
  }
}

export interface ReportType {
  readonly name: string
  readonly about?: string
  readonly keyColumns?: readonly string[]
  readonly needsTimeRange?: boolean
  readonly columns: readonly ReportColumn[]
}

/** The report types and their columns. */
export const reportTypes = queryOptions({
  queryKey: ['ads', 'reportTypes'],
  queryFn: async ({ signal }) =>
    (await api.get<{ items: readonly ReportType[] }>('/almanac/v1/ads/reportTypes', { signal }))
      .items,
  staleTime: Number.POSITIVE_INFINITY,
})

export const operators = [
  'equals',
  'notEquals',
  'in',
  'lessThan',
  'greaterThan',
  'lessThanOrEqual',
  'greaterThanOrEqual',
  'startsWith',
  'containsSubstring',
  'doesNotContainSubstring',
] as const

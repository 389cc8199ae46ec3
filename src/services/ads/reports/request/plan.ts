import type { Formula } from '../../domain/formula/parse.ts'
import type { AdvertiserRow } from '../../store/advertisers.ts'
import type { ColumnType, Source } from '../catalog/column.ts'
import type { Metric } from '../catalog/metrics.ts'
import type { ReportTypeName } from '../catalog/report-types.ts'
import type { SegmentKey } from '../catalog/segments.ts'

/** A range of days, both inclusive, as YYYY-MM-DD. */
export interface Days {
  readonly first: string
  readonly last: string
}

/** A value of a row: columns show it, filters compare it, and orders sort by it. */
export type Value =
  | {
      readonly is: 'attribute'
      readonly name: string
      readonly type: ColumnType
      readonly source: Source
    }
  | {
      readonly is: 'segment'
      readonly name: string
      readonly type: ColumnType
      readonly key: SegmentKey
      readonly isEnd?: true
    }
  | {
      readonly is: 'metric'
      readonly name: string
      readonly type: ColumnType
      readonly metric: Metric
      readonly days: Days | undefined
    }
  | {
      readonly is: 'customMetric'
      readonly name: string
      readonly type: 'Number'
      readonly days: Days | undefined
    }
  | { readonly is: 'customDimension'; readonly name: string; readonly type: 'String' }
  | { readonly is: 'formula'; readonly type: ColumnType; readonly term: Term }

/** A formula with its constant parts evaluated. */
export type Term =
  | { readonly is: 'value'; readonly value: Value }
  | { readonly is: 'number'; readonly number: number }
  | { readonly is: 'text'; readonly text: string }
  | {
      readonly is: 'sum'
      readonly sign: Extract<Formula, { is: 'sum' }>['sign']
      readonly of: readonly [Term, Term]
    }
  | { readonly is: 'choice'; readonly of: readonly Term[] }
  | { readonly is: 'text of'; readonly of: Term; readonly type: ColumnType }
  | { readonly is: 'number of'; readonly of: Term }

export interface PlannedColumn {
  readonly header: string
  readonly value: Value
  readonly isGroupBy: boolean
}

export const operators = [
  'equals',
  'notEquals',
  'in',
  'lessThan',
  'greaterThan',
  'lessThanOrEqual',
  'greaterThanOrEqual',
  'isNull',
  'isNotNull',
  'startsWith',
  'containsSubstring',
  'doesNotContainSubstring',
  'containsElement',
] as const
export type Operator = (typeof operators)[number]

/** The value that a cell is compared with: text, or a number in the unit of sums (see `comparable`). */
export type Comparand = string | bigint | boolean

export interface PlannedFilter {
  readonly value: Value
  readonly operator: Operator
  readonly comparands: readonly Comparand[]
}

export interface PlannedOrder {
  readonly value: Value
  readonly isDescending: boolean
}

export interface PlannedScope {
  /** The advertisers whose rows are included. */
  readonly advertisers: readonly AdvertiserRow[]
  /** Whether it names one advertiser or a part of it. */
  readonly isOfAdvertiser: boolean
  readonly accountId?: string
  readonly campaignId?: string
  readonly adGroupId?: string
  readonly keywordId?: string
  readonly adId?: string
}

/** A validated report, ready to be computed. */
export interface ReportPlan {
  readonly type: ReportTypeName
  readonly scope: PlannedScope
  readonly columns: readonly PlannedColumn[]
  readonly filters: readonly PlannedFilter[]
  readonly order: readonly PlannedOrder[]
  readonly days: Days | undefined
  readonly metricsChangedSinceMs: number | undefined
  readonly attributesChangedSinceMs: number | undefined
  readonly includesRemoved: boolean
  readonly perspective: 'sold' | 'advertised'
  readonly currency: string
  /** Whether all accounts and advertisers of the scope have this currency. */
  readonly isOneCurrency: boolean
  readonly timeZone: string | undefined
}

/** All values that a plan computes, including those in formulas. */
export function* valuesOf(
  plan: Pick<ReportPlan, 'columns' | 'filters' | 'order'>,
): Iterable<Value> {
  for (const { value } of [...plan.columns, ...plan.filters, ...plan.order]) yield* leavesOf(value)
}

/** The values that a value is computed from: itself, unless it is a formula. */
export function* leavesOf(value: Value): Iterable<Value> {
  if (value.is === 'formula') yield* leavesOfTerm(value.term)
  else yield value
}

function* leavesOfTerm(term: Term): Iterable<Value> {
  if (term.is === 'value') yield* leavesOf(term.value)
  if (term.is === 'sum' || term.is === 'choice')
    for (const part of term.of) yield* leavesOfTerm(part)
  if (term.is === 'text of' || term.is === 'number of') yield* leavesOfTerm(term.of)
}

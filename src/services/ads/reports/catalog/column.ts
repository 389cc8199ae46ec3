/** The type of a column's cells. */
export type ColumnType =
  | 'ID'
  | 'String'
  | 'String list'
  | 'ID list'
  | 'Integer'
  | 'Number'
  | 'Money'
  | 'Percent'
  | 'Boolean'
  | 'Date'
  | 'Timestamp'
  | 'Status'
  | 'Engine type'
  | 'Device segment'
  | 'Match type'
  | 'Conversion type'
  | 'Bid strategy goal'
  | 'SERP type'

/** A property of the row, a metric, or a segment of metrics. */
type Behaviour = 'attribute' | 'metric' | 'segment'

/** The entities that have attributes; `self` is the entity of the row. */
export type Home =
  | 'self'
  | 'agency'
  | 'advertiser'
  | 'account'
  | 'campaign'
  | 'adGroup'
  | 'keyword'
  | 'ad'
  | 'feedItem'
  | 'product'
  | 'productGroup'
  | 'productTarget'
  | 'activity'
  | 'bidStrategy'
  | 'conversion'
  | 'visit'
  | 'term'

/** The source of an attribute's value. */
export type Source =
  /** A column of all entities of its home. */
  | { readonly home: Home; readonly field: string }
  /** The imported value with this name. */
  | { readonly home: Home; readonly attribute: string }
  /** The first of several values that was imported. */
  | { readonly firstOf: readonly Source[] }
  /** The distinct elements of several lists. */
  | { readonly allOf: readonly Source[] }
  /** True if the first value was not imported and one of the others was. */
  | { readonly isInherited: readonly Source[] }

export interface AttributeFacts {
  readonly type: ColumnType
  readonly about: string
  readonly source: Source
}

/** A column of reports of one type. */
export interface ReportColumn {
  readonly name: string
  readonly type: ColumnType
  readonly behaviour: Behaviour
  readonly isFilterable: boolean
  readonly about: string
}

export const isList = (type: ColumnType): boolean => type === 'String list' || type === 'ID list'

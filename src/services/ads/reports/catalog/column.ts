/** What the cells of a column hold. */
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

/** A property of the row, a figure about it, or what its figures are split by. */
export type Behaviour = 'attribute' | 'metric' | 'segment'

/** Things that attributes are properties of; `self` is what a row is about. */
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

/** Where the value of an attribute is found. */
export type Source =
  /** A column that all things of its home have. */
  | { readonly home: Home; readonly field: string }
  /** The imported value of this name. */
  | { readonly home: Home; readonly told: string }
  /** The first of several values that was imported. */
  | { readonly firstOf: readonly Source[] }
  /** The elements of several lists, each once. */
  | { readonly allOf: readonly Source[] }
  /** True if the first value was not imported and one of the others was. */
  | { readonly isInherited: readonly Source[] }

export interface AttributeFacts {
  readonly type: ColumnType
  readonly about: string
  readonly source: Source
}

/** A column as reports of one type have it. */
export interface ReportColumn {
  readonly name: string
  readonly type: ColumnType
  readonly behaviour: Behaviour
  readonly isFilterable: boolean
  readonly about: string
}

export const isList = (type: ColumnType): boolean => type === 'String list' || type === 'ID list'

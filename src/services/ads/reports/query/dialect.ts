import type { ColumnType } from '../catalog/column.ts'

/** The conditions on a relation that its tables can check. */
export interface RelationOf {
  readonly advertiserIds: readonly string[]
  readonly kind?: string
}

export type RelationName =
  | 'agencies'
  | 'advertisers'
  | 'entities'
  | 'products'
  | 'activities'
  | 'conversions'
  | 'visits'
  | 'rates'

/** The differences between the SQL of the two report engines. Everything else is the same. */
export interface ReportDialect {
  /**
   * A table for a `from` clause, with the columns that `relations.ts` names. Ids are 64-bit; 0 means none.
   */
  readonly relation: (name: RelationName, of: RelationOf) => string
  /** A member of a JSON object as text. */
  readonly member: (object: string, name: string) => string
  /** A text as a number in millionths; null if it is not a number. */
  readonly millionths: (text: string) => string
  /** A text as an integer; null if it is not one. */
  readonly integer: (text: string) => string
  /** A text as a floating-point number; null if it is not a number. */
  readonly numeric: (text: string) => string
  /** An integer with the width of sums. */
  readonly wide: (integer: string) => string
  /** Truncating division of wide integers. */
  readonly divided: (number: string, by: string) => string
  /** An integer in millionths as a plain decimal. */
  readonly decimal: (millionths: string) => string
  /** Milliseconds since 1970 in ISO 8601 format. */
  readonly moment: (ms: string) => string
  /** The date of milliseconds since 1970 in a zone. */
  readonly dayIn: (ms: string, zone: string) => string
  /** The distinct elements of a semicolon-separated list, in order. */
  readonly distinctMembers: (list: string) => string
  /** Text that is compared by bytes. */
  readonly bytewise: (text: string) => string
}

/** A text as an SQL literal. Zero bytes are rejected before. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The condition that a column has one of the values; false without values. */
export const isOneOf = (column: string, values: readonly string[]): string =>
  values.length === 0 ? 'false' : `${column} in (${values.join(', ')})`

const millionthTypes: readonly ColumnType[] = ['Number', 'Money', 'Percent']

export const isInMillionths = (type: ColumnType): boolean => millionthTypes.includes(type)

export const isInteger = (type: ColumnType): boolean => type === 'ID' || type === 'Integer'

export const isText = (type: ColumnType): boolean =>
  !isInMillionths(type) && !isInteger(type) && type !== 'Boolean' && type !== 'Timestamp'

/** A value as the text of its cell; null if the cell is empty. */
export function cellOf(dialect: ReportDialect, value: string, type: ColumnType): string {
  if (isInMillionths(type)) return dialect.decimal(value)
  if (type === 'Timestamp') return dialect.moment(value)
  return isText(type) ? `nullif(${value}, '')` : `cast(${value} as varchar)`
}

/** number / by, rounded half away from zero; null if `by` is zero. */
export function quotient(dialect: ReportDialect, number: string, by: string): string {
  const [n, d] = [dialect.wide(number), dialect.wide(by)]
  const up = dialect.divided(`(2 * ${n} + ${d})`, `(2 * ${d})`)
  const down = dialect.divided(`(${d} - 2 * ${n})`, `(2 * ${d})`)
  return `case when ${by} = 0 then null when ${number} < 0 then -${down} else ${up} end`
}

import type { ColumnType } from '../catalog/column.ts'

/** The conditions on rows of a relation that its tables can check. */
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

/** What the two engines of reports spell differently. Everything else is the same SQL. */
export interface ReportDialect {
  /** A table in a `from`, with the columns that `relations.ts` names. Ids are 64-bit; 0 is none. */
  readonly relation: (name: RelationName, of: RelationOf) => string
  /** A member of a JSON object as text. */
  readonly member: (object: string, name: string) => string
  /** A text as a number in millionths, or null where it is none. */
  readonly millionths: (text: string) => string
  /** A text as an integer, or null where it is none. */
  readonly integer: (text: string) => string
  /** A text as a floating number, or null where it is none. */
  readonly numeric: (text: string) => string
  /** An integer that is as wide as sums can be. */
  readonly wide: (integer: string) => string
  /** Whole-number division that cuts off, of wide integers. */
  readonly divided: (number: string, by: string) => string
  /** An integer of millionths as a plain decimal. */
  readonly decimal: (millionths: string) => string
  /** Milliseconds since 1970 as ISO 8601. */
  readonly moment: (ms: string) => string
  /** The date of milliseconds since 1970 in a zone. */
  readonly dayIn: (ms: string, zone: string) => string
  /** The elements of a list that is joined by semicolons, each once and in order. */
  readonly distinctMembers: (list: string) => string
  /** Text that is compared byte by byte. */
  readonly bytewise: (text: string) => string
}

/** A text in SQL. Zero bytes are refused before. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A condition: the column is one of these, which none is where there are none. */
export const isOneOf = (column: string, values: readonly string[]): string =>
  values.length === 0 ? 'false' : `${column} in (${values.join(', ')})`

const millionthTypes: readonly ColumnType[] = ['Number', 'Money', 'Percent']

export const isInMillionths = (type: ColumnType): boolean => millionthTypes.includes(type)

export const isInteger = (type: ColumnType): boolean => type === 'ID' || type === 'Integer'

export const isText = (type: ColumnType): boolean =>
  !isInMillionths(type) && !isInteger(type) && type !== 'Boolean' && type !== 'Timestamp'

/** A value as the text of its cell; null where the cell is empty. */
export function cellOf(dialect: ReportDialect, value: string, type: ColumnType): string {
  if (isInMillionths(type)) return dialect.decimal(value)
  if (type === 'Timestamp') return dialect.moment(value)
  return isText(type) ? `nullif(${value}, '')` : `cast(${value} as varchar)`
}

/** number / by, rounded half away from zero; null where `by` is zero. */
export function quotient(dialect: ReportDialect, number: string, by: string): string {
  const [n, d] = [dialect.wide(number), dialect.wide(by)]
  const up = dialect.divided(`(2 * ${n} + ${d})`, `(2 * ${d})`)
  const down = dialect.divided(`(${d} - 2 * ${n})`, `(2 * ${d})`)
  return `case when ${by} = 0 then null when ${number} < 0 then -${down} else ${up} end`
}

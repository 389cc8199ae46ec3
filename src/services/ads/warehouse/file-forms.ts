import type { ColumnType } from '../reports/catalog/column.ts'
import { isList } from '../reports/catalog/column.ts'
import type { ReportQuery } from '../reports/query/compile.ts'
import { literal } from '../reports/query/dialect.ts'
import type { Booleans, ReportFormat } from './report-engine.ts'

/** How rows become the lines of a text. */
export interface TextForm {
  /** The query for the content of the lines. */
  readonly sql: string
  readonly delimiter: string
  /** Absent where lines are written as they stand. */
  readonly quote: string | undefined
  /** The first line of every file, without its end; undefined where there is none. */
  readonly header: string | undefined
}

/** The query and the marks of a text, which both engines write alike; undefined for other forms. */
export function textForm(
  query: ReportQuery,
  format: ReportFormat,
  booleans: Booleans = 'words',
): TextForm | undefined {
  if (format === 'parquet') return undefined
  if (format === 'jsonl') {
    // The mark is in no line of JSON.
    return { sql: jsonLines(query), delimiter: '\x02', quote: undefined, header: undefined }
  }
  const delimiter = format === 'csv' ? ',' : '\t'
  const header = query.columns.map((column) => quoted(column.header, delimiter)).join(delimiter)
  const sql = booleans === 'digits' ? withDigits(query) : query.sql
  return { sql, delimiter, quote: '"', header }
}

/** Truth as 1 and 0. */
function withDigits({ sql, columns }: ReportQuery): string {
  if (!columns.some(({ type }) => type === 'Boolean')) return sql
  const cells = columns.map(({ type }, index) =>
    type === 'Boolean'
      ? `case c${index} when 'true' then '1' when 'false' then '0' end as c${index}`
      : `c${index}`,
  )
  return `select ${cells.join(', ')} from (${sql}) cells`
}

const quoted = (text: string, delimiter: string) =>
  text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** One object a row, without its empty cells. */
function jsonLines({ sql, columns }: ReportQuery): string {
  const members = columns.map(({ header, type }, index) => {
    const name = literal(`${JSON.stringify(header)}:`)
    return `case when c${index} is not null then ${name} || ${jsonOf(`c${index}`, type)} end`
  })
  return `select '{' || concat_ws(',', ${members.join(', ')}) || '}' from (${sql}) cells`
}

const plainTypes: readonly ColumnType[] = ['Integer', 'Number', 'Money', 'Percent', 'Boolean']

function jsonOf(cell: string, type: ColumnType): string {
  if (plainTypes.includes(type)) return cell
  return isList(type)
    ? `cast(to_json(string_to_array(${cell}, ';')) as varchar)`
    : `cast(to_json(${cell}) as varchar)`
}

/** Cells with the types that they have, under their headers, for forms that know types. */
export function typedSelect({ columns }: Pick<ReportQuery, 'columns'>, cells: string): string {
  const seen = new Set<string>()
  const typed = columns.map(({ header, type }, index) => {
    // Names that differ by their case only are one name there.
    let name = header
    while (seen.has(name.toLowerCase())) name = `${name} (${index + 1})`
    seen.add(name.toLowerCase())
    return `${typedCell(`c${index}`, type)} as "${name.replaceAll('"', '""')}"`
  })
  return `select ${typed.join(', ')} from ${cells}`
}

function typedCell(cell: string, type: ColumnType): string {
  if (isList(type)) return `string_to_array(${cell}, ';')`
  switch (type) {
    case 'Integer':
      return `try_cast(${cell} as bigint)`
    case 'Number':
    case 'Money':
    case 'Percent':
      // What is past the widest decimal that readers know is empty, as in formulas.
      return `try_cast(${cell} as decimal(38, 6))`
    case 'Boolean':
      return `cast(${cell} as boolean)`
    case 'Date':
      return `try_cast(${cell} as date)`
    case 'Timestamp':
      return `try_cast(${cell} as timestamp)`
    default:
      return cell
  }
}

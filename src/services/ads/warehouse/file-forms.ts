import type { ColumnType } from '../reports/catalog/column.ts'
import { isList } from '../reports/catalog/column.ts'
import type { ReportQuery } from '../reports/query/compile.ts'
import { literal } from '../reports/query/dialect.ts'
import type { Booleans, ReportFormat } from './report-engine.ts'

/** How rows are written as lines of text. */
export interface TextForm {
  /** The query for the lines. */
  readonly sql: string
  readonly delimiter: string
  /** Absent if lines are written as they are. */
  readonly quote: string | undefined
  /** The header line of every file, without its line end; undefined if there is none. */
  readonly header: string | undefined
}

/** The query and the delimiters of a text format, equal for both engines; undefined for other formats. */
export function textForm(
  query: ReportQuery,
  format: ReportFormat,
  booleans: Booleans = 'words',
): TextForm | undefined {
  if (format === 'parquet') return undefined
  if (format === 'jsonl') {
    // JSON lines never contain this character.
    return { sql: jsonLines(query), delimiter: '\x02', quote: undefined, header: undefined }
  }
  const delimiter = format === 'csv' ? ',' : '\t'
  const header = query.columns.map((column) => quotedCell(column.header, delimiter)).join(delimiter)
  const sql = booleans === 'digits' ? withDigits(query) : query.sql
  return { sql, delimiter, quote: '"', header }
}

/** Renders Boolean values as 1 and 0. */
function withDigits({ sql, columns }: ReportQuery): string {
  if (!columns.some(({ type }) => type === 'Boolean')) return sql
  const cells = columns.map(({ type }, index) =>
    type === 'Boolean'
      ? `case c${index} when 'true' then '1' when 'false' then '0' end as c${index}`
      : `c${index}`,
  )
  return `select ${cells.join(', ')} from (${sql}) cells`
}

const quotedCell = (text: string, delimiter: string) =>
  text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** One object per row, without empty cells. */
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

/** Typed cells under their headers, for typed formats. */
export function typedSelect({ columns }: Pick<ReportQuery, 'columns'>, cells: string): string {
  const seen = new Set<string>()
  const typed = columns.map(({ header, type }, index) => {
    // Column names are case-insensitive there.
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
      // A number beyond the widest decimal becomes an empty cell, as in formulas.
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

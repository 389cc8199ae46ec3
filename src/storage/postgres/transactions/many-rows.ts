import { positional, type SqlValue } from '../../sql/arguments.ts'
import { type Insert, Parameter, type Sql, sqlText } from '../../sql/sql.ts'
import type { Compiled } from '../../sql/statement.ts'
import type { ColumnType } from '../../sql/table.ts'

// Fewer rows are inserted one by one.
const rowsMin = 8
/** The maximum number of rows in a statement. */
const rowsMax = 1_000

// Control characters that valid text does not contain: between the values of a column, and for null.
const between = '\x01'
const nothing = '\x02'

const types: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  integer: 'bigint',
  scatteredKey: 'bigint',
  date: 'date',
}

interface Step {
  readonly compiled: Compiled
  readonly args: unknown
}

/**
 * The statements that execute an insert for many rows: one for all rows if possible, and otherwise one per
 * row. It takes each column as one text, because separate values would cost more than the rest of the work.
 * An insert with conflict handling is combined only if its rows are distinct, because it must not conflict
 * with itself.
 */
export function widenedSteps(
  compiled: Compiled,
  rows: readonly unknown[],
  { areDistinct }: { readonly areDistinct: boolean },
): Step[] {
  const many = rows.length < rowsMin ? undefined : manyRows(compiled, areDistinct)
  const columns = many === undefined ? undefined : columnsOf(compiled, rows)
  if (many === undefined || columns === undefined) return rows.map((args) => ({ compiled, args }))
  return columns.map((args) => ({ compiled: many, args }))
}

const wideInserts = new WeakMap<Insert, Compiled | undefined>()

/** The insert of many rows, if its values are parameters, constants, and expressions of parameters. */
function manyRows({ insert, names }: Compiled, areDistinct: boolean): Compiled | undefined {
  if (insert === undefined) return undefined
  if (!areDistinct && sqlText(insert.rest, 'postgres').sql !== '') return undefined
  if (!wideInserts.has(insert)) wideInserts.set(insert, widen(insert, names))
  return wideInserts.get(insert)
}

function widen({ table, values, rest }: Insert, names: readonly string[]): Compiled | undefined {
  const typesByName = new Map<string, string>()
  const list: string[] = []
  for (const [column, value] of values) {
    const type = types[table.columns[column]?.type ?? 'text']
    const parts = value instanceof Parameter ? [value] : value.parts
    const parameters = parts.filter((part) => part instanceof Parameter)
    if (parameters.length === 0) {
      list.push(`(${sqlText(value as Sql, 'postgres').sql})::${type}`)
      continue
    }
    // An expression casts its parameters itself.
    const parameterType = value instanceof Parameter ? type : 'text'
    for (const { name } of parameters) {
      if ((typesByName.get(name) ?? parameterType) !== parameterType) return undefined
      typesByName.set(name, parameterType)
    }
    const texts = parts.map((part) =>
      part instanceof Parameter ? `v${names.indexOf(part.name) + 1}` : part,
    )
    if (!texts.every((part) => typeof part === 'string')) return undefined
    list.push(texts.join(''))
  }
  const ending = sqlText(rest, 'postgres')
  if (ending.names.length > 0) return undefined
  const arrays = names.map(
    (name, index) =>
      `string_to_array($${index + 1}::text, E'\\x01', E'\\x02')::${typesByName.get(name)}[]`,
  )
  return {
    isQuery: false,
    sql: `insert into ${table.name} (${values.map(([column]) => column).join(', ')})
      select ${list.join(', ')}
      from unnest(${arrays.join(', ')}) as row (${names.map((_, index) => `v${index + 1}`).join(', ')})
      ${ending.sql}`,
    names,
    tables: new Set([table.name]),
    locksRows: false,
    ownerAt: -1,
    valuesIn: (args: unknown) => args as unknown[],
  }
}

/**
 * The columns of chunks of the rows; undefined if a value contains one of the separators. The chunks have
 * similar sizes, because the text of a single empty value would be a column without values.
 */
function columnsOf(compiled: Compiled, rows: readonly unknown[]): string[][] | undefined {
  const parts: string[][] = []
  const size = Math.ceil(rows.length / Math.ceil(rows.length / rowsMax))
  for (let begin = 0; begin < rows.length; begin += size) {
    const columns = compiled.names.map(() => '')
    for (let index = begin; index < Math.min(rows.length, begin + size); index++) {
      const values = positional(compiled, rows[index])
      if (values.some(isMarked)) return undefined
      const before = index === begin ? '' : between
      for (let place = 0; place < values.length; place++) {
        columns[place] += `${before}${values[place] ?? nothing}`
      }
    }
    parts.push(columns)
  }
  return parts
}

const isMarked = (value: SqlValue) =>
  typeof value === 'string' && (value.includes(between) || value.includes(nothing))

import type { Table } from './table.ts'

/** A named argument of a statement. */
export class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** The end of a query that returns at most so many rows. */
class Limit {
  readonly count: Parameter

  constructor(count: Parameter) {
    this.count = count
  }
}

export type Part = string | Parameter | Limit | Table

/** SQL as a list of parts, so that what it refers to never has to be found in its text. */
export class Sql {
  readonly parts: readonly Part[]

  constructor(parts: readonly Part[]) {
    this.parts = parts
  }
}

/** An insert of one row whose values are known by column. */
export class Insert extends Sql {
  readonly table: Table
  readonly values: readonly (readonly [column: string, value: Parameter | Sql])[]
  /** What follows the values. */
  readonly rest: Sql

  constructor(table: Table, row: Readonly<Record<string, Parameter | Sql>>, rest: Sql) {
    const values = Object.entries(row)
    const columns = values.map(([column]) => column).join(', ')
    const list = joined(values.map(([, value]) => value))
    super(sql`insert into ${table} (${raw(columns)}) values (${list}) ${rest}`.parts)
    this.table = table
    this.values = values
    this.rest = rest
  }
}

type Value = Sql | Parameter | Limit | Table | number

/** Composes SQL. Text comes from the template alone; `raw` adds text that is known while running. */
export function sql(texts: TemplateStringsArray, ...values: readonly Value[]): Sql {
  const parts: Part[] = [texts[0]!]
  for (const [index, value] of values.entries()) {
    if (value instanceof Sql) parts.push(...value.parts)
    else parts.push(typeof value === 'number' ? String(value) : value)
    parts.push(texts[index + 1]!)
  }
  return new Sql(parts)
}

/** Text of our own that isn't in a template, such as the name of a column. */
export const raw = (text: string): Sql => new Sql([text])

/** Ends a query after `count` rows. */
export const limit = (count: Parameter): Limit => new Limit(count)

/** Parts with a separator between them. */
export function joined(list: readonly (Sql | Parameter)[], separator = ', '): Sql {
  const parts: Part[] = []
  for (const [index, value] of list.entries()) {
    if (index > 0) parts.push(separator)
    if (value instanceof Sql) parts.push(...value.parts)
    else parts.push(value)
  }
  return new Sql(parts)
}

/** Inserts one row. `rest` says what to do on conflict, or what to return. */
export const insertInto = <Column extends string>(
  table: Table<Column>,
  row: Readonly<Partial<Record<Column, Parameter | Sql>>>,
  rest = nothing,
): Insert => new Insert(table, row as Record<string, Parameter | Sql>, rest)

const nothing = raw('')

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/**
 * The values of a row: each column takes the parameter of its name in camel case, unless `exceptions`
 * has another value for it, or null to leave it out.
 */
export function rowOf<Column extends string, Exception extends Column = never>(
  table: Table<Column>,
  parameters: Readonly<Record<CamelCase<Exclude<Column, Exception>>, Parameter>>,
  exceptions?: Readonly<Record<Exception, Parameter | Sql | null>>,
): Partial<Record<Column, Parameter | Sql>> {
  const row: Partial<Record<Column, Parameter | Sql>> = {}
  for (const column of Object.keys(table.columns) as Column[]) {
    const name = column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    const value =
      exceptions !== undefined && column in exceptions
        ? exceptions[column as Exception]
        : parameters[name as keyof typeof parameters]
    if (value !== null) row[column] = value
  }
  return row
}

/** Follows `on conflict (...)`: takes over all values of the row that could not be inserted. */
export const updateAll = (table: Table): Sql =>
  raw(
    `do update set ${Object.keys(table.columns)
      .filter((column) => !table.key.includes(column))
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')}`,
  )

/** Columns in a select, by the names that they have in its rows. */
export const selection = <Column extends string>(
  columns: Readonly<Record<string, Column>>,
  { alias = '', prefix = '' }: { readonly alias?: string; readonly prefix?: string } = {},
): Sql =>
  raw(
    Object.entries(columns)
      .map(([name, column]) => {
        const from = alias === '' ? column : `${alias}.${column}`
        return column === prefix + name ? from : `${from} as "${prefix}${name}"`
      })
      .join(', '),
  )

export interface SqlText {
  readonly sql: string
  /** The names of its parameters in the order in which the engine takes them. */
  readonly names: readonly string[]
  /** The names of all tables that it refers to. */
  readonly tables: ReadonlySet<string>
}

/** SQLite takes a value for each occurrence of a parameter, PostgreSQL one for each parameter. */
export function sqlText({ parts }: Sql, engine: 'sqlite' | 'postgres'): SqlText {
  const names: string[] = []
  const tables = new Set<string>()
  const place = ({ name }: Parameter): string => {
    if (engine === 'sqlite') {
      names.push(name)
      return '?'
    }
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  }
  const textOf = (part: Part): string => {
    if (typeof part === 'string') return part
    if (part instanceof Parameter) return place(part)
    if (part instanceof Limit) return limitText(place(part.count), engine)
    tables.add(part.name)
    return part.name
  }
  return { sql: parts.map(textOf).join(''), names, tables }
}

// SQLite looks at a bound limit when it plans, and plans again whenever one is bound: five times the
// cost of a short query. It does not look into a sum.
const limitText = (place: string, engine: 'sqlite' | 'postgres') =>
  engine === 'sqlite' ? `limit (${place} + 0)` : `limit ${place}`

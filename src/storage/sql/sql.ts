import type { Table } from './table.ts'

/** A named argument of a statement, or a value that is computed from one. */
export class Parameter {
  readonly name: string
  readonly computed: ComputedValue | undefined
  readonly isOwner: boolean

  constructor(name: string, { computed, isOwner = false }: ParameterOptions = {}) {
    this.name = name
    this.computed = computed
    this.isOwner = isOwner
  }
}

interface ParameterOptions {
  readonly computed?: ComputedValue | undefined
  /** Whether it is compared with the column by which the table is distributed. */
  readonly isOwner?: boolean
}

interface ComputedValue {
  /** The name of the argument. */
  readonly from: string
  readonly compute: (value: never) => string | number
}

/** A parameter whose value is computed from that of another one. */
export const computed = <Value>(
  name: string,
  { name: from }: Parameter,
  compute: (value: Value) => string | number,
): Parameter => new Parameter(`${name} of ${from}`, { computed: { from, compute } })

/**
 * The parameter that selects the rows of one owner, by the column that distributes them. In a cluster the
 * statement is sent to the server that has them.
 */
export const owner = ({ name, computed }: Parameter): Parameter =>
  new Parameter(name, { computed, isOwner: true })

/** The limit of a query. */
class Limit {
  readonly count: Parameter

  constructor(count: Parameter) {
    this.count = count
  }
}

/** Locks the rows of a query until the transaction ends. */
class RowLock {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Text for some targets only. */
class Targeted {
  readonly parts: readonly Part[]
  readonly targets: readonly SqlTarget[]

  constructor(parts: readonly Part[], targets: readonly SqlTarget[]) {
    this.parts = parts
    this.targets = targets
  }
}

type Part = string | Parameter | Limit | RowLock | Targeted | Table

/** What SQL is written for. Citus is PostgreSQL with tables that are distributed over several servers. */
export type SqlTarget = 'sqlite' | 'postgres' | 'citus'

/** SQL as a list of parts, so that it never has to be parsed. */
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
  /** The part after the values. */
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

/** Composes SQL. Only the template contributes text; `raw` adds text at run time. */
export function sql(texts: TemplateStringsArray, ...values: readonly Value[]): Sql {
  const parts: Part[] = [texts[0]!]
  for (const [index, value] of values.entries()) {
    if (value instanceof Sql) parts.push(...value.parts)
    else parts.push(typeof value === 'number' ? String(value) : value)
    parts.push(texts[index + 1]!)
  }
  return new Sql(parts)
}

/** Trusted text that is not in a template, such as the name of a column. */
export const raw = (text: string): Sql => new Sql([text])

/** Limits a query to `count` rows. */
export const limit = (count: Parameter): Limit => new Limit(count)

/** The end of a query that locks its rows until the transaction ends. */
export const rowLock = (text: string): Sql => new Sql([new RowLock(text)])

/** SQL that follows from the rest of the statement, and that only a cluster needs: it names the server of the rows. */
export const routing = ({ parts }: Sql): Sql => new Sql([new Targeted(parts, ['citus'])])

/**
 * SQL that follows from the rest of the statement, and that SQLite does not need. A condition for each column of a
 * key tells PostgreSQL that there is one row, even without statistics.
 */
export const keyed = ({ parts }: Sql): Sql => new Sql([new Targeted(parts, ['postgres', 'citus'])])

/** The same SQL with other parameters, or with SQL in their place. */
export const withParameters = (
  { parts }: Sql,
  replacement: (name: string) => Parameter | Sql,
): Sql => {
  const replacementOf = ({ name }: Parameter): readonly Part[] => {
    const found = replacement(name)
    return found instanceof Sql ? found.parts : [found]
  }
  const inAll = (list: readonly Part[]): readonly Part[] =>
    list.flatMap((part) => {
      if (part instanceof Parameter) return replacementOf(part)
      if (part instanceof Targeted) return new Targeted(inAll(part.parts), part.targets)
      return part instanceof Limit ? ['limit ', ...replacementOf(part.count)] : part
    })
  return new Sql(inAll(parts))
}

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

/** Inserts a row. `rest` handles conflicts or returns columns. */
export const insertInto = <Column extends string>(
  table: Table<Column>,
  row: Readonly<Partial<Record<Column, Parameter | Sql>>>,
  rest = nothing,
): Insert => new Insert(table, row as Record<string, Parameter | Sql>, rest)

const nothing = raw('')

/** The end of an insert that changes nothing if the table has a row with the same key. */
export class UnlessExists extends Sql {
  constructor({ key }: Table) {
    super([`on conflict (${key.join(', ')}) do nothing`])
  }
}

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

/** After `on conflict (...)`: updates all columns to the values of the conflicting insert. */
export const updateAll = (table: Table): Sql =>
  raw(
    `do update set ${Object.keys(table.columns)
      .filter((column) => !table.key.includes(column))
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')}`,
  )

/** The columns of a select, by their names in the result. */
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

interface SqlText {
  readonly sql: string
  /** The parameters in the order of the target. */
  readonly parameters: readonly Parameter[]
  /** Their names. */
  readonly names: readonly string[]
  /** The names of all tables that it refers to. */
  readonly tables: ReadonlySet<string>
  readonly locksRows: boolean
  /** The place of the only parameter that names an owner; -1 if there is none. */
  readonly ownerAt: number
}

/**
 * SQLite takes a value for each occurrence of a parameter, PostgreSQL one for each parameter. `nameOf` replaces
 * the names of tables.
 */
export function sqlText(
  { parts }: Sql,
  target: SqlTarget,
  nameOf = (table: string): string => table,
): SqlText {
  const parameters: Parameter[] = []
  const names: string[] = []
  const tables = new Set<string>()
  const owners = new Set<string>()
  const place = (parameter: Parameter): string => {
    if (parameter.isOwner) owners.add(parameter.name)
    const position = target === 'sqlite' ? -1 : names.indexOf(parameter.name)
    if (position === -1) {
      parameters.push(parameter)
      names.push(parameter.name)
    }
    if (target === 'sqlite') return '?'
    return `$${position === -1 ? names.length : position + 1}`
  }
  const textOf = (part: Part): string => {
    if (typeof part === 'string') return part
    if (part instanceof Parameter) return place(part)
    if (part instanceof Limit) return limitText(place(part.count), target)
    if (part instanceof RowLock) return part.text
    if (part instanceof Targeted)
      return part.targets.includes(target) ? part.parts.map(textOf).join('') : ''
    tables.add(part.name)
    return nameOf(part.name)
  }
  const locksRows = parts.some((part) => part instanceof RowLock)
  const text = parts.map(textOf).join('')
  const ownerAt = owners.size === 1 ? names.indexOf([...owners][0]!) : -1
  return { sql: text, parameters, names, tables, locksRows, ownerAt }
}

// SQLite plans again whenever a bound limit changes, which costs five times as much as a short query. It does
// not do so for an expression.
const limitText = (place: string, target: SqlTarget) =>
  target === 'sqlite' ? `limit (${place} + 0)` : `limit ${place}`

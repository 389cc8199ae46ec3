import type { Dialect } from './dialect.ts'

/** The type of a column. A scattered key is an integer key with unordered values. */
export type ColumnType = 'text' | 'integer' | 'date' | 'scatteredKey'

export interface Column {
  readonly type: ColumnType
  readonly isNullable: boolean
  readonly references?: Reference
}

interface Reference {
  /** The name of the other table. */
  readonly table: string
  readonly column: string
  readonly onDelete: 'cascade' | 'set null'
}

interface Index {
  readonly columns: readonly string[]
  readonly isUnique: boolean
  /** The condition of a partial index; empty for all rows. */
  readonly where: string
}

/** Where the rows of a table are stored if the database is a cluster of servers. */
export type Distribution<Name extends string = string> =
  | {
      readonly kind: 'distributed'
      /** Rows with the same value are on the same server. It never changes. */
      readonly column: Name
      /** Rows of all tables of a group with the same value are on the same server. */
      readonly group: string
    }
  /** Every server has all rows. If reads can use any, they may miss what was committed within the last moment. */
  | { readonly kind: 'reference'; readonly isReadAnywhere: boolean }
  /** All rows are on the coordinator. */
  | { readonly kind: 'coordinator'; readonly reason: string }

/** Distributes the rows of a table by a column, together with the other tables of a group. */
export const distributedBy = <Name extends string>(
  column: Name,
  group: string,
): Distribution<Name> => ({ kind: 'distributed', column, group })

/** For tables that are small, rarely written, and read together with any others. */
export const onEveryServer: Distribution<never> = { kind: 'reference', isReadAnywhere: false }

/** For tables that are read often and by themselves, so that the servers share this work. */
export const readAnywhere: Distribution<never> = { kind: 'reference', isReadAnywhere: true }

/** The reason why the table does not have to grow with the number of servers. */
export const onCoordinator = (reason: string): Distribution<never> => ({
  kind: 'coordinator',
  reason,
})

/**
 * A table declaration, from which the schema is created and statements are composed. If rows have an owner,
 * the key begins with it.
 */
export interface Table<Name extends string = string> {
  readonly name: string
  readonly columns: Readonly<Record<Name, Column>>
  readonly key: readonly Name[]
  readonly unique: readonly (readonly Name[])[]
  readonly indexes: Readonly<Record<string, Index>>
  /** Whether rows are short and stored in the order of the key. */
  readonly isInKeyOrder: boolean
  readonly distribution: Distribution<Name>
}

interface TableDeclaration<Name extends string> {
  readonly columns: Readonly<Record<Name, Column>>
  readonly key: readonly NoInfer<Name>[]
  readonly unique?: readonly (readonly NoInfer<Name>[])[]
  readonly indexes?: Readonly<Record<string, Index>>
  readonly isInKeyOrder?: boolean
  readonly distribution: Distribution<NoInfer<Name>>
}

export const table = <Name extends string>(
  name: string,
  declaration: TableDeclaration<Name>,
): Table<Name> => ({ name, unique: [], indexes: {}, isInKeyOrder: false, ...declaration })

export const text: Column = { type: 'text', isNullable: false }
export const integer: Column = { type: 'integer', isNullable: false }
/** A date, which is compared and returned as `YYYY-MM-DD`. */
export const date: Column = { type: 'date', isNullable: false }
export const scatteredKey: Column = { type: 'scatteredKey', isNullable: false }

export const nullable = (column: Column): Column => ({ ...column, isNullable: true })

/** A foreign key whose rows are deleted with the referenced row. */
export const references = (
  table: Pick<Table, 'name' | 'key' | 'columns'>,
  column = table.key[0]!,
) =>
  ({
    ...table.columns[column]!,
    references: { table: table.name, column, onDelete: 'cascade' },
  }) satisfies Column

/** A foreign key that becomes null when the referenced row is deleted. */
export const referencesOrNull = (table: Table): Column => ({
  ...nullable(table.columns[table.key[0]!]!),
  references: { table: table.name, column: table.key[0]!, onDelete: 'set null' },
})

export const index = (...columns: readonly string[]): Index => ({
  columns,
  isUnique: false,
  where: '',
})

export const uniqueIndex = (...columns: readonly string[]): Index => ({
  columns,
  isUnique: true,
  where: '',
})

export const partial = (index: Index, where: string): Index => ({ ...index, where })

/** The statements that create a table and its indexes. */
export function createTable(table: Table, dialect: Dialect): string[] {
  const lines = [
    ...Object.entries(table.columns).map(([name, column]) => columnText(name, column, dialect)),
    `primary key (${table.key.join(', ')})`,
    ...table.unique.map((columns) => `unique (${columns.join(', ')})`),
  ]
  const layout = table.isInKeyOrder ? dialect.inKeyOrder : ''
  return [
    `create table ${table.name} (${lines.join(', ')}) ${layout}`,
    ...Object.entries(table.indexes).map(([name, index]) => createIndex({ table, name, index })),
  ]
}

export interface NamedIndex {
  readonly table: Pick<Table, 'name'>
  readonly name: string
  readonly index: Index
}

/** The statement that creates an index. PostgreSQL can do it without blocking writes, outside of transactions. */
export function createIndex(
  { table, name, index: { columns, isUnique, where } }: NamedIndex,
  { isConcurrent = false } = {},
): string {
  const words = ['create', isUnique ? 'unique index' : 'index']
  if (isConcurrent) words.push('concurrently')
  words.push(name, 'on', table.name, `(${columns.join(', ')})`)
  if (where !== '') words.push('where', where)
  return words.join(' ')
}

function columnText(
  name: string,
  { type, isNullable, references }: Column,
  dialect: Dialect,
): string {
  const words = [name, dialect[type]]
  if (!isNullable) words.push('not null')
  if (references !== undefined) {
    const { table, column, onDelete } = references
    words.push(`references ${table} (${column}) on delete ${onDelete}`)
  }
  return words.join(' ')
}

import type { Dialect } from '../sql/dialect.ts'
import type { Sql } from '../sql/sql.ts'
import { createTable, type NamedIndex, type Table } from '../sql/table.ts'
import type { WordIndex } from '../sql/word-index.ts'

/** The tables of a part of the program. */
export interface SchemaPart {
  /** Ordered: each table after those that it references. */
  readonly tables: readonly Table[]
  /** Tables that a migration after the first one creates. */
  readonly laterTables?: readonly Table[]
  readonly wordIndexes?: readonly WordIndex[]
  readonly firstRows?: readonly FirstRow[]
  /** Tables about the database itself, which archives omit. */
  readonly unarchived?: readonly Table[]
}

/** A row that every new database contains. */
interface FirstRow {
  readonly table: Table
  readonly row: Readonly<Record<string, string | number>>
}

/** A numbered migration. Migrations only go forward. */
export interface Migration {
  readonly number: number
  readonly name: string
  /** Quick changes, in one transaction. */
  readonly statements: (dialect: Dialect) => readonly string[]
  /** Changes of many rows, made afterwards while servers use the database. */
  readonly changes?: readonly BatchedChange[]
  /** Indexes of large tables, created after the changes without blocking writes. */
  readonly indexes?: readonly NamedIndex[]
  /**
   * The oldest schema whose programs can use the database during and after this migration. By default, only
   * programs that know the migration can.
   */
  readonly worksWith?: number
}

/** A change of all rows of a table, a range of its primary key at a time. */
export interface BatchedChange {
  readonly table: Table
  /** The command for the rows in a range. It may run again for the same rows. */
  readonly command: (range: Sql, dialect: Dialect) => Sql
}

/** The tables of a database, and the migrations that create them. */
export interface Schema {
  readonly tables: readonly Table[]
  readonly wordIndexes: readonly WordIndex[]
  /** The names of tables that archives omit. */
  readonly unarchived: ReadonlySet<string>
  /** The first one creates the initial schema. */
  readonly migrations: readonly Migration[]
}

export function schemaOf(parts: readonly SchemaPart[], later: readonly Migration[] = []): Schema {
  const initial: Migration = {
    number: 1,
    name: 'version 0.2.0',
    statements: (dialect) => parts.flatMap((part) => createStatements(part, dialect)),
  }
  return {
    tables: parts.flatMap(({ tables, laterTables = [] }) => [...tables, ...laterTables]),
    wordIndexes: parts.flatMap(({ wordIndexes = [] }) => wordIndexes),
    unarchived: new Set(parts.flatMap(({ unarchived = [] }) => unarchived.map(({ name }) => name))),
    migrations: [initial, ...later],
  }
}

const createStatements = (
  { tables, wordIndexes = [], firstRows = [] }: SchemaPart,
  dialect: Dialect,
): string[] => [
  ...tables.flatMap((table) => createTable(table, dialect)),
  ...wordIndexes.flatMap((index) => dialect.createWordIndex(index)),
  ...firstRows.map(({ table, row }) => {
    const values = Object.values(row).map((value) =>
      typeof value === 'number' ? String(value) : `'${value}'`,
    )
    return `insert into ${table.name} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`
  }),
]

/** A migration that creates a table. Programs that don't know the table can use the database as before. */
export const tableMigration = (
  { number, name }: Pick<Migration, 'number' | 'name'>,
  table: Table,
): Migration => ({
  number,
  name,
  statements: (dialect) => createTable(table, dialect),
  worksWith: 1,
})

export const newestNumber = ({ migrations }: Pick<Schema, 'migrations'>): number =>
  migrations.at(-1)?.number ?? 0

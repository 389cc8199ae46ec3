import type { ArchivedRow, Engine, TableRow, Transaction } from '../port.ts'
import { quotedName, readTables, type StoredTable } from '../schema/catalog.ts'
import { nextEpoch, readEpoch, setEpoch } from '../schema/epoch.ts'
import { applyMigration, presentNumber } from '../schema/migrate.ts'
import { newestNumber, type Schema } from '../schema/schema.ts'
import { dialects } from '../sql/dialect.ts'
import { raw, sql } from '../sql/sql.ts'
import { adHocCommand, none, type Statement } from '../sql/statement.ts'

const rowsPerInsertMax = 500
const charactersPerInsertMax = 1_000_000

interface Replacement {
  readonly engine: Engine
  readonly rows: AsyncIterable<ArchivedRow>
  /** The schema that the rows were written with. */
  readonly migration: number
  readonly schema: Schema
}

/** Replaces the rows of all tables, and returns the new epoch. */
export async function replaceRows(tx: Transaction, replacement: Replacement): Promise<number> {
  const { engine, migration, schema } = replacement
  const newest = newestNumber(schema)
  if (migration > newest) {
    throw new Error(
      `The archive has schema ${migration}, but this program knows only ${newest}: ` +
        'restore it with the version that made it, or a newer one.',
    )
  }
  const found = await presentNumber(tx, engine)
  if (found > newest) {
    throw new Error(
      `The database has schema ${found}, but this program knows only ${newest}: ` +
        'restore the archive with the version that migrated the database.',
    )
  }
  const present = await readEpoch(tx)
  const tables = await readTables(tx, engine)
  await tx.run(holdOffWriters[engine](tables), none)

  const isRebuilt = migration < newest
  if (isRebuilt) await rebuildTables(tx, replacement, tables)
  const archived = (isRebuilt ? await readTables(tx, engine) : tables).filter(
    ({ name }) => !schema.unarchived.has(name),
  )
  // Migrations insert initial rows into some tables, which the archive contains as well.
  await emptyTables(tx, engine, archived)
  await insertRows(tx, replacement, archived)
  for (const step of schema.migrations) {
    if (step.number > migration) await applyMigration(tx, engine, step)
  }
  await refillWords(tx, replacement)

  const epoch = nextEpoch(present, await readEpoch(tx))
  await tx.run(setEpoch, { value: String(epoch) })
  return epoch
}

/** Rebuilds the word indexes, which archives do not contain. */
async function refillWords(tx: Transaction, { engine, schema }: Replacement): Promise<void> {
  for (const index of schema.wordIndexes) {
    for (const refill of dialects[engine].refillWords(index)) {
      await tx.run(
        adHocCommand(() => refill),
        none,
      )
    }
  }
}

async function emptyTables(
  tx: Transaction,
  engine: Engine,
  tables: readonly StoredTable[],
): Promise<void> {
  const deletes = tables.toReversed().map(({ name }) => `delete from ${quotedName(name)}`)
  for (const statement of combined[engine](deletes)) await tx.run(adHoc(statement), none)
}

/** Several statements as few: each takes a round trip to a PostgreSQL server. */
const combined: Readonly<Record<Engine, (statements: readonly string[]) => readonly string[]>> = {
  sqlite: (statements) => statements,
  postgres: (statements) => [`do $do$ begin ${statements.join('; ')}; end $do$`],
}

const adHoc = (text: string) => adHocCommand(() => raw(text))

/** Creates the tables with the schema of the archive. Named snapshots are dropped as well. */
async function rebuildTables(
  tx: Transaction,
  { engine, migration, schema }: Replacement,
  tables: readonly StoredTable[],
): Promise<void> {
  for (const { name } of tables.toReversed()) {
    await tx.run(adHoc(`drop table ${quotedName(name)}`), none)
  }
  for (const step of schema.migrations) {
    if (step.number <= migration) await applyMigration(tx, engine, step)
  }
}

async function insertRows(
  tx: Transaction,
  { engine, rows }: Replacement,
  tables: readonly StoredTable[],
): Promise<void> {
  const inserts = new Map<string, { columns: ReadonlySet<string>; insert: Insert }>()
  for (const table of tables) {
    const insert = insertRowsInto[engine](table)
    inserts.set(table.name, { columns: new Set(table.columns), insert })
  }
  for await (const { table, batch } of batches(rows, inserts)) {
    await tx.run(inserts.get(table)!.insert, { rows: `[${batch.join(',')}]` })
  }
}

type Insert = Statement<{ rows: string }, never>

/** Groups consecutive rows of a table, as JSON texts. */
async function* batches(
  rows: AsyncIterable<ArchivedRow>,
  tables: ReadonlyMap<string, { columns: ReadonlySet<string> }>,
): AsyncIterable<{ table: string; batch: string[] }> {
  let current = { table: '', batch: [] as string[], characters: 0 }
  for await (const { table, row } of rows) {
    assertKnown(table, row, tables)
    const text = JSON.stringify(row)
    const isFull =
      current.batch.length >= rowsPerInsertMax || current.characters >= charactersPerInsertMax
    if (table !== current.table || isFull) {
      if (current.batch.length > 0) yield current
      current = { table, batch: [], characters: 0 }
    }
    current.batch.push(text)
    current.characters += text.length
  }
  if (current.batch.length > 0) yield current
}

function assertKnown(
  table: string,
  row: TableRow,
  tables: ReadonlyMap<string, { columns: ReadonlySet<string> }>,
): void {
  const columns = tables.get(table)?.columns
  if (columns === undefined)
    throw new Error(`The archive has a table "${table}" of another schema.`)
  for (const column of Object.keys(row)) {
    if (!columns.has(column)) {
      throw new Error(`The archive has a column "${table}.${column}" of another schema.`)
    }
  }
}

const insertRowsInto: Readonly<Record<Engine, (table: StoredTable) => Insert>> = {
  sqlite: ({ name, columns }) =>
    adHocCommand(
      ({ rows }) => sql`
   insert into ${raw(quotedName(name))} (${raw(columns.map(quotedName).join(', '))})
       select ${raw(columns.map((column) => `value ->> '${column}'`).join(', '))}
       from json_each(${rows})`,
    ),
  postgres: ({ name, columns }) => {
    const list = raw(columns.map(quotedName).join(', '))
    return adHocCommand(
      ({ rows }) => sql`insert into ${raw(quotedName(name))} (${list}) select ${list}
       from jsonb_populate_recordset(null::${raw(quotedName(name))}, ${rows}::text::jsonb)`,
    )
  },
}

// Readers see the committed state; writers of other processes wait until everything is replaced.
const holdOffWriters: Readonly<
  Record<Engine, (tables: readonly StoredTable[]) => Statement<typeof none, never>>
> = {
  sqlite: () => adHoc('pragma defer_foreign_keys = on'),
  postgres: (tables) =>
    adHoc(`lock table ${tables.map(({ name }) => quotedName(name)).join(', ')} in exclusive mode`),
}

import { quoted, readTables, type Table } from './catalogue.ts'
import { dialects } from './dialect.ts'
import { nextEpoch, readEpoch, setEpoch } from './epoch.ts'
import { applyMigration, newestNumber } from './migrate.ts'
import type { Migration } from './migration.ts'
import type { ArchivedRow, Engine, TableRow, Transaction } from './port.ts'
import { adHocStatement, none, type Statement } from './statement.ts'
import { bookIndex } from './word-index.ts'

/**
 * The schema's own history, the named snapshots and the incarnation describe this database, not its
 * contents; files of reports can be made again.
 */
export const notArchived: ReadonlySet<string> = new Set([
  'migrations',
  'snapshots',
  'ads_report_pieces',
  'server_incarnation',
])

const rowsPerInsertMax = 500
const charactersPerInsertMax = 1_000_000

interface Replacement {
  readonly engine: Engine
  readonly rows: AsyncIterable<ArchivedRow>
  /** The schema that the rows were written with. */
  readonly migration: number
  readonly migrations: readonly Migration[]
}

/** Empties all tables, fills them with the given rows and returns the new epoch. */
export async function replaceRows(tx: Transaction, replacement: Replacement): Promise<number> {
  const { engine, rows, migration, migrations } = replacement
  const newest = newestNumber(migrations)
  if (migration > newest) {
    throw new Error(
      `The archive has schema ${migration}, but this program knows only ${newest}: ` +
        'restore it with the version that made it, or a newer one.',
    )
  }
  const present = await readEpoch(tx)
  const tables = await readTables(tx, engine)
  await tx.run(holdOffWriters[engine](tables), none)

  if (migration < newest) await rebuildTables(tx, replacement, tables)
  // Steps of the schema put first rows into some tables, which the archive has as well.
  await emptyTables(tx, await readTables(tx, engine))
  await insertRows(tx, engine, rows)
  for (const step of migrations) {
    if (step.number > migration) await applyMigration(tx, engine, step)
  }
  await refillWords(tx, engine)

  const epoch = nextEpoch(present, await readEpoch(tx))
  await tx.run(setEpoch, { value: String(epoch) })
  return epoch
}

/** An index that is no part of its table is not in an archive either. */
async function refillWords(tx: Transaction, engine: Engine): Promise<void> {
  const hasWords = (await readTables(tx, engine)).some(({ name }) => name === bookIndex.table)
  if (!hasWords) return
  for (const sql of dialects[engine].refillWords(bookIndex)) await tx.run(adHocStatement(sql), none)
}

async function emptyTables(tx: Transaction, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables.toReversed()) {
    if (!notArchived.has(name)) await tx.run(adHocStatement(`delete from ${quoted(name)}`), none)
  }
}

/** Makes the tables as they were when the rows were archived. Named snapshots go as well. */
async function rebuildTables(
  tx: Transaction,
  { engine, migration, migrations }: Replacement,
  tables: readonly Table[],
): Promise<void> {
  for (const { name } of tables.toReversed()) {
    await tx.run(adHocStatement(`drop table ${quoted(name)}`), none)
  }
  for (const step of migrations) {
    if (step.number <= migration) await applyMigration(tx, engine, step)
  }
}

async function insertRows(
  tx: Transaction,
  engine: Engine,
  rows: AsyncIterable<ArchivedRow>,
): Promise<void> {
  const inserts = new Map<string, { columns: ReadonlySet<string>; insert: Insert }>()
  for (const table of await readTables(tx, engine)) {
    if (notArchived.has(table.name)) continue
    const insert = insertInto[engine](table)
    inserts.set(table.name, { columns: new Set(table.columns), insert })
  }
  for await (const { table, batch } of batches(rows, inserts)) {
    await tx.run(inserts.get(table)!.insert, { rows: `[${batch.join(',')}]` })
  }
}

type Insert = Statement<{ rows: string }, never>

/** Neighbouring rows of one table together, as JSON texts. */
async function* batches(
  rows: AsyncIterable<ArchivedRow>,
  known: ReadonlyMap<string, { columns: ReadonlySet<string> }>,
): AsyncIterable<{ table: string; batch: string[] }> {
  let current = { table: '', batch: [] as string[], characters: 0 }
  for await (const { table, row } of rows) {
    assertKnown(table, row, known)
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
  known: ReadonlyMap<string, { columns: ReadonlySet<string> }>,
): void {
  const columns = known.get(table)?.columns
  if (columns === undefined)
    throw new Error(`The archive has a table "${table}" of another schema.`)
  for (const column of Object.keys(row)) {
    if (!columns.has(column)) {
      throw new Error(`The archive has a column "${table}.${column}" of another schema.`)
    }
  }
}

const insertInto: Readonly<Record<Engine, (table: Table) => Insert>> = {
  sqlite: ({ name, columns }) =>
    adHocStatement(
      `insert into ${quoted(name)} (${columns.map(quoted).join(', ')})
       select ${columns.map((column) => `value ->> '${column}'`).join(', ')}
       from json_each(:rows)`,
    ),
  postgres: ({ name, columns }) =>
    adHocStatement(
      `insert into ${quoted(name)} (${columns.map(quoted).join(', ')})
       select ${columns.map(quoted).join(', ')}
       from jsonb_populate_recordset(null::${quoted(name)}, :rows::text::jsonb)`,
    ),
}

// Readers go on with what is committed; writers of other processes wait until all is replaced.
const holdOffWriters: Readonly<
  Record<Engine, (tables: readonly Table[]) => Statement<typeof none, never>>
> = {
  sqlite: () => adHocStatement('pragma defer_foreign_keys = on'),
  postgres: (tables) =>
    adHocStatement(
      `lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in exclusive mode`,
    ),
}

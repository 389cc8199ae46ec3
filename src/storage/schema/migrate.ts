import type { Database, Engine, Reader, StorageLog, Transaction } from '../port.ts'
import { dialects } from '../sql/dialect.ts'
import { insertInto, raw, sql } from '../sql/sql.ts'
import { adHocCommand, adHocQuery, command, none, query } from '../sql/statement.ts'
import { readTables } from './catalog.ts'
import { type Migration, newestNumber, type Schema } from './schema.ts'
import { migrations } from './tables.ts'

/** Migrates a database to the latest schema, with one transaction per migration. */
export async function migrate(
  database: Database,
  schema: Pick<Schema, 'migrations'>,
  log: StorageLog,
): Promise<void> {
  const present = await schemaNumber(database)
  assertNotAhead(present, schema)
  for (const migration of schema.migrations) {
    if (migration.number <= present) continue
    const isApplied = await database.transaction(async (tx) => {
      // Several processes may start at once: one migrates, the others wait.
      await tx.all(migrationLock[database.engine], none)
      if ((await presentNumber(tx, database.engine)) >= migration.number) return false
      await applyMigration(tx, database.engine, migration)
      return true
    })
    if (isApplied) log.info('schema migrated', { number: migration.number, name: migration.name })
  }
}

/** Rejects a schema other than that of this program. */
export async function assertMigrated(
  database: Database,
  schema: Pick<Schema, 'migrations'>,
): Promise<void> {
  const present = await schemaNumber(database)
  assertNotAhead(present, schema)
  const newest = newestNumber(schema)
  if (present < newest) {
    throw new Error(
      `The database has schema ${present} and this program needs ${newest}: ` +
        'run "almanac migrate" (make a backup first), then start again.',
    )
  }
}

/** Like `presentNumber`, but rejects a database of version 0.1, whose migrations had other numbers. */
async function schemaNumber(database: Database): Promise<number> {
  const present = await presentNumber(database, database.engine)
  if (present > 0 && (await database.first(firstMigration, none))?.name === 'foundation') {
    throw new Error(
      'This database was written by Almanac 0.1, which has no upgrade to this version: ' +
        'start with an empty data directory or database.',
    )
  }
  return present
}

/** The number of the last applied migration; 0 for an empty database. */
export async function presentNumber(reader: Reader, engine: Engine): Promise<number> {
  if ((await reader.first(migrationsTable[engine], none)) === undefined) return 0
  return (await reader.first(lastMigration, none))?.number ?? 0
}

/** Applies a migration in a transaction of the caller. */
export async function applyMigration(
  tx: Transaction,
  engine: Engine,
  { number, name, statements }: Migration,
): Promise<void> {
  for (const text of statements(dialects[engine])) {
    await tx.run(
      adHocCommand(() => raw(text)),
      none,
    )
  }
  await tx.run(addMigration, { number, name })
}

/** Tables of the schema that are missing in the database. */
export async function missingTables(database: Database, { tables }: Schema): Promise<string[]> {
  const present = new Set((await readTables(database, database.engine)).map(({ name }) => name))
  return tables
    .filter(({ name }) => !present.has(name))
    .map(({ name }) => `the table ${name} is missing`)
}

function assertNotAhead(present: number, schema: Pick<Schema, 'migrations'>): void {
  const newest = newestNumber(schema)
  if (present <= newest) return
  throw new Error(
    `The database has schema ${present}, but this program knows only ${newest}: it was used with ` +
      'a newer version. Start that version, or restore a backup that this version has made.',
  )
}

const firstMigration = query<typeof none, { name: string }>(
  () => sql`select name from ${migrations} where number = 1`,
)

const lastMigration = query<typeof none, { number: number }>(
  () => sql`select max(number) as number from ${migrations}`,
)

const addMigration = command<{ number: number; name: string }>(({ number, name }) =>
  insertInto(migrations, { number, name }),
)

const migrationsTable = {
  sqlite: adHocQuery<typeof none, { name: string }>(
    () => sql`select name from sqlite_master where type = 'table' and name = 'migrations'`,
  ),
  postgres: adHocQuery<typeof none, { name: string }>(
    () => sql`select tablename as name from pg_tables
     where schemaname = current_schema() and tablename = 'migrations'`,
  ),
}

// SQLite has only one writer. The number must differ from other locks.
const migrationLock = {
  sqlite: adHocQuery<typeof none, unknown>(() => sql`select 1 as locked`),
  postgres: adHocQuery<typeof none, unknown>(
    () => sql`select 1 as locked from (select pg_advisory_xact_lock(7141620)) held`,
  ),
}

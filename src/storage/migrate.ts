import { dialects } from './dialect.ts'
import type { Migration } from './migration.ts'
import type { Database, Engine, Reader, StorageLog, Transaction } from './port.ts'
import { adHocStatement, none, statement } from './statement.ts'

/** Brings the schema up to the newest of the given steps, one transaction a step. */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  log: StorageLog,
): Promise<void> {
  const present = await schemaNumber(database, database.engine)
  assertNotAhead(present, migrations)
  for (const migration of migrations) {
    if (migration.number <= present) continue
    const applied = await database.transaction(async (tx) => {
      // Several processes may start at once: one works, the others wait and find it done.
      await tx.all(migrationLock[database.engine], none)
      if ((await schemaNumber(tx, database.engine)) >= migration.number) return false
      await applyMigration(tx, database.engine, migration)
      return true
    })
    if (applied) log.info('schema migrated', { number: migration.number, name: migration.name })
  }
}

/** Refuses a schema that is not exactly what this program works with. */
export async function assertMigrated(
  database: Database,
  migrations: readonly Migration[],
): Promise<void> {
  const present = await schemaNumber(database, database.engine)
  assertNotAhead(present, migrations)
  const newest = newestNumber(migrations)
  if (present < newest) {
    throw new Error(
      `The database has schema ${present} and this program needs ${newest}: ` +
        'run "almanac migrate" (make a backup first), then start again.',
    )
  }
}

export const newestNumber = (migrations: readonly Migration[]): number =>
  migrations.at(-1)?.number ?? 0

/** The number of the last step that the database has taken; 0 when it is empty. */
export async function schemaNumber(reader: Reader, engine: Engine): Promise<number> {
  if ((await reader.first(migrationsTable[engine], none)) === undefined) return 0
  return (await reader.first(lastMigration, none))?.number ?? 0
}

/** Takes one step inside a transaction that the caller holds. */
export async function applyMigration(
  tx: Transaction,
  engine: Engine,
  { number, name, statements }: Migration,
): Promise<void> {
  const { text, integer } = dialects[engine]
  await tx.run(
    adHocStatement(
      `create table if not exists migrations (number ${integer} primary key, name ${text} not null)`,
    ),
    none,
  )
  for (const sql of statements(dialects[engine])) await tx.run(adHocStatement(sql), none)
  await tx.run(addMigration, { number, name })
}

function assertNotAhead(present: number, migrations: readonly Migration[]): void {
  const newest = newestNumber(migrations)
  if (present <= newest) return
  throw new Error(
    `The database has schema ${present}, but this program knows only ${newest}: it was used with ` +
      'a newer version. Start that version, or restore a backup that this version has made.',
  )
}

const lastMigration = statement<typeof none, { number: number }>(
  'select max(number) as number from migrations',
)

const addMigration = statement<{ number: number; name: string }>(
  'insert into migrations (number, name) values (:number, :name)',
)

const migrationsTable = {
  sqlite: adHocStatement<typeof none, { name: string }>(
    "select name from sqlite_master where type = 'table' and name = 'migrations'",
  ),
  postgres: adHocStatement<typeof none, { name: string }>(
    `select tablename as name from pg_tables
     where schemaname = current_schema() and tablename = 'migrations'`,
  ),
}

// The writer of a SQLite file is alone anyhow. The number only has to differ from other locks.
const migrationLock = {
  sqlite: adHocStatement<typeof none, unknown>('select 1 as locked'),
  postgres: adHocStatement<typeof none, unknown>(
    'select 1 as locked from (select pg_advisory_xact_lock(7141620)) held',
  ),
}

import { setTimeout as delay } from 'node:timers/promises'
import { unavailable } from '#/kernel/errors.ts'
import type { Database, Engine, Maintenance, Reader, StorageLog, Transaction } from '../port.ts'
import { dialects } from '../sql/dialect.ts'
import { insertInto, raw, sql } from '../sql/sql.ts'
import { adHocCommand, adHocQuery, command, none, query } from '../sql/statement.ts'
import { createIndex, type NamedIndex } from '../sql/table.ts'
import { changeBatch, type RowKey } from './batched-change.ts'
import { readTables } from './catalog.ts'
import { type Migration, newestNumber, type Schema } from './schema.ts'
import { migrations } from './tables.ts'

/** Which schema a program needs, and which one it has found. */
interface SchemaState {
  /** The newest schema that the program knows. */
  readonly needed: number
  readonly found: number
  /** The oldest schema whose programs can use the database. */
  readonly worksWith: number
}

/**
 * Migrates a database to the latest schema. Several processes may start at once, and older versions may use the
 * database meanwhile. An interrupted migration continues where it stopped.
 */
export async function migrate(
  database: Database,
  schema: Pick<Schema, 'migrations'>,
  log: StorageLog,
): Promise<void> {
  const present = await usableState(database, schema)
  if (present.found > present.needed) {
    log.warn('the database has a newer schema that this version can use', { ...present })
    return
  }
  const missing = schema.migrations.filter(({ number }) => number > present.found)
  const unfinished = await unfinishedMigrations(database, schema)
  if (missing.length + unfinished.length === 0) return
  await database.maintain(async (maintenance) => {
    const context = { ...maintenance, database, log }
    for (const migration of unfinished) await finish(context, migration)
    for (const migration of missing) {
      const isApplied = await exclusively(context, async (tx) => {
        if ((await presentNumber(tx, database.engine)) >= migration.number) return false
        await applyStatements(tx, database.engine, migration)
        return true
      })
      const { number, name } = migration
      if (isApplied) log.info('schema migrated', { number, name })
      await finish(context, migration)
    }
  })
}

interface MigrationContext extends Maintenance {
  readonly database: Database
  readonly log: StorageLog
}

const progressEveryMs = 5_000
const otherProcessLookMs = 500
const otherProcessLooksMax = 100_000

/** Runs a transaction of the only process that migrates; the others wait for it. */
async function exclusively<T>(
  { database: { engine }, transact, log }: MigrationContext,
  body: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let looks = 0; looks < otherProcessLooksMax; looks++) {
    const outcome = await transact(async (tx) => {
      const isMine = (await tx.first(migrationLock[engine], none))!.isMine === 1
      return isMine ? { value: await body(tx) } : undefined
    })
    if (outcome !== undefined) return outcome.value
    if (looks === 0) log.info('waiting for another process that migrates the database')
    await delay(otherProcessLookMs)
  }
  throw new Error('Another process has not finished migrating the database. Start again later.')
}

interface Progress {
  /** The index of the change; indexes follow the changes. */
  readonly change: number
  /** The key of the last row that was changed; empty at the beginning. */
  readonly after: RowKey
}

/** Changes many rows, creates indexes, and records after each step how far this has come. */
async function finish(context: MigrationContext, migration: Migration): Promise<void> {
  const { number, name, changes = [], indexes = [] } = migration
  const { log, database } = context
  let toldAtMs = performance.now()
  let rows = 0
  for (;;) {
    const changed = await exclusively(context, async (tx) => {
      const text = (await tx.first(findProgress, { number }))?.progress ?? undefined
      if (text === undefined) return undefined
      const { change: index, after } = JSON.parse(text) as Progress
      const change = changes[index]
      if (change === undefined) {
        const missing = indexes[index - changes.length]
        if (missing === undefined) {
          await tx.run(endProgress, { number })
          return undefined
        }
        await ensureIndex(tx, context, missing)
        const next: Progress = { change: index + 1, after: [] }
        await tx.run(putProgress, { number, progress: JSON.stringify(next) })
        return { table: missing.table.name, count: 0 }
      }
      const { last, count } = await changeBatch(tx, change, {
        after,
        dialect: dialects[database.engine],
      })
      const next: Progress =
        last === undefined ? { change: index + 1, after: [] } : { change: index, after: last }
      await tx.run(putProgress, { number, progress: JSON.stringify(next) })
      return { table: change.table.name, count }
    })
    if (changed === undefined) break
    rows += changed.count
    if (performance.now() - toldAtMs < progressEveryMs) continue
    toldAtMs = performance.now()
    log.info('migration in progress', { number, name, table: changed.table, rows })
  }
  if (changes.length > 0) log.info('rows migrated', { number, name, rows })
}

/** Creates an index, unless it exists. What a process has left that ended meanwhile is invalid and created again. */
async function ensureIndex(
  tx: Transaction,
  { execute, log }: MigrationContext,
  index: NamedIndex,
): Promise<void> {
  const { name } = index
  if (execute === undefined) {
    await runText(tx, createIndex(index))
    return
  }
  const present = await tx.first(indexState, { name })
  if (present?.isValid === 1) return
  // The transaction waits with the lock of the migration. PostgreSQL keeps the snapshot of a query until the next
  // statement, and creating an index waits for all snapshots.
  await runText(tx, 'set local idle_in_transaction_session_timeout = 0')
  if (present !== undefined) {
    log.warn('an index was left unfinished and is created again', { name })
    await execute(`drop index concurrently if exists ${name}`)
  }
  log.info('creating an index', { name })
  await execute(createIndex(index, { isConcurrent: true }))
}

/** Rejects a schema other than that of this program. */
export async function assertMigrated(
  database: Database,
  schema: Pick<Schema, 'migrations'>,
): Promise<void> {
  const { found, needed } = await usableState(database, schema)
  if (found < needed || (await unfinishedMigrations(database, schema)).length > 0) {
    throw new Error(
      `The database has schema ${found} and this program needs ${needed}: ` +
        'run "almanac migrate" (make a backup first), then start again.',
    )
  }
}

/** Rejects a database that this program cannot use, now or after a migration. */
async function usableState(
  database: Database,
  schema: Pick<Schema, 'migrations'>,
): Promise<SchemaState> {
  const found = await presentNumber(database, database.engine)
  if (found > 0 && (await database.first(firstMigration, none))?.name === 'foundation') {
    throw new Error(
      'This database was written by Almanac 0.1, which has no upgrade to this version: ' +
        'start with an empty data directory or database.',
    )
  }
  const state = await schemaState(database, schema)
  if (isUsable(state)) return state
  throw new Error(
    `The database has schema ${found}, but this program knows only ${state.needed}: it was used with ` +
      'a newer version. Start that version, or restore a backup that this version has made.',
  )
}

/** The schema that a program needs, and the one of the database. */
export async function schemaState(
  database: Database,
  schema: Pick<Schema, 'migrations'>,
): Promise<SchemaState> {
  const needed = newestNumber(schema)
  const found = await presentNumber(database, database.engine)
  if (found <= needed) return { needed, found, worksWith: found }
  return { needed, found, worksWith: (await database.first(leastSchema, none))?.worksWith ?? 0 }
}

/** Fails while the database cannot be reached, or a newer program has changed its schema. */
export async function requireUsable(
  database: Database,
): Promise<Pick<SchemaState, 'needed' | 'found'>> {
  // At the same time, because only the first fails soon if the database falls silent.
  const [, { needed, found, worksWith }] = await Promise.all([
    database.ready(),
    schemaState(database, database.schema),
  ])
  if (isUsable({ needed, found, worksWith })) return { needed, found }
  throw unavailable(`The database has schema ${found}, and this process needs ${needed}.`)
}

/** Whether the program can use the database. */
const isUsable = ({ needed, worksWith }: SchemaState): boolean => worksWith <= needed

const unfinishedMigrations = async (
  database: Database,
  { migrations }: Pick<Schema, 'migrations'>,
): Promise<readonly Migration[]> => {
  if ((await presentNumber(database, database.engine)) === 0) return []
  const numbers = (await database.all(listUnfinished, none)).map(({ number }) => number)
  return migrations.filter(({ number }) => numbers.includes(number))
}

/** The number of the last applied migration; 0 for an empty database. */
export async function presentNumber(reader: Reader, engine: Engine): Promise<number> {
  if ((await reader.first(migrationsTable[engine], none)) === undefined) return 0
  return (await reader.first(lastMigration, none))?.number ?? 0
}

/** Applies a whole migration in a transaction of the caller. */
export async function applyMigration(
  tx: Transaction,
  engine: Engine,
  migration: Migration,
): Promise<void> {
  const { number, changes = [], indexes = [] } = migration
  await applyStatements(tx, engine, migration)
  for (const { command } of changes) {
    await tx.run(
      adHocCommand((_, dialect) => command(sql`true`, dialect)),
      none,
    )
  }
  for (const index of indexes) await runText(tx, createIndex(index))
  if (changes.length + indexes.length > 0) await tx.run(endProgress, { number })
}

async function applyStatements(
  tx: Transaction,
  engine: Engine,
  { number, name, statements, changes = [], indexes = [], worksWith = number }: Migration,
): Promise<void> {
  for (const text of statements(dialects[engine])) await runText(tx, text)
  const first: Progress = { change: 0, after: [] }
  const progress = changes.length + indexes.length === 0 ? null : JSON.stringify(first)
  await tx.run(addMigration, { number, name, worksWith, progress })
}

const runText = (tx: Transaction, text: string): Promise<number> =>
  tx.run(
    adHocCommand(() => raw(text)),
    none,
  )

export async function missingTables(database: Database, { tables }: Schema): Promise<string[]> {
  const present = new Set((await readTables(database, database.engine)).map(({ name }) => name))
  return tables
    .filter(({ name }) => !present.has(name))
    .map(({ name }) => `the table ${name} is missing`)
}

const firstMigration = query<typeof none, { name: string }>(
  () => sql`select name from ${migrations} where number = 1`,
)

const lastMigration = query<typeof none, { number: number }>(
  () => sql`select max(number) as number from ${migrations}`,
)

// A program must know the last migration that older ones cannot live with.
const leastSchema = query<typeof none, { worksWith: number }>(
  () => sql`select max(works_with) as "worksWith" from ${migrations}`,
)

const addMigration = command<{
  number: number
  name: string
  worksWith: number
  progress: string | null
}>(({ number, name, worksWith, progress }) =>
  insertInto(migrations, { number, name, works_with: worksWith, progress }),
)

const listUnfinished = query<typeof none, { number: number }>(
  () => sql`select number from ${migrations} where progress is not null order by number`,
)

const findProgress = query<{ number: number }, { progress: string | null }>(
  ({ number }) => sql`select progress from ${migrations} where number = ${number}`,
)

const putProgress = command<{ number: number; progress: string }>(
  ({ number, progress }) =>
    sql`update ${migrations} set progress = ${progress} where number = ${number}`,
)

const endProgress = command<{ number: number }>(
  ({ number }) => sql`update ${migrations} set progress = null where number = ${number}`,
)

const indexState = adHocQuery<{ name: string }, { isValid: 0 | 1 }>(
  ({ name }) => sql`select indisvalid::int as "isValid" from pg_index
   where indexrelid = to_regclass(${name})`,
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
  sqlite: adHocQuery<typeof none, { isMine: 0 | 1 }>(() => sql`select 1 as "isMine"`),
  postgres: adHocQuery<typeof none, { isMine: 0 | 1 }>(
    () => sql`select pg_try_advisory_xact_lock(7141620)::int as "isMine"`,
  ),
}

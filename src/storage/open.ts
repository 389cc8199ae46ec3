import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { createPrivateFolder } from '#/kernel/process/private-folder.ts'
import { parseReplicaUrl } from '#/kernel/settings/replica-url.ts'
import type { Tracer } from '#/kernel/tracing/tracer.ts'
import type { Completing } from './completing.ts'
import type { Database, StorageLog } from './port.ts'
import { connectionShares } from './postgres/connections/connection-shares.ts'
import type { PostgresOptions } from './postgres/options.ts'
import type { ReplicaAddress } from './replication/stores/replica-store.ts'
import { ensureEpoch } from './schema/epoch.ts'
import { assertMigrated, migrate } from './schema/migrate.ts'
import type { Schema } from './schema/schema.ts'
import { openSqlite, type SqliteOptions } from './sqlite/database.ts'
import { lockDataDir } from './sqlite/lock.ts'
import { createFromTemplate } from './sqlite/template.ts'
import { traceDatabase } from './traced-database.ts'

export interface OpenOptions {
  /** The URL of a PostgreSQL server; without it the data directory contains a SQLite file. */
  readonly url?: string | undefined
  readonly dataDir: string
  /** The file that a new embedded database begins as a copy of, if it exists. */
  readonly template?: string
  readonly log: StorageLog
  readonly tracer?: Tracer | undefined
  readonly completing?: Completing
  /** If false, rejects a database whose schema is not that of the program. */
  readonly migrate?: boolean
  readonly schema: Schema
  readonly sqlite?: Omit<SqliteOptions, 'path' | 'schema' | 'log' | 'completing'>
  readonly postgres?: Omit<PostgresOptions, 'url' | 'schema' | 'log' | 'completing'>
}

interface DatabaseSettings {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly commitGroupMax: number
  readonly databaseCacheMb: number
  readonly databaseConnectionsMax: number
  readonly databaseListenUrl: string
  readonly databaseReadUrl: string
  readonly databaseLayout: 'auto' | 'single' | 'citus'
  readonly databaseWorkers: 'auto' | 'off'
  readonly databasePooler: 'none' | 'transaction'
  readonly databasePreparedStatements: 'auto' | 'on' | 'off'
  readonly databasePollMs: number
}

/** What a new embedded database contains: the schema, or the starter catalog of books as well. */
export type FirstContents = 'schema' | 'starter'

/** Where the build of the server has a database with these contents. */
export const templatePath = (contents: FirstContents, folder = import.meta.dirname): string =>
  join(folder, `${contents}.sqlite`)

export interface ReplicaSettings {
  readonly replica: string
  readonly replicaAccessKey: string
  readonly replicaSecretKey: string
}

/** The options of the database that the settings name. */
export const databaseOptions = (
  settings: DatabaseSettings,
  { firstContents, isDurable }: { firstContents: FirstContents; isDurable: boolean },
) => ({
  url: settings.databaseUrl || undefined,
  dataDir: settings.dataDir,
  template: templatePath(firstContents),
  sqlite: {
    groupMembersMax: settings.commitGroupMax,
    cacheMb: settings.databaseCacheMb,
    isDurable,
  },
  postgres: {
    ...poolerOptions(settings),
    layout: settings.databaseLayout,
    connectsToWorkers: settings.databaseWorkers === 'auto',
    connectionsMax: connectionShares(settings.databaseConnectionsMax).requests,
    listenUrl: settings.databaseListenUrl,
    readUrl: settings.databaseReadUrl,
    pollMs: settings.databasePollMs,
  },
})

/** The replica that the settings name, if any. */
export const replicaAddress = ({
  replica,
  replicaAccessKey,
  replicaSecretKey,
}: ReplicaSettings): ReplicaAddress | undefined =>
  replica === ''
    ? undefined
    : { url: parseReplicaUrl(replica), accessKey: replicaAccessKey, secretKey: replicaSecretKey }

/** What connections to PostgreSQL have to respect about a pooler in front of it. */
export const poolerOptions = ({
  databasePooler,
  databasePreparedStatements: prepared,
}: Pick<DatabaseSettings, 'databasePooler' | 'databasePreparedStatements'>) => {
  const isPooled = databasePooler === 'transaction'
  return { isPooled, preparesStatements: prepared === 'auto' ? !isPooled : prepared === 'on' }
}

/** Keeps a second process from serving or replacing the same embedded database. */
export const reserveData = ({
  databaseUrl,
  dataDir,
}: Pick<DatabaseSettings, 'databaseUrl' | 'dataDir'>): Disposable =>
  databaseUrl === '' ? lockDataDir(dataDir) : { [Symbol.dispose]: () => {} }

export const sqlitePath = (dataDir: string): string => join(dataDir, 'almanac.sqlite')

/** Opens a database and migrates it to the schema of this program. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { log, schema, tracer } = options
  const database = await openEngine(options)
  try {
    if (options.migrate ?? true) await migrate(database, schema, log)
    else await assertMigrated(database, schema)
    if (database.isDistributed) await ensureDistributed(database, options)
    await ensureEpoch(database)
    await database.loadEpoch()
    return tracer === undefined ? database : traceDatabase(database, tracer)
  } catch (error) {
    await database[Symbol.asyncDispose]()
    throw error
  }
}

async function ensureDistributed(
  database: Database,
  { migrate: canChange = true, schema, log }: OpenOptions,
): Promise<void> {
  const { assertDistributed, distributeTables } = await import('./postgres/cluster/layout.ts')
  if (canChange) await distributeTables(database, schema, log)
  else await assertDistributed(database, schema)
}

interface OpenedDatabase extends Database {
  loadEpoch(): Promise<void>
}

async function openEngine({
  url,
  dataDir,
  template,
  schema,
  log,
  completing,
  sqlite,
  postgres,
}: OpenOptions): Promise<OpenedDatabase> {
  if (url !== undefined) {
    // Loaded on demand, so that a start with SQLite is not slower.
    const { openPostgres } = await import('./postgres/database.ts')
    return openPostgres({ ...postgres, url, schema, log, ...(completing && { completing }) })
  }
  createPrivateFolder(dataDir)
  const path = sqlitePath(dataDir)
  if (template !== undefined) {
    const isDurable = sqlite?.isDurable ?? true
    if (createFromTemplate({ template, path, isDurable })) log.info('database created')
  }
  // The file is readable by its owner only.
  closeSync(openSync(path, 'a', 0o600))
  return openSqlite({ ...sqlite, path, schema, log, ...(completing && { completing }) })
}

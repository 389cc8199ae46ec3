import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import {
  addressOf,
  collect,
  hasEnded,
  runAlmanac,
  runAlmanacProcess,
  type StartOptions,
  spawnAlmanac,
  usualSettings,
} from './almanac-process.ts'
import { freshFolder, makeDataFolder } from './fresh.ts'
import { noteProcess } from './noted-processes.ts'
import { freshPostgresUrl, isOnCluster, postgresUnavailable } from './postgres-databases.ts'
import { startResidentServer } from './resident-servers.ts'

export { runAlmanac, runAlmanacProcess, spawnAlmanac }

/** A server under test, known by its address alone. */
export interface TestServer extends AsyncDisposable {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly base: string
  /** The process that it runs in. */
  readonly pid: number
  /** What it has written so far. */
  readonly output: () => { stdout: string; stderr: string }
  hasEnded(): boolean
  /** Mints a token through the workbench; each call without an email makes a new user. */
  mint(wanted?: { email?: string; scopes?: string[] }): Promise<{ email: string; token: string }>
  /** Asks it to stop and waits until it has. */
  stop(): Promise<number | null>
}

/** A server that has a process to itself. */
export interface ServerProcess extends TestServer {
  readonly process: ChildProcess
  /** Ends it as a crash would. */
  kill(): Promise<void>
}

/** Where one server keeps its data; several can be started on it. */
export interface ServerPlace extends AsyncDisposable {
  readonly environment: Record<string, string>
  /** Starts a server in the process of this worker's servers, which takes a tenth of a process. */
  start(environment?: Record<string, string>): Promise<TestServer>
  /** For tests of processes: how they end, what they take, or several on one database. */
  startProcess(environment?: Record<string, string>, options?: StartOptions): Promise<ServerProcess>
  /** The servers on it that have not ended. */
  running(): readonly TestServer[]
}

export interface WireEngine {
  readonly name: string
  readonly unavailable?: string
  /** Whether worlds have databases of another kind. */
  readonly hasOtherWorlds?: boolean
  /** A place with the present schema in it, or one where nobody has been before. */
  place(wanted?: { isEmpty?: boolean }): Promise<ServerPlace>
}

/** The engine that needs no server of its own. */
export const embeddedEngine: WireEngine = { name: 'sqlite', place: sqlitePlace }

/** The engines that every wire test runs on. */
export const wireEngines: readonly WireEngine[] = [
  embeddedEngine,
  {
    name: postgresUnavailable === undefined ? 'postgres' : `postgres (${postgresUnavailable})`,
    ...(postgresUnavailable === undefined ? {} : { unavailable: postgresUnavailable }),
    // That of a world is on the coordinator.
    hasOtherWorlds: isOnCluster,
    place: postgresPlace,
  },
]

async function sqlitePlace({ isEmpty = false } = {}): Promise<ServerPlace> {
  const folder = await freshFolder()
  const data = join(folder.path, 'data')
  if (!isEmpty) await makeDataFolder(data)
  return placeAt({ ALMANAC_DATA_DIR: data }, folder)
}

async function postgresPlace(wanted?: { isEmpty?: boolean }): Promise<ServerPlace> {
  return placeOnPostgres(await freshPostgresUrl(wanted))
}

/** A place on a PostgreSQL database, which ends with it. */
export async function placeOnPostgres(
  database: { readonly url: string } & AsyncDisposable,
): Promise<ServerPlace> {
  const folder = await freshFolder()
  return placeAt(
    { ALMANAC_DATA_DIR: join(folder.path, 'data'), ALMANAC_DATABASE_URL: database.url },
    folder,
    database,
  )
}

function placeAt(
  environment: Record<string, string>,
  ...resources: AsyncDisposable[]
): ServerPlace {
  const servers = new Set<TestServer>()
  const add = <S extends TestServer>(server: S): S => {
    servers.add(server)
    return server
  }
  return {
    environment,
    start: async (more) => add(await startResident({ ...environment, ...more })),
    startProcess: async (more, options) =>
      add(await startProcess({ ...environment, ...more }, options)),
    running: () => [...servers].filter((server) => !server.hasEnded()),
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server[Symbol.asyncDispose]()
      for (const resource of resources) await resource[Symbol.asyncDispose]()
    },
  }
}

/** The command line while it runs. */
export interface RunningAlmanac {
  readonly process: ChildProcess
  readonly output: () => { stdout: string; stderr: string }
  /** The exit status; processes that it has left behind may still be running. */
  readonly exited: Promise<number | null>
}

/** Starts the command line in a session of its own, which has no terminal. */
export function startAlmanac(
  words: readonly string[],
  environment: Record<string, string> = {},
): RunningAlmanac {
  const child = spawnAlmanac(words, environment, { detached: true })
  child.stdin!.end()
  child.once('exit', noteProcess(inject('runFolder'), child.pid!))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return { process: child, output: collect(child), exited }
}

/** Runs the command line and kills it after so long, unless it has ended by then. */
export async function killedAfter(
  ms: number,
  words: readonly string[],
  environment: Record<string, string>,
): Promise<void> {
  const child = spawnAlmanac(words, environment)
  const timer = setTimeout(() => child.kill('SIGKILL'), ms)
  await once(child, 'close')
  clearTimeout(timer)
}

/** A file of fixed tokens in the form that `ALMANAC_TOKENS_FILE` names. */
export async function writeTokensFile(
  folder: string,
  tokens: Record<string, { email: string; scopes: string[] | string; expires?: string | number }>,
): Promise<string> {
  const path = join(folder, 'tokens.json')
  await writeFile(path, JSON.stringify(tokens))
  return path
}

async function startResident(environment: Record<string, string>): Promise<TestServer> {
  const {
    address: base,
    ended,
    stop,
    discard,
    ...server
  } = await startResidentServer({
    ...usualSettings,
    ...environment,
  })
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  return {
    base,
    ...server,
    hasEnded: () => hasEnded,
    mint: minting(base),
    async stop() {
      stop()
      return ended
    },
    async [Symbol.asyncDispose]() {
      discard()
      await ended
    },
  }
}

async function startProcess(
  environment: Record<string, string>,
  options?: StartOptions,
): Promise<ServerProcess> {
  const child = spawnAlmanac(['serve'], { ...usualSettings, ...environment }, options)
  child.once('exit', noteProcess(inject('runFolder'), child.pid!))
  const output = collect(child)
  const base = await addressOf(child, output)
  const closed = once(child, 'close')
  const end = async (signal: NodeJS.Signals) => {
    if (!hasEnded(child)) child.kill(signal)
    await closed
    return child.exitCode
  }
  const kill = async () => {
    await end('SIGKILL')
  }
  return {
    base,
    pid: child.pid!,
    process: child,
    output,
    hasEnded: () => hasEnded(child),
    mint: minting(base),
    stop: () => end('SIGTERM'),
    kill,
    [Symbol.asyncDispose]: kill,
  }
}

let users = 0

function minting(base: string): TestServer['mint'] {
  return async ({ email = `user${++users}-${process.pid}@example.com`, scopes } = {}) => {
    const reply = await fetch(`${base}/_almanac/tokens`, {
      method: 'POST',
      body: JSON.stringify({ email, ...(scopes === undefined ? {} : { scopes }) }),
    })
    if (!reply.ok) throw new Error(`no token: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as { email: string; token: string }
  }
}

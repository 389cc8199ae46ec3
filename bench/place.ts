import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { undoAtExit } from './at-exit.ts'
import type { Reply } from './sample-reply.ts'
import { inherited, type ServerProcess, startProcess } from './server-process.ts'

const execute = promisify(execFile)
/** The program in this checkout, which runs the sources. */
const sourceEntry = join(import.meta.dirname, '../bin/almanac.js')
const bareEntry = join(import.meta.dirname, 'bare-server.ts')

export const callerEmail = 'bench@almanac.test'

/** Where one Almanac keeps its data, and a token of the user who calls it. */
export interface Place {
  readonly folder: string
  readonly token: string
  /** Runs the command line on the same data and gives what it prints. */
  almanac(...words: string[]): Promise<string>
  start(options?: StartOptions): Promise<ServerProcess>
}

interface StartOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly nodeFlags?: readonly string[]
}

/** A folder that is removed with everything in it. */
export async function benchFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'almanac-bench-'))
  const removal = { recursive: true, force: true, maxRetries: 3 }
  const cancel = undoAtExit(() => rmSync(path, removal))
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, removal)
      cancel()
    },
  }
}

/** Makes a database with one user, as an operator would for a production server. */
export async function makePlace(
  folder: string,
  databaseUrl = '',
  entry = sourceEntry,
): Promise<Place> {
  mkdirSync(folder, { recursive: true })
  const settings = {
    ALMANAC_MODE: 'production',
    ALMANAC_PORT: '0',
    ALMANAC_DATA_DIR: join(folder, 'data'),
    ALMANAC_DATABASE_URL: databaseUrl,
    // One caller sends as much as a server takes.
    ALMANAC_QUOTA_USER_PER_MINUTE: '0',
    ALMANAC_QUOTA_USER_PER_DAY: '0',
    ALMANAC_QUOTA_CLIENT_PER_MINUTE: '0',
    ALMANAC_QUOTA_CLIENT_PER_DAY: '0',
    ALMANAC_QUOTA_ADS_GENERATE_PER_DAY: '0',
    ALMANAC_QUOTA_ADS_REQUEST_PER_DAY: '0',
    ALMANAC_QUOTA_ADS_OTHER_PER_DAY: '0',
    ALMANAC_EVENTS_PER_USER_MAX: '0',
    ALMANAC_EVENT_BYTES_PER_USER_MAX: '0',
  }
  const almanac = async (...words: string[]) => {
    const env = { ...inherited, ...settings }
    return (await execute(process.execPath, [entry, ...words], { env })).stdout.trim()
  }
  await almanac('user', 'create', callerEmail)
  const token = await almanac('token', 'create', callerEmail)
  return {
    folder,
    token,
    almanac,
    start: ({ environment = {}, nodeFlags = [] } = {}) =>
      startProcess({
        words: [...nodeFlags, entry, 'serve'],
        environment: { ...settings, ...environment },
        logFile: join(folder, 'server.log'),
      }),
  }
}

/** Starts a bare server that sends these replies. */
export function startBare(folder: string, replies: readonly Reply[]): Promise<ServerProcess> {
  const file = join(folder, 'reply.json')
  writeFileSync(file, JSON.stringify(replies))
  return startProcess({ words: [bareEntry, file], logFile: join(folder, 'bare.log') })
}

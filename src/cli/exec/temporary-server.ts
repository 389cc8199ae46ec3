import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Core } from '#/core.ts'
import { openLog } from '#/kernel/log.ts'
import type { SettingName } from '#/settings.ts'
import { loadCore, settingsOf } from '../settings.ts'

/** Settings of a temporary server that flags cannot change. */
const fixedSettings = (dataDir: string) => ({
  host: '127.0.0.1',
  port: 0,
  mode: 'dev' as const,
  publicUrl: '',
  dataDir,
  databaseUrl: '',
  // It must not take the place of the data that the environment has a replica of.
  replica: '',
  // No client waits for responses after the command has ended.
  drainIdleMs: 0,
  drainTimeoutMs: 500,
})

export const fixedNames = Object.keys(fixedSettings(''))

/** Defaults of a temporary server. Flags, the environment and a settings file override them. */
const defaults: Partial<Record<SettingName, string>> = { demo: '0', logLevel: 'silent' }

/** A server in dev mode that is deleted with its data. */
export interface TemporaryServer {
  /** The root URL, without a trailing slash. */
  readonly url: string
  /** The first user of the seed, or demo@almanac.test, an owner. */
  readonly email: string
  readonly token: string
  readonly core: Core
  /** Keeps the present state as the one that a reset restores. */
  saveFirstState(): Promise<void>
  /** A private folder that is deleted with the server. */
  readonly folder: string
  readonly dataDir: string
}

interface TemporaryServerOptions {
  readonly flags: Readonly<Record<string, string | undefined>>
  /** Whether a proxy on this machine forwards the addresses that clients used. */
  readonly isBehindProxy?: boolean
}

/** Runs something against a temporary server. */
export async function withTemporaryServer(
  { flags, isBehindProxy = false }: TemporaryServerOptions,
  body: (server: TemporaryServer) => Promise<void>,
): Promise<void> {
  const read = settingsOf({ ...flags, mode: 'dev' }, defaults)
  const folder = createTemporaryFolder()
  const dataDir = join(folder, 'data')
  const settings = {
    ...read,
    ...fixedSettings(dataDir),
    ...(isBehindProxy && { trustedProxies: ['127.0.0.1'] }),
  }
  const [{ openCore }, { reserveData }, { loadSeed }, { serve }, { createFirstUser }] =
    await Promise.all([
      loadCore(),
      import('#/storage/open.ts'),
      import('#/seeds/site-seeds.ts'),
      import('#/app.ts'),
      import('#/first-user.ts'),
    ])
  const log = openLog(settings.logLevel)
  const seed = await loadSeed(settings)
  using _ = reserveData(settings)
  await using core = await openCore(settings, log, { isDurable: false })
  const server = await serve(core, seed)
  try {
    const { address: url } = server
    const { email, token } = await createFirstUser(core, seed?.firstUser)
    const saveFirstState = () => server.saveFirstState()
    await body({ url, email, token, core, saveFirstState, folder, dataDir })
  } finally {
    exitAfterTimeout()
    await server.close()
    await log.flush()
  }
}

/** Creates a folder that is removed when this process ends, unless it is killed. */
function createTemporaryFolder(): string {
  try {
    const path = mkdtempSync(join(tmpdir(), 'almanac-exec-'))
    process.once('exit', () => rmSync(path, { recursive: true, force: true }))
    return path
  } catch (cause) {
    throw new Error(`Cannot create a folder in ${tmpdir()}: set TMPDIR to another location.`, {
      cause,
    })
  }
}

const closingMsMax = 5_000

/** Exits even if something does not close. */
function exitAfterTimeout(): void {
  setTimeout(() => process.exit(), closingMsMax).unref()
}

import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Log } from '#/kernel/log.ts'
import { packageFolder } from '#/kernel/package-folder.ts'
import type { PlatformSettings } from '#/kernel/settings/settings.ts'
import type { AdsDependencies } from '../operation.ts'

/** The agency of the first seed. */
const firstAgencyId = '20700100000000001'

const problemLengthMax = 10_000

const program = join(packageFolder, 'bin/almanac.js')

interface Context extends Pick<AdsDependencies, 'database' | 'platform'> {
  readonly settings: Pick<PlatformSettings, 'dataDir' | 'databaseUrl'>
  readonly log: Log
}

/**
 * Fills a new dev server with the small demo in a separate process, so that the first start does not wait for
 * it and the server does not load code for imports. Does nothing if data was imported or uploaded already.
 * An interrupted demo is started again.
 */
export class BackgroundDemo {
  readonly #context: Context
  #child: ChildProcess | undefined

  constructor(context: Context) {
    this.#context = context
  }

  async begin(): Promise<void> {
    this.end()
    const { database, platform, settings, log } = this.#context
    if (!(await platform.isUntouchedBut(database, firstAgencyId))) return
    const { dataDir, databaseUrl } = settings
    const env = { ALMANAC_DATA_DIR: dataDir, ALMANAC_DATABASE_URL: databaseUrl }
    const child = fork(program, ['ads', 'demo'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let problem = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      problem = (problem + text).slice(0, problemLengthMax)
    })
    child.on('error', (err) => log.warn('could not create search ads demo data', { err }))
    child.on('exit', (code) => {
      if (code !== 0 && !child.killed)
        log.warn('could not create search ads demo data', { problem })
    })
    child.unref()
    child.channel?.unref()
    this.#child = child
  }

  end(): void {
    this.#child?.kill()
    this.#child = undefined
  }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { openLog } from '#/kernel/log.ts'
import type { SettingName } from '#/kernel/settings-table.ts'
import { runCommand, SignalRelay } from './exec-command.ts'
import { commandEnvironment } from './exec-environment.ts'
import { inheritedEnvironment, loadCore, settingsOf, withSettings } from './settings.ts'

/** What a server has that lives as long as a command, and no flag changes. */
const fixedSettings = (dataDir: string) => ({
  host: '127.0.0.1',
  port: 0,
  mode: 'dev' as const,
  publicUrl: '',
  dataDir,
  databaseUrl: '',
  // Nobody waits for answers any more when the command has ended.
  drainTimeoutMs: 500,
})

const fixedNames = Object.keys(fixedSettings(''))

/** What such a server has unless a flag, the environment or a settings file says otherwise. */
const defaults: Partial<Record<SettingName, string>> = { demo: '0', logLevel: 'silent' }

const shown: readonly SettingName[] = [
  'seed',
  'logLevel',
  'demo',
  'tokensFile',
  'quotaUserPerMinute',
]

export function addExec(program: Command): void {
  withSettings(
    program
      .command('exec <command...>')
      .usage('[options] -- <command> [args...]')
      .description('Run a command, such as a test suite, against a server that ends with it.')
      .addHelpText(
        'after',
        `
The server listens on a free port, in dev mode, and keeps its data in a temporary folder. The command
gets these environment variables:

  ALMANAC_URL                      the root URL, without a slash at the end
  ALMANAC_TOKEN                    an access token of the first user: that of the seed, or demo@almanac.test,
                                   who is an administrator
  GOOGLE_APPLICATION_CREDENTIALS   a file with which auth libraries act for the same user
  GOOGLE_CLOUD_PROJECT             almanac
  ALMANAC_DATA_DIR                 lets commands such as "almanac user create" work on this server

The exit status is that of the command: 128 + n if signal n ended it, 127 if it was not found, 126 if
it cannot be executed. Every other setting of "almanac serve" can be given as a flag.

Examples:
  almanac exec -- npm test
  almanac exec --seed team.yaml -- npm test
  almanac exec --quota-user-per-minute 60 -- python -m pytest
  almanac exec --log-level info -- sh -c 'curl -H "Authorization: Bearer $ALMANAC_TOKEN" $ALMANAC_URL/calendar/v3/calendars/primary'`,
      ),
    shown,
    { without: fixedNames },
  ).action(async (command: string[], options: Record<string, string>) => {
    const relay = new SignalRelay()
    const read = settingsOf({ ...options, mode: 'dev' }, defaults)
    const folder = createTemporaryFolder()
    const settings = { ...read, ...fixedSettings(join(folder, 'data')) }
    const [{ openCore, reserveData }, { serve }, { createFirstUser, createUserCredentials }] =
      await Promise.all([loadCore(), import('#/app.ts'), import('#/first-user.ts')])
    const log = openLog(settings.logLevel)
    using _ = reserveData(settings)
    await using core = await openCore(settings, log, { isDurable: false })
    const server = await serve(core)
    try {
      const { address: url } = server
      const { email, token } = await createFirstUser(core, server.seededUser)
      const credentialsPath = join(folder, 'credentials.json')
      writeFileSync(credentialsPath, await createUserCredentials(core, { email, url }), {
        mode: 0o600,
      })
      const { dataDir } = settings
      const environment = commandEnvironment(inheritedEnvironment(), {
        url,
        token,
        credentialsPath,
        dataDir,
      })
      process.exitCode = await runCommand(command, { environment, relay })
    } finally {
      endInAnyCase()
      await server.close()
      log.flush()
    }
  })
}

/** Creates a folder that is removed when this process ends, unless it is killed. */
function createTemporaryFolder(): string {
  try {
    const path = mkdtempSync(join(tmpdir(), 'almanac-exec-'))
    process.once('exit', () => rmSync(path, { recursive: true, force: true }))
    return path
  } catch (cause) {
    throw new Error(`No folder can be created in ${tmpdir()}: name another place with TMPDIR.`, {
      cause,
    })
  }
}

const closingMsMax = 5_000

/** Nothing that does not close keeps the process after the command has ended. */
function endInAnyCase(): void {
  setTimeout(() => process.exit(), closingMsMax).unref()
}

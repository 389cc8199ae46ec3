import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { openLog } from '#/kernel/log.ts'
import { SettingError } from '#/kernel/settings/settings.ts'
import type { SettingName } from '#/settings.ts'
import { inheritedEnvironment, loadCore, settingsOf, warn, withSettings } from '../settings.ts'
import { runCommand, SignalRelay } from './exec-command.ts'
import { commandEnvironment } from './exec-environment.ts'

/** Settings of a temporary server that flags cannot change. */
const fixedSettings = (dataDir: string) => ({
  host: '127.0.0.1',
  port: 0,
  mode: 'dev' as const,
  publicUrl: '',
  dataDir,
  databaseUrl: '',
  // Nobody waits for responses after the command has ended.
  drainTimeoutMs: 500,
})

const fixedNames = Object.keys(fixedSettings(''))

/** Defaults of a temporary server. Flags, the environment and a settings file override them. */
const defaults: Partial<Record<SettingName, string>> = { demo: '0', logLevel: 'silent' }

const shown: readonly SettingName[] = [
  'seed',
  'logLevel',
  'demo',
  'tokensFile',
  'quotaUserPerMinute',
]

interface ExecOptions {
  readonly intercept?: boolean
  readonly allow: readonly string[]
}

export function addExec(program: Command): void {
  withSettings(
    program
      .command('exec <command...>')
      .usage('[options] -- <command> [args...]')
      .description('Run a command, such as a test suite, against a temporary server.')
      .option(
        '--intercept',
        'Answer requests to the original hosts, such as www.googleapis.com, and refuse others.',
      )
      .option(
        '--allow <host>',
        'With --intercept, let requests to a host pass. "*.example.com" means all hosts below a domain. Repeatable.',
        (host: string, hosts: readonly string[]) => [...hosts, host],
        [],
      )
      .addHelpText(
        'after',
        `
The server runs in dev mode on a free port and stores its data in a temporary folder. It stops when the
command ends. The command gets these environment variables:

  ALMANAC_URL                      the root URL of the server, without a trailing slash
  ALMANAC_TOKEN                    an access token for the first user of the seed, or for
                                   demo@almanac.test, an owner
  GOOGLE_APPLICATION_CREDENTIALS   a credential file for the same user
  GOOGLE_CLOUD_PROJECT             almanac
  ALMANAC_DATA_DIR                 makes commands such as "almanac user create" use this server

With --intercept, the command also gets the variables of a proxy and its certificate authority, which
Node, Python, Go, Ruby, Java and curl read. Programs then call this server at the original addresses.

The exit status is that of the command: 128 + n if signal n ended it, 127 if it was not found, 126 if
it cannot be executed. You can set other settings of "almanac serve" with flags.

Examples:
  almanac exec -- npm test
  almanac exec --seed team.yaml -- npm test
  almanac exec --intercept -- python sync.py
  almanac exec --intercept --allow '*.example.com' -- npm test
  almanac exec --quota-user-per-minute 60 -- python -m pytest
  almanac exec --log-level info -- sh -c 'curl -H "Authorization: Bearer $ALMANAC_TOKEN" $ALMANAC_URL/calendar/v3/calendars/primary'`,
      ),
    shown,
    { without: fixedNames },
  ).action(async (command: string[], options: ExecOptions & Record<string, string>) => {
    const { intercept = false, allow, ...flags } = options
    if (allow.length > 0 && !intercept) throw new SettingError('--allow needs --intercept.')
    const relay = new SignalRelay()
    const read = settingsOf({ ...flags, mode: 'dev' }, defaults)
    const folder = createTemporaryFolder()
    const settings = {
      ...read,
      ...fixedSettings(join(folder, 'data')),
      // The proxy tells the server which of the original addresses a client used.
      ...(intercept && { trustedProxies: ['127.0.0.1'] }),
    }
    const [{ openCore }, { reserveData }, { serve }, { createFirstUser, createUserCredentials }] =
      await Promise.all([
        loadCore(),
        import('#/storage/open.ts'),
        import('#/app.ts'),
        import('#/first-user.ts'),
      ])
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
      await using interception = intercept
        ? await (await import('#/interception/interception.ts')).openInterception({
            folder,
            serverUrl: url,
            allowed: allow,
            onRefused: (host) => warn(`almanac: Refused requests to ${host}.`),
            nowMs: core.clock.machineMs(),
          })
        : undefined
      const environment = {
        ...commandEnvironment(inheritedEnvironment(), { url, token, credentialsPath, dataDir }),
        ...interception?.environment,
      }
      process.exitCode = await runCommand(command, { environment, relay })
    } finally {
      exitAfterTimeout()
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
    throw new Error(`Cannot create a folder in ${tmpdir()}: set TMPDIR to another location.`, {
      cause,
    })
  }
}

const closingMsMax = 5_000

/** Exits even if something does not close after the command has ended. */
function exitAfterTimeout(): void {
  setTimeout(() => process.exit(), closingMsMax).unref()
}

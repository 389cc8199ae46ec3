import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { SettingError } from '#/kernel/settings/settings.ts'
import { programVersion } from '#/kernel/version.ts'
import type { SettingName } from '#/settings.ts'
import { inheritedEnvironment, warn, withSettings } from '../settings.ts'
import { runCommand, SignalRelay } from './exec-command.ts'
import { commandEnvironment } from './exec-environment.ts'
import { fixedNames, type TemporaryServer, withTemporaryServer } from './temporary-server.ts'

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
  readonly record?: string
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
      .option('--record <file>', 'Write all requests and responses to an HTTP Archive (HAR) file.')
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
  almanac exec --record session.har -- npm test
  almanac exec --quota-user-per-minute 60 -- python -m pytest
  almanac exec --log-level info -- sh -c 'curl -H "Authorization: Bearer $ALMANAC_TOKEN" $ALMANAC_URL/calendar/v3/calendars/primary'`,
      ),
    shown,
    { without: fixedNames },
  ).action(async (command: string[], options: ExecOptions & Record<string, string>) => {
    const { intercept = false, allow, record, ...flags } = options
    if (allow.length > 0 && !intercept) throw new SettingError('--allow needs --intercept.')
    if (record !== undefined) createFile(record)
    const relay = new SignalRelay()
    await withTemporaryServer({ flags, isBehindProxy: intercept }, async (server) => {
      const run = async (environment: NodeJS.ProcessEnv) => {
        process.exitCode = await runCommand(command, { environment, relay })
      }
      await observe({ server, options: { intercept, allow, record } }, run)
    })
  })
}

/** Fails before the command runs if a file cannot be written. */
function createFile(path: string): void {
  try {
    closeSync(openSync(path, 'w', 0o600))
  } catch (cause) {
    throw new Error(`Cannot write ${path}.`, { cause })
  }
}

interface Observation {
  readonly server: TemporaryServer
  readonly options: Pick<ExecOptions, 'allow'> & {
    readonly intercept: boolean
    readonly record: string | undefined
  }
}

/** Runs a command in an environment that leads its requests to the server, and records them if requested. */
async function observe(
  { server, options: { intercept, allow, record } }: Observation,
  run: (environment: NodeJS.ProcessEnv) => Promise<void>,
): Promise<void> {
  const { core, folder, dataDir, email, token } = server
  const recorder = record === undefined ? undefined : await openRecorder(core.clock)
  await using observed = recorder && (await openObserved(server.url, recorder))
  const url = observed?.url ?? server.url
  const { createUserCredentials } = await import('#/first-user.ts')
  const credentialsPath = join(folder, 'credentials.json')
  writeFileSync(credentialsPath, await createUserCredentials(core, { email, url }), { mode: 0o600 })
  await server.saveFirstState()
  await using interception = intercept
    ? await (await import('#/interception/interception.ts')).openInterception({
        folder,
        serverUrl: server.url,
        allowed: allow,
        onRefused: (host) => warn(`almanac: Refused requests to ${host}.`),
        nowMs: core.clock.machineMs(),
        observer: recorder,
      })
    : undefined
  const inherited = inheritedEnvironment()
  await run({
    ...commandEnvironment(inherited, { url, token, credentialsPath, dataDir }),
    ...interception?.environment,
  })
  if (recorder === undefined) return
  writeFileSync(record!, recorder.text(programVersion()))
  if (recorder.omitted > 0) {
    warn(`almanac: The recording is incomplete: ${recorder.omitted} requests did not fit.`)
  }
}

const openRecorder = async (clock: { machineMs(): number }) =>
  new (await import('#/recording/recorder.ts')).Recorder(clock)

const openObserved = async (url: string, recorder: Awaited<ReturnType<typeof openRecorder>>) =>
  (await import('#/interception/observed-server.ts')).openObservedServer(url, recorder)

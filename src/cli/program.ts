import { Command } from 'commander'
import { ApiError } from '#/kernel/errors.ts'
import { SettingError } from '#/kernel/settings/settings.ts'
import { programVersion } from '#/kernel/version.ts'
import { noteCommand } from './command-note.ts'
import { ignoreMissingReader } from './settings.ts'

type Add = (program: Command) => void

/** Each command is loaded only when it is used, which keeps the start fast. */
export const commands: Readonly<Record<string, () => Promise<Add>>> = {
  serve: async () => (await import('./serve.ts')).addServe,
  exec: async () => (await import('./exec/exec.ts')).addExec,
  replay: async () => (await import('./exec/replay.ts')).addReplay,
  eval: async () => (await import('./eval/eval.ts')).addEval,
  mcp: async () => (await import('./mcp.ts')).addMcp,
  migrate: async () => (await import('./data/migrate.ts')).addMigrate,
  database: async () => (await import('./data/database.ts')).addDatabase,
  user: async () => (await import('./directory/user.ts')).addUser,
  group: async () => (await import('./directory/group.ts')).addGroup,
  domain: async () => (await import('./directory/domain.ts')).addDomain,
  resource: async () => (await import('./directory/resource.ts')).addResource,
  token: async () => (await import('./credentials/token.ts')).addToken,
  'app-password': async () => (await import('./credentials/app-password.ts')).addAppPassword,
  calendar: async () => (await import('./calendar.ts')).addCalendar,
  key: async () => (await import('./credentials/key.ts')).addKey,
  jobs: async () => (await import('./jobs.ts')).addJobs,
  client: async () => (await import('./credentials/client.ts')).addClient,
  'identity-provider': async () =>
    (await import('./directory/identity-provider.ts')).addIdentityProvider,
  'service-account': async () =>
    (await import('./credentials/service-account.ts')).addServiceAccount,
  ads: async () => (await import('./ads/ads.ts')).addAds,
  books: async () => (await import('./books.ts')).addBooks,
  doctor: async () => (await import('./doctor/doctor.ts')).addDoctor,
  setup: async () => (await import('./setup/setup.ts')).addSetup,
  seed: async () => (await import('./data/seed.ts')).addSeed,
  backup: async () => (await import('./data/backup.ts')).addBackup,
  restore: async () => (await import('./data/restore.ts')).addRestore,
  audit: async () => (await import('./audit.ts')).addAudit,
  check: async () => (await import('./data/check.ts')).addCheck,
}

const ownFlags = new Set(['-h', '--help', '-V', '--version'])

/** Runs the command that the arguments name, or starts the server without any. Errors are printed on one line. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  ignoreMissingReader()
  const program = new Command('almanac')
    .description(
      'Self-hosted server for the Google Calendar, Google Books and Search Ads 360 APIs.',
    )
    .version(programVersion())
    .addHelpText('after', '\nWithout a command, the server is started ("almanac serve").')
    .showHelpAfterError('Add --help for usage information.')
  const [node, file, first = ''] = argv
  // Flags without a command are those of the server, except for these.
  const isServer = first === '' || (first.startsWith('-') && !ownFlags.has(first))
  const words = isServer ? [node!, file!, 'serve', ...argv.slice(2)] : argv
  const [, , name = ''] = words
  const selected = Object.hasOwn(commands, name) ? [commands[name]!] : Object.values(commands)
  for (const load of selected) (await load())(program)
  program.hook('preAction', (_, command) => noteCommand(command))
  try {
    await program.parseAsync([...words])
  } catch (thrown) {
    // Closing what has failed may fail as well.
    const error = thrown instanceof SuppressedError ? thrown.suppressed : thrown
    const isExpected = error instanceof SettingError || error instanceof ApiError
    const text =
      error instanceof Error ? (isExpected ? error.message : describe(error)) : String(error)
    process.stderr.write(`almanac: ${text}\n`)
    process.exitCode = 1
  }
}

/** The message of an error, with that of its cause unless it says the same. */
function describe({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message
  const { code = cause.message } = cause as NodeJS.ErrnoException
  return message.includes(code) ? message : `${message} (${cause.message})`
}

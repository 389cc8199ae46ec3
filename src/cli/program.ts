import { Command } from 'commander'
import { ApiError } from '#/kernel/errors.ts'
import { SettingError } from '#/kernel/settings.ts'
import { programVersion } from '#/kernel/version.ts'
import { noteCommand } from './command-note.ts'
import { ignoreMissingReader } from './settings.ts'

type Add = (program: Command) => void

/** Each command is loaded only when it is used, which keeps the start fast. */
export const commands: Readonly<Record<string, () => Promise<Add>>> = {
  serve: async () => (await import('./serve.ts')).addServe,
  exec: async () => (await import('./exec.ts')).addExec,
  migrate: async () => (await import('./migrate.ts')).addMigrate,
  user: async () => (await import('./user.ts')).addUser,
  group: async () => (await import('./group.ts')).addGroup,
  domain: async () => (await import('./domain.ts')).addDomain,
  resource: async () => (await import('./resource.ts')).addResource,
  token: async () => (await import('./token.ts')).addToken,
  key: async () => (await import('./key.ts')).addKey,
  jobs: async () => (await import('./jobs.ts')).addJobs,
  client: async () => (await import('./client.ts')).addClient,
  'identity-provider': async () => (await import('./identity-provider.ts')).addIdentityProvider,
  'service-account': async () => (await import('./service-account.ts')).addServiceAccount,
  ads: async () => (await import('./ads.ts')).addAds,
  books: async () => (await import('./books.ts')).addBooks,
  seed: async () => (await import('./seed.ts')).addSeed,
  backup: async () => (await import('./backup.ts')).addBackup,
  restore: async () => (await import('./restore.ts')).addRestore,
  audit: async () => (await import('./audit.ts')).addAudit,
  check: async () => (await import('./check.ts')).addCheck,
}

/** Runs the command that the arguments name. Errors are printed on one line. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  ignoreMissingReader()
  const program = new Command('almanac')
    .description(
      'Self-hosted server for the Google Calendar, Google Books and Search Ads 360 APIs.',
    )
    .version(programVersion())
    .showHelpAfterError('Add --help for usage information.')
  const [, , name = ''] = argv
  const wanted = Object.hasOwn(commands, name) ? [commands[name]!] : Object.values(commands)
  for (const load of wanted) (await load())(program)
  program.hook('preAction', (_, command) => noteCommand(command))
  try {
    await program.parseAsync([...argv])
  } catch (error) {
    const isExpected = error instanceof SettingError || error instanceof ApiError
    const text =
      error instanceof Error ? (isExpected ? error.message : describe(error)) : String(error)
    process.stderr.write(`almanac: ${text}\n`)
    process.exitCode = 1
  }
}

const describe = (error: Error): string =>
  error.cause instanceof Error && error.cause.message !== error.message
    ? `${error.message} (${error.cause.message})`
    : error.message

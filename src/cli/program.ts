import { Command } from 'commander'
import { ApiError } from '#/kernel/errors.ts'
import { SettingError } from '#/kernel/settings.ts'
import { addAds } from './ads.ts'
import { addBackup } from './backup.ts'
import { addBooks } from './books.ts'
import { addCheck } from './check.ts'
import { addClient } from './client.ts'
import { addDomain } from './domain.ts'
import { addGroup } from './group.ts'
import { addJobs } from './jobs.ts'
import { addKey } from './key.ts'
import { addMigrate } from './migrate.ts'
import { addResource } from './resource.ts'
import { addRestore } from './restore.ts'
import { addServe } from './serve.ts'
import { addServiceAccount } from './service-account.ts'
import { addToken } from './token.ts'
import { addUser } from './user.ts'

/** Runs the command that the arguments name; what goes wrong is told in one line. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  const program = new Command('almanac')
    .description('A self-hosted server for calendars, books and search advertising.')
    .showHelpAfterError('Say --help to see what there is.')
  for (const add of [
    addServe,
    addMigrate,
    addUser,
    addGroup,
    addDomain,
    addResource,
    addToken,
    addKey,
    addJobs,
    addClient,
    addServiceAccount,
    addAds,
    addBooks,
    addBackup,
    addRestore,
    addCheck,
  ]) {
    add(program)
  }
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

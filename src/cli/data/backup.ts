import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { say, whereTheDataIs, withExistingCore, withSettings } from '../settings.ts'

export function addBackup(program: Command): void {
  withSettings(
    program
      .command('backup <file>')
      .description('Back up all data to a file. The server can keep running.')
      .addHelpText('after', '\nExample:\n  almanac backup almanac-monday.gz'),
    whereTheDataIs,
  ).action((file: string, options) =>
    withExistingCore(options, async ({ database, attachedFiles }) => {
      requireReplaceable(file)
      const { backupTo } = await import('#/storage/archive/archive.ts')
      await backupTo(database, file, attachedFiles)
      say(`Wrote ${file}.`)
    }),
  )
}

/** A backup takes the place of an earlier one, but not of a folder or a device such as /dev/stdout. */
function requireReplaceable(path: string): void {
  const present = statSync(path, { throwIfNoEntry: false })
  if (present?.isFile() === false) {
    throw new Error(`Cannot write a backup to ${path}, because it is not a regular file.`)
  }
}

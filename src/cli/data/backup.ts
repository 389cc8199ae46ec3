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
      const { backupTo } = await import('#/storage/archive/archive.ts')
      await backupTo(database, file, attachedFiles)
      say(`Wrote ${file}.`)
    }),
  )
}

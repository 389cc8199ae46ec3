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
    withExistingCore(options, async (core, { backup }) => {
      await backup(core, file)
      say(`Wrote ${file}.`)
    }),
  )
}

import type { Command } from 'commander'
import { loadCore, say, settingsOf, whereTheDataIs, withCore, withSettings } from './settings.ts'

export function addRestore(program: Command): void {
  withSettings(
    program
      .command('restore <file>')
      .description('Replace everything by a backup, of either kind of database.')
      .option('--yes', 'Do it even though the database holds users.')
      .addHelpText(
        'after',
        `
The embedded database can be restored only while no server uses it.

Examples:
  almanac restore almanac-monday.gz --yes
  almanac restore almanac-monday.gz --database-url postgres://almanac@db/almanac`,
      ),
    whereTheDataIs,
  ).action(async (file: string, options) => {
    const settings = settingsOf(options)
    const { reserveData, restore } = await loadCore()
    using _ = reserveData(settings)
    await withCore(options, async (core) => {
      if (!options.yes && (await core.directory.list()).length > 0) {
        throw new Error('The database holds users. Say --yes to replace everything in it.')
      }
      await restore(core, file)
      say(`Restored ${file}.`)
    })
  })
}

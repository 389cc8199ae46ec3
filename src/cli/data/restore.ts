import type { Command } from 'commander'
import { say, settingsOf, whereTheDataIs, withCore, withSettings } from '../settings.ts'

export function addRestore(program: Command): void {
  withSettings(
    program
      .command('restore <file>')
      .description('Replace all data with a backup of either type of database.')
      .option('--yes', 'Replace the data even if the database contains users.')
      .addHelpText(
        'after',
        `
Stop the server before you restore the embedded database.

Examples:
  almanac restore almanac-monday.gz --yes
  almanac restore almanac-monday.gz --database-url postgres://almanac@db/almanac`,
      ),
    whereTheDataIs,
  ).action(async (file: string, options) => {
    const settings = settingsOf(options)
    const { reserveData } = await import('#/storage/open.ts')
    using _ = reserveData(settings)
    await withCore(options, async (core) => {
      if (!options.yes && (await core.directory.list()).length > 0) {
        throw new Error('The database contains users: use --yes to replace all its data.')
      }
      const { restoreFrom } = await import('#/storage/archive/archive.ts')
      await restoreFrom(core.database, file, core.attachedFiles)
      for (const service of core.services) await service.completeRestore?.()
      say(`Restored ${file}.`)
    })
  })
}

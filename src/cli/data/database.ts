import type { Command } from 'commander'
import { SettingError } from '#/kernel/settings/settings.ts'
import { say, whereTheDataIs, withCore, withSettings } from '../settings.ts'

export function addDatabase(program: Command): void {
  const database = program.command('database').description('Maintain the database.')
  withSettings(
    database
      .command('new-incarnation')
      .description('Tell all processes that the database was reverted to an earlier state.')
      .addHelpText(
        'after',
        `
Almanac notices "almanac restore", tables that were put back from a dump, and restarts of the database server. Run this
command after you have reverted the rows of a PostgreSQL database in another way, so that etags and sync tokens that
were issued for lost changes are not used for other changes.

Example:
  almanac database new-incarnation --database-url postgres://almanac@db/almanac`,
      ),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async ({ database }) => {
      if (database.beginIncarnation === undefined) {
        throw new SettingError(
          'An embedded database begins an incarnation whenever a server opens it: restart the server.',
        )
      }
      await database.beginIncarnation()
      say('A new incarnation has begun.')
    }),
  )
}

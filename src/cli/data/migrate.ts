import type { Command } from 'commander'
import { say, whereTheDataIs, withCore, withSettings } from '../settings.ts'

export function addMigrate(program: Command): void {
  withSettings(
    program
      .command('migrate')
      .description('Migrate the database to the schema of this version.')
      .addHelpText(
        'after',
        `
"almanac serve" also migrates the database when it starts.

Example:
  almanac migrate --database-url postgres://almanac@db/almanac`,
      ),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async ({ database }) =>
      say(`The ${database.engine} database is up to date.`),
    ),
  )
}

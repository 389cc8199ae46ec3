import type { Command } from 'commander'
import { say, whereTheDataIs, withCore, withSettings } from './settings.ts'

export function addMigrate(program: Command): void {
  withSettings(
    program
      .command('migrate')
      .description('Bring the database up to the schema of this version.')
      .addHelpText(
        'after',
        `
Serving does the same at its start.

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

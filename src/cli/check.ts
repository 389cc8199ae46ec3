import type { Command } from 'commander'
import { say, whereTheDataIs, withExistingCore, withSettings } from './settings.ts'

export function addCheck(program: Command): void {
  withSettings(
    program
      .command('check')
      .description('Verify the database and what is kept in it.')
      .addHelpText('after', '\nExample:\n  almanac check --data-dir /var/lib/almanac'),
    whereTheDataIs,
  ).action((options) =>
    withExistingCore(options, async (core, { check }) => {
      const problems = await check(core)
      if (problems.length === 0) return say('All is well.')
      say(...problems)
      process.exitCode = 1
    }),
  )
}

import type { Command } from 'commander'
import { say, warn, whereTheDataIs, withExistingCore, withSettings } from './settings.ts'

export function addCheck(program: Command): void {
  withSettings(
    program
      .command('check')
      .description('Verify the database and what is kept in it.')
      .addHelpText(
        'after',
        '\nCurrency rates that reports would need are listed as well, and are no problem of the database.\n\nExample:\n  almanac check --data-dir /var/lib/almanac',
      ),
    whereTheDataIs,
  ).action((options) =>
    withExistingCore(options, async (core, { check, missingRateTexts }) => {
      warn(...(await missingRateTexts(core.ads)))
      const problems = await check(core)
      if (problems.length === 0) return say('All is well.')
      say(...problems)
      process.exitCode = 1
    }),
  )
}

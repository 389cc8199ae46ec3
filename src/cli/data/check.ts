import type { Command } from 'commander'
import { say, warn, whereTheDataIs, withExistingCore, withSettings } from '../settings.ts'

export function addCheck(program: Command): void {
  withSettings(
    program
      .command('check')
      .description('Verify the integrity of the database and its content.')
      .addHelpText(
        'after',
        '\nAlso lists missing currency rates, which make reports fail but do not affect the exit status.\n\nExample:\n  almanac check --data-dir /var/lib/almanac',
      ),
    whereTheDataIs,
  ).action((options) =>
    withExistingCore(options, async (core) => {
      const { missingRateTexts } = await import('#/services/ads/service.ts')
      warn(...(await missingRateTexts(core.ads)))
      const problems = await core.problems()
      if (problems.length === 0) return say('No problems found.')
      say(...problems)
      process.exitCode = 1
    }),
  )
}

import type { Command } from 'commander'
import { endWithParent } from '#/kernel/process/end-with-parent.ts'
import { requireUser } from '../require-user.ts'
import { say, whereTheDataIs, withCore, withSettings } from '../settings.ts'

export function addAdsDemo(ads: Command): void {
  withSettings(
    ads
      .command('demo')
      .description('Generate a demo agency with accounts, statistics and conversions.')
      .option(
        '--for <email>',
        'The user who can view it and upload conversions.',
        'demo@almanac.test',
      )
      .option('--size <size>', 'The amount of data: small, medium or large.', 'small')
      .option('--keywords <number>', 'The number of keywords; overrides --size.')
      .option('--days <number>', 'The number of days with statistics; overrides --size.')
      .option(
        '--seed <number>',
        'The seed of the random generator; each seed generates a different agency.',
        '1',
      )
      .addHelpText(
        'after',
        `
On the same day, the same seed and size generate the same data. Running the command again changes nothing.

Examples:
  almanac ads demo
  almanac ads demo --size medium --for ann@example.com --seed 7`,
      ),
    whereTheDataIs,
  ).action((options) => {
    // The server that starts this command in the background may be killed in the meantime.
    endWithParent()
    process.channel?.unref()
    return withCore(options, async ({ directory, ads, clock }) => {
      const { demoParameters } = await import('#/services/ads/service.ts')
      const parameters = demoParameters(options, clock.nowMs())
      const user = await requireUser(directory, options.for)
      for await (const { kind, taken } of await ads.seedDemo(user, parameters)) {
        say(`${kind}: ${taken}`)
      }
    })
  })
}

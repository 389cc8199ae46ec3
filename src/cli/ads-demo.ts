import type { Command } from 'commander'
import { endWithParent } from '#/kernel/end-with-parent.ts'
import { say, whereTheDataIs, withCore, withSettings } from './settings.ts'

export function addAdsDemo(ads: Command): void {
  withSettings(
    ads
      .command('demo')
      .description('Fill the service with an invented agency: accounts, statistics, conversions.')
      .option('--for <email>', 'Who may see it and upload to it.', 'demo@almanac.test')
      .option('--size <size>', 'small, medium or large.', 'small')
      .option('--keywords <number>', 'How many keywords, instead of those of the size.')
      .option('--days <number>', 'Of how many days, instead of those of the size.')
      .option('--seed <number>', 'Another number makes another agency.', '1')
      .addHelpText(
        'after',
        `
The same seed and size give the same on the same day; taking it again changes nothing.

Examples:
  almanac ads demo
  almanac ads demo --size medium --for ann@example.com --seed 7`,
      ),
    whereTheDataIs,
  ).action((options) => {
    // A server that starts it in the background may be killed meanwhile.
    endWithParent()
    process.channel?.unref()
    return withCore(options, async (core, { demoWish, seedAdsDemo }) => {
      const wish = demoWish(options, core.clock.nowMs())
      for await (const { kind, taken } of seedAdsDemo(core, options.for, wish)) {
        say(`${kind}: ${taken}`)
      }
    })
  })
}

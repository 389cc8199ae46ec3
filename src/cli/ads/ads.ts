import type { Command } from 'commander'
import { requireUser } from '../require-user.ts'
import { say, whereTheDataIs, withCore, withSettings } from '../settings.ts'
import { addAdsDemo } from './ads-demo.ts'
import { addAdsImport } from './ads-import.ts'

export function addAds(program: Command): void {
  const command = program
    .command('ads')
    .description('Import search advertising data and manage access to it.')
  addAdsImport(command)
  addAdsDemo(command)

  withSettings(
    command
      .command('grant <email>')
      .description('Grant a user access to an agency or an advertiser.')
      .option('--agency <id>', 'The agency, including all its advertisers.')
      .option('--advertiser <id>', 'The advertiser.')
      .option('--role <role>', 'reader, or uploader to also upload conversions.', 'reader')
      .addHelpText(
        'after',
        '\nExample:\n  almanac ads grant ann@example.com --advertiser 21700000000012345 --role uploader',
      ),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ directory, ads }) => {
      const { grantAds } = await import('#/services/ads/service.ts')
      await grantAds(ads, await requireUser(directory, email), options)
      say(`Granted ${options.role} on ${options.agency ?? options.advertiser} to ${email}.`)
    }),
  )

  withSettings(
    command
      .command('revoke <email>')
      .description("Revoke a user's access to an agency or an advertiser.")
      .option('--agency <id>', 'The agency.')
      .option('--advertiser <id>', 'The advertiser.')
      .addHelpText(
        'after',
        '\nExample:\n  almanac ads revoke ann@example.com --agency 20700000000000125',
      ),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ directory, ads }) => {
      const { revokeAds } = await import('#/services/ads/service.ts')
      const place = options.agency ?? options.advertiser
      if (!(await revokeAds(ads, await requireUser(directory, email), options))) {
        throw new Error(`${email} has no grant on ${place}.`)
      }
      say(`Revoked the grant of ${email} on ${place}.`)
    }),
  )

  withSettings(
    command
      .command('grants <email>')
      .description('List the grants of a user.')
      .addHelpText('after', '\nExample:\n  almanac ads grants ann@example.com'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ directory, ads }) => {
      const { grantsOf } = await import('#/services/ads/service.ts')
      for (const { place, role } of await grantsOf(ads, await requireUser(directory, email))) {
        say(`${place}\t${role}`)
      }
    }),
  )
}

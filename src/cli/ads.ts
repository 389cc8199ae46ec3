import type { Command } from 'commander'
import type { Core } from '#/core.ts'
import { addAdsDemo } from './ads-demo.ts'
import { addAdsImport } from './ads-import.ts'
import { say, whereTheDataIs, withCore, withSettings } from './settings.ts'

export function addAds(program: Command): void {
  const ads = program
    .command('ads')
    .description('Import search advertising data and manage access to it.')
  addAdsImport(ads)
  addAdsDemo(ads)

  withSettings(
    ads
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
    withCore(options, async ({ directory, ads: parts }, { grantAds }) => {
      await grantAds(parts, await knownUser(directory, email), options)
      say(`Granted ${options.role} on ${options.agency ?? options.advertiser} to ${email}.`)
    }),
  )

  withSettings(
    ads
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
    withCore(options, async ({ directory, ads: parts }, { revokeAds }) => {
      const place = options.agency ?? options.advertiser
      if (!(await revokeAds(parts, await knownUser(directory, email), options))) {
        throw new Error(`${email} has no grant on ${place}.`)
      }
      say(`Revoked the grant of ${email} on ${place}.`)
    }),
  )

  withSettings(
    ads
      .command('grants <email>')
      .description('List the grants of a user.')
      .addHelpText('after', '\nExample:\n  almanac ads grants ann@example.com'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ directory, ads: parts }, { grantsOf }) => {
      for (const { place, role } of await grantsOf(parts, await knownUser(directory, email))) {
        say(`${place}\t${role}`)
      }
    }),
  )
}

async function knownUser(directory: Core['directory'], email: string) {
  const user = await directory.find(email)
  if (user === undefined)
    throw new Error(`There is no user ${email}: create one with "almanac user create ${email}".`)
  return user
}

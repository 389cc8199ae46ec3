import type { Command } from 'commander'
import { say, whereTheDataIs, withCore, withSettings } from '../settings.ts'
import { createCommandToken } from './command-token.ts'

const daysMax = 36_500

export function addToken(program: Command): void {
  const token = program.command('token').description('Manage access tokens.')

  withSettings(
    token
      .command('create <email>')
      .description('Create an access token for a user. It is shown once.')
      .option('--scope <uri...>', 'The scopes of the token. Defaults to all scopes.')
      .option('--days <number>', 'The number of days until the token expires.', '30')
      .addHelpText(
        'after',
        `
Examples:
  almanac token create demo@almanac.test
  almanac token create demo@almanac.test --days 1 --scope https://www.googleapis.com/auth/calendar.readonly`,
      ),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async (core) => {
      const days = Number(options.days)
      if (!(days > 0 && days <= daysMax)) {
        throw new Error(`--days expects a number greater than 0 and at most ${daysMax}.`)
      }
      say(await createCommandToken(core, { email, days, scopes: options.scope }))
    }),
  )

  withSettings(
    token
      .command('revoke <token>')
      .description('Revoke an access token. Running servers apply it within five seconds.')
      .addHelpText('after', '\nExample:\n  almanac token revoke alm_at_...'),
    whereTheDataIs,
  ).action((text: string, options) =>
    withCore(options, async ({ database, tokens }) => {
      if (!(await database.transaction((tx) => tokens.revoke(tx, text)))) {
        throw new Error('There is no such token.')
      }
      say('Revoked.')
    }),
  )
}

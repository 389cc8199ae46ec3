import type { Command } from 'commander'
import { say, whereTheDataIs, withCore, withSettings } from '../settings.ts'

const dayMs = 86_400_000
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
    withCore(options, async ({ database, directory, tokens, clock }) => {
      const { commandClientId } = await import('#/auth/credentials/tokens.ts')
      const { allScopes, knownScopes } = await import('#/services.ts')
      const user = await directory.find(email)
      if (user === undefined)
        throw new Error(
          `There is no user ${email}: create one with "almanac user create ${email}".`,
        )
      const days = Number(options.days)
      if (!(days > 0 && days <= daysMax)) {
        throw new Error(`--days expects a number greater than 0 and at most ${daysMax}.`)
      }
      const unknown = options.scope?.find((scope: string) => !knownScopes.includes(scope))
      if (unknown !== undefined) throw new Error(`${unknown} is not a scope of this server.`)
      const text = await database.transaction((tx) =>
        tokens.mint(tx, {
          userId: user.id,
          clientId: commandClientId,
          scopes: options.scope ?? allScopes,
          origin: 'issued',
          expiresAtMs: clock.nowMs() + days * dayMs,
        }),
      )
      say(text)
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

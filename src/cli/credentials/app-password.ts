import type { Command } from 'commander'
import { requireUser } from '../require-user.ts'
import { say, whereTheDataIs, withCore, withSettings } from '../settings.ts'

export function addAppPassword(program: Command): void {
  const appPassword = program
    .command('app-password')
    .description('Manage app passwords, which let calendar programs in by CalDAV.')

  withSettings(
    appPassword
      .command('create <email> <name>')
      .description('Create an app password for a program or device. It is shown once.')
      .option('--scope <uri...>', 'The scopes. Defaults to everything in calendars.')
      .addHelpText(
        'after',
        `
Examples:
  almanac app-password create demo@almanac.test phone
  almanac app-password create demo@almanac.test wall-display --scope https://www.googleapis.com/auth/calendar.readonly`,
      ),
    whereTheDataIs,
  ).action((email: string, name: string, options) =>
    withCore(options, async ({ database, appPasswords, directory }) => {
      const { id: userId } = await requireUser(directory, email)
      const { allowedScopes } = appPasswords
      const scopes: readonly string[] = options.scope ?? allowedScopes.slice(0, 1)
      const refused = scopes.find((scope) => !allowedScopes.includes(scope))
      if (refused !== undefined) throw new Error(`${refused} is not a scope of calendars.`)
      const { text, record } = await database.transaction((tx) =>
        appPasswords.create(tx, { userId, name, scopes, origin: 'issued' }),
      )
      say(text, `App password id: ${record.id}`)
    }),
  )

  withSettings(
    appPassword
      .command('list <email>')
      .description('List the app passwords of a user: id, name and last use.')
      .addHelpText('after', '\nExample:\n  almanac app-password list demo@almanac.test'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ database, appPasswords, directory }) => {
      const { id: userId } = await requireUser(directory, email)
      for (const { id, name, lastUsedAtMs } of await appPasswords.listOf(database, userId)) {
        const lastUse =
          lastUsedAtMs === null
            ? 'never used'
            : Temporal.Instant.fromEpochMilliseconds(lastUsedAtMs).toString()
        say(`${id}\t${name}\t${lastUse}`)
      }
    }),
  )

  withSettings(
    appPassword
      .command('revoke <email> <id>')
      .description('Revoke an app password. Running servers apply it within five seconds.')
      .addHelpText(
        'after',
        '\nExample:\n  almanac app-password revoke demo@almanac.test 4f0c2m8q1t6v',
      ),
    whereTheDataIs,
  ).action((email: string, id: string, options) =>
    withCore(options, async ({ database, appPasswords, directory }) => {
      const { id: userId } = await requireUser(directory, email)
      if (!(await database.transaction((tx) => appPasswords.remove(tx, { userId, id })))) {
        throw new Error(`${email} has no app password with the id ${id}.`)
      }
      say(`Revoked ${id}.`)
    }),
  )
}

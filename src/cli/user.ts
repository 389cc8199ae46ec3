import type { Command } from 'commander'
import { say, whereTheDataIs, withCore, withSettings } from './settings.ts'

export function addUser(program: Command): void {
  const user = program.command('user').description('Manage users.')

  withSettings(
    user
      .command('create <email>')
      .description('Make a user, with a primary calendar.')
      .option('--name <name>', "The user's name.")
      .addHelpText('after', '\nExample:\n  almanac user create demo@almanac.test --name Demo'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ database, directory }) => {
      const { user, isNew } = await database.transaction((tx) =>
        directory.ensure(tx, {
          email,
          ...(options.name === undefined ? {} : { name: options.name }),
        }),
      )
      if (!isNew) throw new Error(`There is a user ${user.email} already.`)
      say(`Made ${user.email} (${user.id}).`)
    }),
  )

  withSettings(
    user
      .command('list')
      .description('List the users.')
      .addHelpText('after', '\nExample:\n  almanac user list'),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async ({ directory }) => {
      for (const { id, email, name } of await directory.list()) say(`${email}\t${name}\t${id}`)
    }),
  )

  withSettings(
    user
      .command('delete <email>')
      .description('Remove a user and everything that is theirs.')
      .addHelpText('after', '\nExample:\n  almanac user delete demo@almanac.test'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ directory }) => {
      if (!(await directory.remove(email))) throw new Error(`There is no user ${email}.`)
      say(`Removed ${email}.`)
    }),
  )
}

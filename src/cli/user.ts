import type { Command } from 'commander'
import type { Core } from '#/core.ts'
import { say, whereTheDataIs, withCore, withSettings } from './settings.ts'
import { readPassword } from './user-password.ts'

export function addUser(program: Command): void {
  const user = program.command('user').description('Manage users.')
  addCreate(user)
  addList(user)
  addPassword(user)
  addPasswordLink(user)
  addSwitches(user)
  addAdmin(user)
  addDelete(user)
}

function addCreate(user: Command): void {
  withSettings(
    user
      .command('create <email>')
      .description('Make a user, with a primary calendar.')
      .option('--name <name>', "The user's name.")
      .option('--admin', 'Make the user an administrator.')
      .option('--password-stdin', 'Read the password from standard input.')
      .addHelpText(
        'after',
        `
Examples:
  almanac user create demo@almanac.test --name Demo
  almanac user create boss@example.com --admin --password-stdin < password.txt`,
      ),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ directory }) => {
      const { name, admin: isAdmin, passwordStdin } = options
      const password = passwordStdin ? await readPassword() : undefined
      const { user, isNew } = await directory.create({ email, name, isAdmin, password })
      if (!isNew) throw new Error(`There is a user ${user.email} already.`)
      say(`Made ${user.email} (${user.id}).`)
    }),
  )
}

function addList(user: Command): void {
  withSettings(
    user
      .command('list')
      .description('List the users: address, name, id, and what is special about them.')
      .addHelpText('after', '\nExample:\n  almanac user list'),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async ({ directory }) => {
      for (const { id, email, name, ...flags } of await directory.list()) {
        say([email, name, id, ...flagsOf(flags)].join('\t'))
      }
    }),
  )
}

function flagsOf(user: { isAdmin: boolean; isDisabled: boolean; hasPassword: boolean }): string[] {
  const flags = [
    ...(user.isAdmin ? ['administrator'] : []),
    ...(user.isDisabled ? ['disabled'] : []),
    ...(user.hasPassword ? ['password'] : []),
  ]
  return flags.length === 0 ? [] : [flags.join(' ')]
}

function addPassword(user: Command): void {
  withSettings(
    user
      .command('password <email>')
      .description('Set a password: typed, or the first line of standard input.')
      .addHelpText(
        'after',
        `
Examples:
  almanac user password demo@almanac.test
  almanac user password demo@almanac.test < password.txt`,
      ),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ directory }) => {
      const user = await knownUser(directory, email)
      await directory.setPassword(user, await readPassword())
      say(`Set the password of ${user.email}.`)
    }),
  )
}

function addPasswordLink(user: Command): void {
  withSettings(
    user
      .command('password-link <email>')
      .description('Print a link with which a user sets a password, once, within seven days.')
      .addHelpText('after', '\nExample:\n  almanac user password-link demo@almanac.test'),
    [...whereTheDataIs, 'publicUrl', 'port'],
  ).action((email: string, options) =>
    withCore(options, async (core, { invitationLifetimeMs: lifetimeMs }) => {
      const { database, directory, passwordLinks, settings } = core
      const { id: userId } = await knownUser(directory, email)
      const link = { userId, lifetimeMs }
      const path = await database.transaction((tx) => passwordLinks.create(tx, link))
      if (path === undefined) {
        throw new Error(
          `${email} has several links already: use one of them, or wait until they end.`,
        )
      }
      say((settings.publicUrl || `http://127.0.0.1:${settings.port || 8080}`) + path)
    }),
  )
}

function addSwitches(user: Command): void {
  withSettings(
    user
      .command('disable <email>')
      .description('Put a user out. Running servers follow within five seconds.')
      .addHelpText('after', '\nExample:\n  almanac user disable demo@almanac.test'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ directory }) => {
      const user = await knownUser(directory, email)
      await directory.disable(user)
      say(`Disabled ${user.email}.`)
    }),
  )

  withSettings(
    user
      .command('enable <email>')
      .description('Let a disabled user sign in again.')
      .addHelpText('after', '\nExample:\n  almanac user enable demo@almanac.test'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ directory }) => {
      const user = await knownUser(directory, email)
      await directory.enable(user)
      say(`Enabled ${user.email}.`)
    }),
  )
}

function addAdmin(user: Command): void {
  withSettings(
    user
      .command('admin <email>')
      .description('Make a user an administrator.')
      .option('--revoke', 'Make an administrator an ordinary user.')
      .addHelpText(
        'after',
        `
Examples:
  almanac user admin boss@example.com
  almanac user admin boss@example.com --revoke`,
      ),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ directory }) => {
      const user = await knownUser(directory, email)
      const isAdmin = options.revoke !== true
      await directory.change(user, { isAdmin })
      say(`${user.email} is ${isAdmin ? 'an administrator' : 'an ordinary user'} now.`)
    }),
  )
}

function addDelete(user: Command): void {
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

async function knownUser(directory: Core['directory'], email: string) {
  const user = await directory.find(email)
  if (user === undefined) throw new Error(`There is no user ${email}.`)
  return user
}

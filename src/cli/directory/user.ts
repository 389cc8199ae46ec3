import type { Command } from 'commander'
import type { Core } from '#/core.ts'
import { say, whereTheDataIs, withCore, withSettings } from '../settings.ts'
import { readPassword } from './user-password.ts'

export function addUser(program: Command): void {
  const user = program.command('user').description('Manage users.')
  addCreate(user)
  addList(user)
  addPassword(user)
  addPasswordLink(user)
  addResetSecondFactor(user)
  addSwitches(user)
  addRole(user)
  addDelete(user)
}

function addCreate(user: Command): void {
  withSettings(
    user
      .command('create <email>')
      .description('Create a user with a primary calendar.')
      .option('--name <name>', 'The name of the user.')
      .option('--role <role>', `The administrator role: ${roleNames}.`)
      .option('--password-stdin', 'Read the password from standard input.')
      .addHelpText(
        'after',
        `
Examples:
  almanac user create demo@almanac.test --name Demo
  almanac user create boss@example.com --role owner --password-stdin < password.txt`,
      ),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ directory }) => {
      const { adminRoleNamed } = await import('#/auth/directory/admin-roles.ts')
      const { name, role, passwordStdin } = options
      const adminRole = role === undefined ? null : requireRole(adminRoleNamed(role), role)
      const password = passwordStdin ? await readPassword() : undefined
      const { user, isNew } = await directory.create({ email, name, adminRole, password })
      if (!isNew) throw new Error(`The user ${user.email} already exists.`)
      say(`Created ${user.email} (${user.id}).`)
    }),
  )
}

type User = Awaited<ReturnType<Core['directory']['list']>>[number]

function addList(user: Command): void {
  withSettings(
    user
      .command('list')
      .description('List the users: address, name, id and flags.')
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

function flagsOf({
  adminRole,
  isDisabled,
  hasPassword,
}: Pick<User, 'adminRole' | 'isDisabled' | 'hasPassword'>): string[] {
  const flags = [
    ...(adminRole === null ? [] : [adminRole]),
    ...(isDisabled ? ['disabled'] : []),
    ...(hasPassword ? ['password'] : []),
  ]
  return flags.length === 0 ? [] : [flags.join(' ')]
}

function addPassword(user: Command): void {
  withSettings(
    user
      .command('password <email>')
      .description('Set a password. Type it, or pipe it to standard input.')
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
      const user = await requireUser(directory, email)
      await directory.setPassword(user, await readPassword())
      say(`Set the password of ${user.email}.`)
    }),
  )
}

function addPasswordLink(user: Command): void {
  withSettings(
    user
      .command('password-link <email>')
      .description('Print a one-time link to set a password, valid for seven days.')
      .addHelpText('after', '\nExample:\n  almanac user password-link demo@almanac.test'),
    [...whereTheDataIs, 'publicUrl', 'port'],
  ).action((email: string, options) =>
    withCore(options, async (core) => {
      const { invitationLifetimeMs: lifetimeMs } = await import(
        '#/auth/passwords/password-links.ts'
      )
      const { database, directory, passwordLinks, settings } = core
      const { id: userId } = await requireUser(directory, email)
      const link = { userId, lifetimeMs }
      const path = await database.transaction((tx) => passwordLinks.create(tx, link))
      if (path === undefined) {
        throw new Error(
          `${email} already has several links: use one of them, or wait until they expire.`,
        )
      }
      say((settings.publicUrl || `http://127.0.0.1:${settings.port || 8080}`) + path)
    }),
  )
}

function addResetSecondFactor(user: Command): void {
  withSettings(
    user
      .command('reset-second-factor <email>')
      .description('Remove the passkeys, authenticator app and recovery codes of a user.')
      .addHelpText('after', '\nExample:\n  almanac user reset-second-factor demo@almanac.test'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ directory }) => {
      const user = await requireUser(directory, email)
      const hadFactors = await directory.resetSecondFactor(user)
      say(
        hadFactors
          ? `Removed the second factor of ${user.email}.`
          : `${user.email} has no second factor.`,
      )
    }),
  )
}

function addSwitches(user: Command): void {
  withSettings(
    user
      .command('disable <email>')
      .description('Disable a user. Running servers apply it within five seconds.')
      .addHelpText('after', '\nExample:\n  almanac user disable demo@almanac.test'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ directory }) => {
      const user = await requireUser(directory, email)
      await directory.disable(user)
      say(`Disabled ${user.email}.`)
    }),
  )

  withSettings(
    user
      .command('enable <email>')
      .description('Enable a disabled user.')
      .addHelpText('after', '\nExample:\n  almanac user enable demo@almanac.test'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ directory }) => {
      const user = await requireUser(directory, email)
      await directory.enable(user)
      say(`Enabled ${user.email}.`)
    }),
  )
}

function addRole(user: Command): void {
  withSettings(
    user
      .command('role <email> <role>')
      .description(`Set the administrator role of a user: ${roleNames}, or none.`)
      .addHelpText(
        'after',
        `
Examples:
  almanac user role boss@example.com owner
  almanac user role boss@example.com none`,
      ),
    whereTheDataIs,
  ).action((email: string, name: string, options) =>
    withCore(options, async ({ directory }) => {
      const { adminRoleNamed } = await import('#/auth/directory/admin-roles.ts')
      const adminRole = name === 'none' ? null : requireRole(adminRoleNamed(name), name)
      const user = await requireUser(directory, email)
      await directory.change(user, { adminRole })
      say(
        adminRole === null
          ? `${user.email} no longer has a role.`
          : `${user.email} is now ${adminRole}.`,
      )
    }),
  )
}

// Listed here, so that help does not load the rest of the program.
const roleNames = 'owner, userAdministrator, auditor or adsAdministrator'

function requireRole<Role>(role: Role | undefined, name: string): Role {
  if (role === undefined) throw new Error(`${name} is not a role: use ${roleNames}.`)
  return role
}

function addDelete(user: Command): void {
  withSettings(
    user
      .command('delete <email>')
      .description('Delete a user and all their data.')
      .addHelpText('after', '\nExample:\n  almanac user delete demo@almanac.test'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ directory }) => {
      if (!(await directory.remove(email))) throw new Error(`There is no user ${email}.`)
      say(`Deleted ${email}.`)
    }),
  )
}

async function requireUser(directory: Core['directory'], email: string) {
  const user = await directory.find(email)
  if (user === undefined) throw new Error(`There is no user ${email}.`)
  return user
}

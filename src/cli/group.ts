import type { Command } from 'commander'
import type { Core } from '#/core.ts'
import { everyPage } from './pages.ts'
import { say, whereTheDataIs, withCore, withSettings } from './settings.ts'

export function addGroup(program: Command): void {
  const group = program.command('group').description('Manage groups and who is in them.')

  withSettings(
    group
      .command('create <email>')
      .description('Make a group without members.')
      .option('--name <name>', "The group's name.")
      .addHelpText('after', '\nExample:\n  almanac group create team@example.com --name Team'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ groups }) => {
      const made = await groups.create({ email, name: options.name })
      say(`Made ${made.email} (${made.id}).`)
    }),
  )

  withSettings(
    group
      .command('list')
      .description('List the groups.')
      .addHelpText('after', '\nExample:\n  almanac group list'),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async ({ groups }) => {
      const all = everyPage(
        (page) => groups.page(page),
        ({ email }) => email,
      )
      for await (const { email, name, id } of all) say(`${email}\t${name}\t${id}`)
    }),
  )

  withSettings(
    group
      .command('delete <email>')
      .description('Remove a group. Its members stay.')
      .addHelpText('after', '\nExample:\n  almanac group delete team@example.com'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ groups }) => {
      await groups.remove(await knownGroup(groups, email))
      say(`Removed ${email}.`)
    }),
  )

  addMembership(group)
}

function addMembership(group: Command): void {
  withSettings(
    group
      .command('add <group> <member>')
      .description('Put an address into a group: of a user, a stranger or another group.')
      .option('--role <role>', 'What the member is: member, manager or owner.', 'member')
      .addHelpText(
        'after',
        `
Examples:
  almanac group add team@example.com ann@example.com --role owner
  almanac group add everybody@example.com team@example.com`,
      ),
    whereTheDataIs,
  ).action((email: string, member: string, options) =>
    withCore(options, async ({ groups }) => {
      const added = await groups.add(await knownGroup(groups, email), {
        email: member,
        role: options.role,
      })
      say(`Added ${added.email} as ${added.role}.`)
    }),
  )

  withSettings(
    group
      .command('remove <group> <member>')
      .description('Take an address out of a group.')
      .addHelpText('after', '\nExample:\n  almanac group remove team@example.com ann@example.com'),
    whereTheDataIs,
  ).action((email: string, member: string, options) =>
    withCore(options, async ({ groups }) => {
      if (!(await groups.removeMember(await knownGroup(groups, email), member))) {
        throw new Error(`${member} is not a member of ${email}.`)
      }
      say(`Took ${member} out of ${email}.`)
    }),
  )

  withSettings(
    group
      .command('members <group>')
      .description('List who is in a group.')
      .option('--nested', 'Look into groups that are members, and give addresses alone.')
      .addHelpText('after', '\nExample:\n  almanac group members team@example.com --nested'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ groups }) => {
      const group = await knownGroup(groups, email)
      if (options.nested) {
        for (const member of await groups.membersOf(group)) say(member)
        return
      }
      const direct = everyPage(
        (page) => groups.members(group, page),
        (member) => member.email,
      )
      for await (const member of direct) say(`${member.email}\t${member.role}`)
    }),
  )
}

async function knownGroup(groups: Core['groups'], email: string) {
  const group = await groups.find(email)
  if (group === undefined) throw new Error(`There is no group ${email}.`)
  return group
}

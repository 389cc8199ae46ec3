import type { Command } from 'commander'
import type { Core } from '#/core.ts'
import { everyPage } from '../pages.ts'
import { say, whereTheDataIs, withCore, withSettings } from '../settings.ts'

export function addGroup(program: Command): void {
  const group = program.command('group').description('Manage groups and their members.')

  withSettings(
    group
      .command('create <email>')
      .description('Create a group without members.')
      .option('--name <name>', 'The name of the group.')
      .addHelpText('after', '\nExample:\n  almanac group create team@example.com --name Team'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ groups }) => {
      const created = await groups.create({ email, name: options.name })
      say(`Created ${created.email} (${created.id}).`)
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
      .description('Delete a group. Its members are kept.')
      .addHelpText('after', '\nExample:\n  almanac group delete team@example.com'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ groups }) => {
      await groups.remove(await requireGroup(groups, email))
      say(`Deleted ${email}.`)
    }),
  )

  addMembership(group)
}

function addMembership(group: Command): void {
  withSettings(
    group
      .command('add <group> <member>')
      .description('Add a member to a group: a user, an external address or another group.')
      .option('--role <role>', 'The role in the group: member, manager or owner.', 'member')
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
      const added = await groups.add(await requireGroup(groups, email), {
        email: member,
        role: options.role,
      })
      say(`Added ${added.email} as ${added.role}.`)
    }),
  )

  withSettings(
    group
      .command('remove <group> <member>')
      .description('Remove a member from a group.')
      .addHelpText('after', '\nExample:\n  almanac group remove team@example.com ann@example.com'),
    whereTheDataIs,
  ).action((email: string, member: string, options) =>
    withCore(options, async ({ groups }) => {
      if (!(await groups.removeMember(await requireGroup(groups, email), member))) {
        throw new Error(`${member} is not a member of ${email}.`)
      }
      say(`Removed ${member} from ${email}.`)
    }),
  )

  withSettings(
    group
      .command('members <group>')
      .description('List the members of a group.')
      .option('--nested', 'Expand nested groups and print only addresses.')
      .addHelpText('after', '\nExample:\n  almanac group members team@example.com --nested'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async ({ groups }) => {
      const group = await requireGroup(groups, email)
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

async function requireGroup(groups: Core['groups'], email: string) {
  const group = await groups.find(email)
  if (group === undefined) throw new Error(`There is no group ${email}.`)
  return group
}

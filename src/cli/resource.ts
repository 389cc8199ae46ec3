import type { Command } from 'commander'
import { everyPage } from './pages.ts'
import { say, whereTheDataIs, withCore, withSettings } from './settings.ts'

export function addResource(program: Command): void {
  const resource = program
    .command('resource')
    .description('Manage rooms and other things that are invited to events.')

  withSettings(
    resource
      .command('create <name>')
      .description('Make a room, which the organization of its owner can book.')
      .option('--id <id>', 'What stands before the @ of its address; made up unless given.')
      .option('--owner <email>', 'Whom its calendar belongs to; the first administrator otherwise.')
      .option('--location <text>', 'Where it is.')
      .option('--auto-accept', 'Accept invitations when free, decline them otherwise.', true)
      .option('--no-auto-accept', 'Leave the answers to those who manage its calendar.')
      .addHelpText(
        'after',
        `
Examples:
  almanac resource create 'Room 12' --owner ann@example.com
  almanac resource create Projector --id projector --no-auto-accept`,
      ),
    whereTheDataIs,
  ).action((name: string, { id, owner, location, autoAccept, ...options }) =>
    withCore(options, async ({ resources }) => {
      const made = await resources.create({ name, id, owner, location, autoAccept })
      say(`Made ${made.id} for ${made.owner}.`)
    }),
  )

  withSettings(
    resource
      .command('list')
      .description('List the rooms.')
      .addHelpText('after', '\nExample:\n  almanac resource list'),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async ({ resources }) => {
      const all = everyPage(
        (page) => resources.page(page),
        ({ id }) => id,
      )
      for await (const { id, name, owner } of all) say(`${id}\t${name}\t${owner}`)
    }),
  )

  withSettings(
    resource
      .command('delete <id>')
      .description('Remove a room and its calendar.')
      .addHelpText(
        'after',
        '\nExample:\n  almanac resource delete projector@resource.calendar.google.com',
      ),
    whereTheDataIs,
  ).action((id: string, options) =>
    withCore(options, async ({ resources }) => {
      if (!(await resources.remove(id))) throw new Error(`There is no room ${id}.`)
      say(`Removed ${id}.`)
    }),
  )
}

import type { Command } from 'commander'
import { everyPage } from '../pages.ts'
import { say, whereTheDataIs, withCore, withSettings } from '../settings.ts'

export function addDomain(program: Command): void {
  const domain = program.command('domain').description('Manage the domains of your organization.')

  withSettings(
    domain
      .command('add <name>')
      .description('Add a domain.')
      .addHelpText('after', '\nExample:\n  almanac domain add example.com'),
    whereTheDataIs,
  ).action((name: string, options) =>
    withCore(options, async ({ domains }) => {
      const added = await domains.add(name)
      if (added === undefined) throw new Error(`The domain ${name} already exists.`)
      say(`Added ${added.name}.`)
    }),
  )

  withSettings(
    domain
      .command('list')
      .description('List the domains.')
      .addHelpText('after', '\nExample:\n  almanac domain list'),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async ({ domains }) => {
      const all = everyPage(
        (page) => domains.page(page),
        ({ name }) => name,
      )
      for await (const { name } of all) say(name)
    }),
  )

  withSettings(
    domain
      .command('remove <name>')
      .description('Remove a domain. Users with addresses in the domain are kept.')
      .addHelpText('after', '\nExample:\n  almanac domain remove example.com'),
    whereTheDataIs,
  ).action((name: string, options) =>
    withCore(options, async ({ domains }) => {
      if (!(await domains.remove(name))) throw new Error(`There is no domain ${name}.`)
      say(`Removed ${name}.`)
    }),
  )
}

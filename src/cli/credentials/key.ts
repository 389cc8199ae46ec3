import type { Command } from 'commander'
import { say, whereTheDataIs, withCore, withSettings } from '../settings.ts'

export function addKey(program: Command): void {
  const key = program
    .command('key')
    .description('Manage API keys, which give access to public data only.')

  withSettings(
    key
      .command('create <name>')
      .description('Create an API key. It is shown once.')
      .addHelpText('after', '\nExample:\n  almanac key create website'),
    whereTheDataIs,
  ).action((name: string, options) =>
    withCore(options, async ({ database, apiKeys }) => {
      const { id, text } = await database.transaction((tx) =>
        apiKeys.create(tx, { name, origin: 'issued' }),
      )
      say(text, `Key id: ${id}`)
    }),
  )

  withSettings(
    key
      .command('list')
      .description('List the API keys.')
      .addHelpText('after', '\nExample:\n  almanac key list'),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async ({ database, apiKeys }) => {
      for (const { id, name } of await apiKeys.list(database)) say(`${id}\t${name}`)
    }),
  )

  withSettings(
    key
      .command('delete <id>')
      .description('Delete an API key. Running servers apply it within five seconds.')
      .addHelpText('after', '\nExample:\n  almanac key delete 4f0c2m8q1t6v'),
    whereTheDataIs,
  ).action((id: string, options) =>
    withCore(options, async ({ database, apiKeys }) => {
      if (!(await database.transaction((tx) => apiKeys.remove(tx, id)))) {
        throw new Error(`There is no key with the id ${id}.`)
      }
      say(`Deleted ${id}.`)
    }),
  )
}

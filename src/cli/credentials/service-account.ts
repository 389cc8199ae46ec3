import type { Command } from 'commander'
import type { Core } from '#/core.ts'
import { say, whereTheDataIs, withCore, withSettings } from '../settings.ts'
import { addressOf, giveFile, withCredentialFile } from './client.ts'

export function addServiceAccount(program: Command): void {
  const account = program
    .command('service-account')
    .description('Manage service accounts, the users that represent programs.')
  addCreate(account)
  addList(account)
  addDelete(account)
  addKeys(account)
  addDelegate(account)
}

function addCreate(account: Command): void {
  withSettings(
    withCredentialFile(
      account
        .command('create <name>')
        .description('Create a service account and its key file. The key is shown once.')
        .addHelpText(
          'after',
          `
Examples:
  almanac service-account create importer --out importer.json
  almanac service-account create importer --url https://calendar.example.com`,
        ),
    ),
    whereTheDataIs,
  ).action((name: string, options) =>
    withCore(options, async (core) => {
      const { serviceAccountFile, serverAddress } = await import(
        '#/auth/clients/credential-files.ts'
      )
      const url = serverAddress(addressOf(core, options.url))
      await giveFile(options, async () => {
        const { account, key } = await core.serviceAccounts.create({ name })
        return serviceAccountFile(account, { key, url })
      })
    }),
  )
}

function addList(account: Command): void {
  withSettings(
    account
      .command('list')
      .description('List the service accounts: address, id and delegated scopes.')
      .addHelpText('after', '\nExample:\n  almanac service-account list'),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async ({ serviceAccounts, delegations }) => {
      for (const { id, email } of await serviceAccounts.list()) {
        say([email, id, (await delegations.delegatedScopes(id)).join(' ')].join('\t'))
      }
    }),
  )
}

function addDelete(account: Command): void {
  withSettings(
    account
      .command('delete <email>')
      .description('Delete a service account and all its data.')
      .addHelpText('after', `\nExample:\n  almanac service-account delete ${sampleEmail}`),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async (core) => {
      const found = await accountOf(core, email)
      await core.serviceAccounts.remove(found)
      say(`Deleted ${found.email}.`)
    }),
  )
}

function addKeys(account: Command): void {
  const key = account.command('key').description('Manage the keys of a service account.')

  withSettings(
    withCredentialFile(
      key
        .command('add <email>')
        .description('Create another key file. The key is shown once.')
        .addHelpText(
          'after',
          `\nExample:\n  almanac service-account key add ${sampleEmail} --out importer-2.json`,
        ),
    ),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async (core) => {
      const { serviceAccountFile, serverAddress } = await import(
        '#/auth/clients/credential-files.ts'
      )
      const url = serverAddress(addressOf(core, options.url))
      const found = await accountOf(core, email)
      await giveFile(options, async () =>
        serviceAccountFile(found, { key: await core.serviceAccounts.addKey(found), url }),
      )
    }),
  )

  withSettings(
    key
      .command('list <email>')
      .description('List the ids of the keys (private_key_id), oldest first.')
      .addHelpText('after', `\nExample:\n  almanac service-account key list ${sampleEmail}`),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async (core) => {
      const found = await accountOf(core, email)
      for (const id of await core.serviceAccounts.keyIds(found)) say(id)
    }),
  )

  withSettings(
    key
      .command('remove <email> <private-key-id>')
      .description('Delete a key. Running servers apply it within five seconds.')
      .addHelpText(
        'after',
        `
Example:
  almanac service-account key remove ${sampleEmail} 0c47...`,
      ),
    whereTheDataIs,
  ).action((email: string, keyId: string, options) =>
    withCore(options, async (core) => {
      const found = await accountOf(core, email)
      if (!(await core.serviceAccounts.removeKey(found, keyId))) {
        throw new Error(`${found.email} has no key ${keyId}.`)
      }
      say(`Deleted ${keyId}.`)
    }),
  )
}

function addDelegate(account: Command): void {
  withSettings(
    account
      .command('delegate <email>')
      .description('Let a service account act for any user with the given scopes.')
      .requiredOption('--scope <uri...>', 'The scopes that it can use on behalf of users.')
      .option('--revoke', 'Remove the scopes and revoke the tokens of the account for other users.')
      .addHelpText(
        'after',
        `
Examples:
  almanac service-account delegate ${sampleEmail} --scope https://www.googleapis.com/auth/calendar
  almanac service-account delegate ${sampleEmail} --scope https://www.googleapis.com/auth/calendar --revoke`,
      ),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async (core) => {
      const { id, email: accountEmail } = await accountOf(core, email)
      if (options.revoke) await core.delegations.disallow(id, options.scope)
      else await core.delegations.allow(id, options.scope)
      const scopes = await core.delegations.delegatedScopes(id)
      say(
        scopes.length === 0
          ? `${accountEmail} cannot act for other users.`
          : `${accountEmail} can act for any user with the scopes: ${scopes.join(' ')}`,
      )
    }),
  )
}

const sampleEmail = 'importer@almanac.iam.gserviceaccount.com'

async function accountOf({ serviceAccounts }: Core, email: string) {
  const account = await serviceAccounts.find(email)
  if (account === undefined) throw new Error(`There is no service account ${email}.`)
  return account
}

import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { requireUser } from '../require-user.ts'
import { say, whereTheDataIs, withCore, withSettings } from '../settings.ts'
import { readPassword } from './user-password.ts'

export function addIdentityProvider(program: Command): void {
  const provider = program
    .command('identity-provider')
    .description('Manage the identity providers that people can sign in with.')
  addCreate(provider)
  addList(provider)
  addUpdate(provider)
  addDelete(provider)
  addInvite(provider)
}

/** The options of a policy, as `create` and `update` take them. */
function withPolicy(command: Command): Command {
  return command
    .option('--client-secret-file <file>', 'Read the client secret from a file.')
    .option('--client-secret-stdin', 'Read the client secret from standard input.')
    .option('--scope <scope...>', 'The scopes to request. Defaults to openid, email and profile.')
    .option('--email-domain <domain...>', 'Accept only verified addresses in these domains.')
    .option('--create-users', 'Create accounts for new people in these domains.')
    .option('--no-create-users', 'Accept only people who have an account.')
    .option('--link-by-email', 'Link people to the account with their verified address.')
    .option('--no-link-by-email', 'Link accounts only by invitation.')
    .option('--group-claim <claim>', 'The claim that contains the groups of a person.')
    .option('--group <value=email...>', 'Map a value of the claim to a group of this server.')
    .option('--trust-amr', 'Trust what the provider reports about how people authenticated.')
    .option('--no-trust-amr', 'Ignore what the provider reports about how people authenticated.')
}

interface PolicyOptions {
  readonly clientSecretFile?: string
  readonly clientSecretStdin?: boolean
  readonly scope?: readonly string[]
  readonly emailDomain?: readonly string[]
  readonly createUsers?: boolean
  readonly linkByEmail?: boolean
  readonly groupClaim?: string
  readonly group?: readonly string[]
  readonly trustAmr?: boolean
}

/** The properties that the options set. */
const policyIn = (options: PolicyOptions) => ({
  ...(options.scope && { scopes: options.scope }),
  ...(options.emailDomain && { emailDomains: options.emailDomain }),
  ...(options.createUsers !== undefined && { createUsers: options.createUsers }),
  ...(options.linkByEmail !== undefined && { linkByEmail: options.linkByEmail }),
  ...(options.groupClaim !== undefined && { groupClaim: options.groupClaim }),
  ...(options.group && { groupMapping: options.group.map(groupRuleOf) }),
  ...(options.trustAmr !== undefined && { trustAmr: options.trustAmr }),
})

/** Splits at the last `=`, because values can contain one and addresses cannot. */
function groupRuleOf(text: string): { value: string; group: string } {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new Error(`${text} is not a group mapping: use value=group@example.com.`)
  return { value: text.slice(0, at), group: text.slice(at + 1) }
}

async function secretIn(options: PolicyOptions): Promise<string | undefined> {
  if (options.clientSecretFile !== undefined) {
    return readFileSync(options.clientSecretFile, 'utf8').trim()
  }
  return options.clientSecretStdin === true ? (await readPassword()).trim() : undefined
}

function addCreate(provider: Command): void {
  withSettings(
    withPolicy(
      provider
        .command('create <id>')
        .description('Add an identity provider.')
        .requiredOption('--name <name>', 'The name on the button of the sign-in page.')
        .requiredOption('--issuer <url>', 'The issuer URL of the provider.')
        .requiredOption('--client-id <id>', 'The client id of this server at the provider.'),
    ).addHelpText(
      'after',
      `
Without a client secret, the server is a public client of the provider and uses PKCE.

Example:
  almanac identity-provider create example --name Example --issuer https://id.example.com \\
    --client-id almanac --client-secret-file secret.txt --email-domain example.com --link-by-email`,
    ),
    [...whereTheDataIs, 'publicUrl', 'port'],
  ).action((id: string, options) =>
    withCore(options, async ({ identityProviders, settings }) => {
      const rules = await import('#/auth/federation/provider-rules.ts')
      const { policyDefaults, callbackPath } = rules
      const { name, issuer, clientId } = options
      const draft = { ...policyDefaults, ...policyIn(options), id, name, issuer, clientId }
      const secret = await secretIn(options)
      const created = await identityProviders.create({ ...draft, isEnabled: true }, secret)
      say(`Created ${created.id}. Register this redirect URI with the provider:`)
      say(rootUrl(settings) + callbackPath + created.id)
    }),
  )
}

function addList(provider: Command): void {
  withSettings(
    provider
      .command('list')
      .description('List the identity providers: id, name, issuer, client id and policy.')
      .addHelpText('after', '\nExample:\n  almanac identity-provider list'),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async ({ identityProviders }) => {
      for (const each of await identityProviders.list()) {
        const { id, name, issuer, clientId } = each
        const flags = [
          ...(each.isEnabled ? [] : ['disabled']),
          ...(each.hasClientSecret ? [] : ['public']),
          ...(each.createUsers ? ['creates-users'] : []),
          ...(each.linkByEmail ? ['links-by-email'] : []),
          ...each.emailDomains,
        ]
        say([id, name, issuer, clientId, flags.join(' ')].join('\t'))
      }
    }),
  )
}

function addUpdate(provider: Command): void {
  withSettings(
    withPolicy(
      provider
        .command('update <id>')
        .description('Update an identity provider. Only the given options change.')
        .option('--name <name>', 'The name on the button of the sign-in page.')
        .option('--client-id <id>', 'The client id of this server at the provider.')
        .option('--enable', 'Enable sign-in with the provider.')
        .option('--disable', 'Disable sign-in with the provider. Existing sessions continue.'),
    ).addHelpText(
      'after',
      `
Examples:
  almanac identity-provider update example --disable
  almanac identity-provider update example --client-secret-stdin < secret.txt`,
    ),
    whereTheDataIs,
  ).action((id: string, options) =>
    withCore(options, async ({ identityProviders }) => {
      const { name, clientId, enable, disable } = options
      const changed = await identityProviders.change(id, {
        ...policyIn(options),
        ...(name !== undefined && { name }),
        ...(clientId !== undefined && { clientId }),
        ...((enable || disable) && { isEnabled: Boolean(enable) }),
        clientSecret: await secretIn(options),
      })
      if (changed === undefined) throw unknownProvider(id)
      say(`Updated ${id}.`)
    }),
  )
}

function addDelete(provider: Command): void {
  withSettings(
    provider
      .command('delete <id>')
      .description(
        'Delete an identity provider and its linked identities. Existing sessions continue.',
      )
      .addHelpText('after', '\nExample:\n  almanac identity-provider delete example'),
    whereTheDataIs,
  ).action((id: string, options) =>
    withCore(options, async ({ identityProviders }) => {
      if (!(await identityProviders.remove(id))) throw unknownProvider(id)
      say(`Deleted ${id}.`)
    }),
  )
}

function addInvite(provider: Command): void {
  withSettings(
    provider
      .command('invite <id> <email>')
      .description(
        'Print a one-time link that links a user to the person who opens it and signs in with the provider.',
      )
      .addHelpText(
        'after',
        '\nExample:\n  almanac identity-provider invite example ann@example.com',
      ),
    [...whereTheDataIs, 'publicUrl', 'port'],
  ).action((id: string, email: string, options) =>
    withCore(options, async ({ identityProviders, identityInvitations, directory, settings }) => {
      if ((await identityProviders.find(id)) === undefined) throw unknownProvider(id)
      const { id: userId } = await requireUser(directory, email)
      const { path } = await identityInvitations.create({ userId, providerId: id })
      say(rootUrl(settings) + path)
    }),
  )
}

const unknownProvider = (id: string) => new Error(`There is no identity provider ${id}.`)

const rootUrl = ({ publicUrl, port }: { readonly publicUrl: string; readonly port: number }) =>
  publicUrl || `http://127.0.0.1:${port || 8080}`

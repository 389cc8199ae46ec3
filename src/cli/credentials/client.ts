import { readFileSync } from 'node:fs'
import { text as readAll } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { Core } from '#/core.ts'
import { say, whereTheDataIs, withCore, withSettings } from '../settings.ts'

export function addClient(program: Command): void {
  const client = program
    .command('client')
    .description('Manage OAuth clients, the programs that users sign in to.')

  withSettings(
    withCredentialFile(
      client
        .command('create')
        .description('Create a client and its client secret file. The secret is shown once.')
        .requiredOption('--name <name>', 'The name that users see on the consent page.')
        .option('--redirect-uri <uri...>', 'The redirect URIs.')
        .option(
          '--type <type>',
          "web, or installed for a program on the user's machine. Defaults to web if a redirect URI uses https.",
        )
        .option(
          '--public',
          'Create a public client without a secret, for programs that cannot keep one.',
        )
        .addHelpText(
          'after',
          `
An installed client needs no redirect URI: it can use loopback on any port.

Examples:
  almanac client create --name Planner --out client.json
  almanac client create --name Portal --redirect-uri https://portal.example.com/back`,
        ),
    ),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async (core) => {
      const { clientSecretFile, serverAddress } = await import('#/auth/clients/credential-files.ts')
      const { name, redirectUri: redirectUris = [] } = options
      const kind = kindOf(options.type ?? likelyKind(redirectUris))
      const url = serverAddress(addressOf(core, options.url))
      await giveFile(options, async () => {
        const draft = { name, kind, redirectUris }
        const { client, secret } = options.public
          ? { client: await core.oauthClients.createPublic(draft), secret: undefined }
          : await core.oauthClients.create(draft)
        return clientSecretFile(client, { secret, url })
      })
    }),
  )

  withSettings(
    client
      .command('list')
      .description('List the clients.')
      .addHelpText('after', '\nExample:\n  almanac client list'),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async ({ oauthClients }) => {
      for (const { id, name, kind, redirectUris } of await oauthClients.list()) {
        say([id, name, kind, redirectUris.join(' ')].join('\t'))
      }
    }),
  )

  withSettings(
    client
      .command('delete <id>')
      .description(
        'Delete a client and revoke its tokens. Running servers apply it within five seconds.',
      )
      .addHelpText(
        'after',
        '\nExample:\n  almanac client delete 314159265358-4f0c2m8q1t6v.apps.almanac.test',
      ),
    whereTheDataIs,
  ).action((id: string, options) =>
    withCore(options, async ({ oauthClients }) => {
      if (!(await oauthClients.remove(id))) throw new Error(`There is no client ${id}.`)
      say(`Deleted ${id}.`)
    }),
  )

  withCredentialFile(
    client
      .command('user-file <client-file>')
      .description(
        'Create a credential file that lets a program act for a user who signed in to it.',
      )
      .addHelpText(
        'after',
        `
The refresh token of the user is read from standard input.

Example:
  almanac client user-file client.json --out user.json < refresh-token.txt`,
      ),
    { hasUrl: false },
  ).action(async (path: string, options) => {
    const clientFile = readFileSync(path, 'utf8')
    const refreshToken = (await readAll(process.stdin)).trim()
    if (refreshToken === '') throw new Error('Standard input does not contain a refresh token.')
    const { authorizedUserFile } = await import('#/auth/clients/credential-files.ts')
    await giveFile(options, async () => authorizedUserFile({ clientFile, refreshToken }))
  })
}

const likelyKind = (redirectUris: readonly string[]) =>
  redirectUris.some((uri) => uri.startsWith('https:')) ? 'web' : 'installed'

function kindOf(type: string): 'web' | 'installed' {
  if (type === 'web' || type === 'installed') return type
  throw new Error(`--type expects web or installed, not ${JSON.stringify(type)}.`)
}

/** Adds the options of a command that writes or prints a credential file. */
export function withCredentialFile(command: Command, { hasUrl = true } = {}): Command {
  if (hasUrl) {
    command.option(
      '--url <address>',
      'The root URL of the server. Defaults to ALMANAC_PUBLIC_URL or http://127.0.0.1:8080.',
    )
  }
  return command
    .option('--out <file>', 'Write to this file, readable only by you, instead of standard output.')
    .option('--force', 'Overwrite the file if it exists.')
}

/** Writes the credential file that `make` creates to the path in the options, or prints it. */
export async function giveFile(
  { out, force = false }: { out?: string; force?: boolean },
  make: () => Promise<Readonly<Record<string, unknown>>>,
): Promise<void> {
  const { textOfFile, writeCredentialFile } = await import('#/auth/clients/credential-files.ts')
  if (out === undefined) return say(textOfFile(await make()).trimEnd())
  await writeCredentialFile(out, { force, make })
  say(`Wrote ${out}.`)
}

/** The root URL of the server that a credential file is for. */
export const addressOf = ({ settings }: Core, url: string | undefined): string =>
  url ?? (settings.publicUrl || `http://127.0.0.1:${settings.port || 8080}`)

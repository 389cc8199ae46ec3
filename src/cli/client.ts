import { readFileSync } from 'node:fs'
import { text as readAll } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { Core } from '#/core.ts'
import { loadCore, say, whereTheDataIs, withCore, withSettings } from './settings.ts'

export function addClient(program: Command): void {
  const client = program
    .command('client')
    .description('Manage OAuth clients: the programs that ask users to sign in.')

  withSettings(
    withCredentialFile(
      client
        .command('create')
        .description('Make a client and its client-secret file. The secret is given once.')
        .requiredOption('--name <name>', 'What users read when they are asked to agree.')
        .option('--redirect-uri <uri...>', 'Where users are sent back to.')
        .option(
          '--type <type>',
          "web, or installed for a program on its user's machine; web when a redirect URI uses https.",
        )
        .option('--public', 'Give it no secret: for a program that runs where others can read it.')
        .addHelpText(
          'after',
          `
An installed client needs no redirect URI: it may wait on loopback, on any port.

Examples:
  almanac client create --name Planner --out client.json
  almanac client create --name Portal --redirect-uri https://portal.example.com/back`,
        ),
    ),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async (core, { clientSecretFile, serverAddress }) => {
      const { name, redirectUri: redirectUris = [] } = options
      const kind = kindOf(options.type ?? likelyKind(redirectUris))
      const url = serverAddress(addressOf(core, options.url))
      await giveFile(options, async () => {
        const wanted = { name, kind, redirectUris }
        const { client, secret } = options.public
          ? { client: await core.oauthClients.createPublic(wanted), secret: undefined }
          : await core.oauthClients.create(wanted)
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
      .description('End a client and every sign-in with it. Servers follow within five seconds.')
      .addHelpText(
        'after',
        '\nExample:\n  almanac client delete 314159265358-4f0c2m8q1t6v.apps.almanac.test',
      ),
    whereTheDataIs,
  ).action((id: string, options) =>
    withCore(options, async ({ oauthClients }) => {
      if (!(await oauthClients.remove(id))) throw new Error(`There is no client ${id}.`)
      say(`Removed ${id}.`)
    }),
  )

  withCredentialFile(
    client
      .command('user-file <client-file>')
      .description('Make the file with which a program acts for a user who has signed in to it.')
      .addHelpText(
        'after',
        `
The user's refresh token is read from standard input.

Example:
  almanac client user-file client.json --out user.json < refresh-token.txt`,
      ),
    { hasUrl: false },
  ).action(async (path: string, options) => {
    const clientFile = readFileSync(path, 'utf8')
    const refreshToken = (await readAll(process.stdin)).trim()
    if (refreshToken === '') throw new Error('There is no refresh token on standard input.')
    const { authorizedUserFile } = await loadCore()
    await giveFile(options, async () => authorizedUserFile({ clientFile, refreshToken }))
  })
}

const likelyKind = (redirectUris: readonly string[]) =>
  redirectUris.some((uri) => uri.startsWith('https:')) ? 'web' : 'installed'

function kindOf(type: string): 'web' | 'installed' {
  if (type === 'web' || type === 'installed') return type
  throw new Error(`--type expects web or installed, not ${JSON.stringify(type)}.`)
}

/** Lets a command write a credential file, or show it. */
export function withCredentialFile(command: Command, { hasUrl = true } = {}): Command {
  if (hasUrl) {
    command.option(
      '--url <address>',
      'The address that the file names; ALMANAC_PUBLIC_URL or http://127.0.0.1:8080 when left out.',
    )
  }
  return command
    .option('--out <file>', 'Where to write it, readable by you alone; shown when left out.')
    .option('--force', 'Replace the file when there is one.')
}

/** Writes what `make` gives to the file that the options name, or shows it. */
export async function giveFile(
  { out, force = false }: { out?: string; force?: boolean },
  make: () => Promise<Readonly<Record<string, unknown>>>,
): Promise<void> {
  const { textOfFile, writeCredentialFile } = await loadCore()
  if (out === undefined) return say(textOfFile(await make()).trimEnd())
  await writeCredentialFile(out, { force, make })
  say(`Wrote ${out}.`)
}

/** The address of the server that a credential file is for. */
export const addressOf = ({ settings }: Core, url: string | undefined): string =>
  url ?? (settings.publicUrl || `http://127.0.0.1:${settings.port || 8080}`)

import type { Command } from 'commander'
import { createCommandToken } from './credentials/command-token.ts'
import { whereTheDataIs, withExistingCore, withSettings } from './settings.ts'

export function addMcp(program: Command): void {
  withSettings(
    program
      .command('mcp <email>')
      .description('Offer tools for agents over standard input and output, on behalf of a user.')
      .option('--read-only', 'Offer only the tools that change nothing.')
      .option('--scope <uri...>', 'The scopes of the tools. Defaults to all scopes.')
      .addHelpText(
        'after',
        `
The tools work on the data directory or database of a server, whether or not the server runs. Clients of the
Model Context Protocol start this command themselves. A server offers the same tools at /mcp.

Examples:
  almanac mcp demo@almanac.test
  almanac mcp demo@almanac.test --read-only --data-dir /var/lib/almanac`,
      ),
    [...whereTheDataIs, 'publicUrl'],
  ).action((email: string, options) =>
    withExistingCore(options, async (core) => {
      const { openSite } = await import('#/site.ts')
      const { database, tokens, settings } = core
      const { host, port, publicUrl } = settings
      const origin = publicUrl || `http://${host}:${port}`
      const token = await createCommandToken(core, { email, days: 30, scopes: options.scope })
      await using site = await openSite(core, { address: () => origin, hasBackground: false })
      try {
        await site.serveAgent({ token, origin, isReadOnly: options.readOnly === true })
      } finally {
        // Before the site stops, because the end of a token may concern channels.
        await database.transaction((tx) => tokens.revoke(tx, token))
      }
    }),
  )
}

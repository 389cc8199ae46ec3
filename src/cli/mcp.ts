import type { Command } from 'commander'
import { whereTheDataIs, withExistingCore, withSettings } from './settings.ts'

const dayMs = 86_400_000

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
      const { commandClientId } = await import('#/auth/credentials/tokens.ts')
      const { allScopes, knownScopes } = await import('#/services.ts')
      const { withSite } = await import('#/app.ts')
      const { database, directory, tokens, clock } = core
      const { host, port, publicUrl } = core.settings
      const origin = publicUrl || `http://${host}:${port}`
      const user = await directory.find(email)
      if (user === undefined) {
        throw new Error(
          `There is no user ${email}: create one with "almanac user create ${email}".`,
        )
      }
      const unknown = options.scope?.find((scope: string) => !knownScopes.includes(scope))
      if (unknown !== undefined) throw new Error(`${unknown} is not a scope of this server.`)
      const token = await database.transaction((tx) =>
        tokens.mint(tx, {
          userId: user.id,
          clientId: commandClientId,
          scopes: options.scope ?? allScopes,
          origin: 'issued',
          expiresAtMs: clock.nowMs() + dayMs * 30,
        }),
      )
      await withSite(core, origin, async (site) => {
        try {
          await site.serveAgent({ token, origin, isReadOnly: options.readOnly === true })
        } finally {
          // Before the site stops, because the end of a token may concern channels.
          await database.transaction((tx) => tokens.revoke(tx, token))
        }
      })
    }),
  )
}

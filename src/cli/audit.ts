import type { Command } from 'commander'
import { whereTheDataIs, withExistingCore, withSettings, writeOut } from './settings.ts'

export function addAudit(program: Command): void {
  const audit = program.command('audit').description('Read the audit log.')
  withSettings(
    audit
      .command('export')
      .description('Print the audit log as JSON lines, oldest entry first.')
      .option('--since <time>', 'Only entries at or after this time, such as 2030-01-31T00:00:00Z.')
      .option('--until <time>', 'Only entries before this time.')
      .option('--actor <actor>', 'Only entries of this actor: an email address or an id.')
      .option('--action <text>', 'Only actions that start with this text, such as admin.users.')
      .option(
        '--object <text>',
        'Only objects that start with this text, such as users/ann@example.com.',
      )
      .option('--outcome <outcome>', 'Only entries with this outcome: success, refused or failed.')
      .addHelpText(
        'after',
        `
Examples:
  almanac audit export > audit.jsonl
  almanac audit export --action auth.signIn --outcome refused --since 2030-01-31T00:00:00Z`,
      ),
    whereTheDataIs,
  ).action(({ since, until, actor, action, object, outcome, ...options }) =>
    withExistingCore(options, async ({ auditReader }) => {
      const { noFilter, shownEntry } = await import('#/audit/reading.ts')
      const filter = {
        ...noFilter,
        ...(since !== undefined && { timeMin: momentMs(since) }),
        ...(until !== undefined && { timeMax: momentMs(until) }),
        ...(actor !== undefined && { actor }),
        ...(action !== undefined && { action }),
        ...(object !== undefined && { object }),
        ...(outcome !== undefined && { outcome }),
      }
      for await (const entry of auditReader.entries(filter)) {
        await writeOut(`${JSON.stringify(shownEntry(entry))}\n`)
      }
    }),
  )
}

function momentMs(text: string): number {
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch (cause) {
    throw new Error(`${text} is not a valid time: use a format such as 2030-01-31T00:00:00Z.`, {
      cause,
    })
  }
}

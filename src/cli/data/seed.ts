import { type Command, Option } from 'commander'
import { whereTheDataIs, withExistingCore, withSettings, writeOut } from '../settings.ts'

export function addSeed(program: Command): void {
  const seed = program.command('seed').description('Export the state of an installation as a seed.')

  withSettings(
    seed
      .command('export')
      .description('Print the current state as a seed.')
      .addOption(
        new Option('--format <name>', 'The format of the seed.')
          .choices(['yaml', 'json'])
          .default('yaml'),
      )
      .addHelpText(
        'after',
        `
Passwords, tokens, keys and other secrets are omitted, and so are statistics of search advertising.
To apply the file, use "almanac serve --seed", "almanac exec --seed" or "POST /_almanac/worlds".

Examples:
  almanac seed export > team.yaml
  almanac seed export --format json --data-dir /var/lib/almanac > team.json`,
      ),
    whereTheDataIs,
  ).action(({ format, ...options }: Record<string, string>) =>
    withExistingCore(options, async (core) => {
      const { openSite } = await import('#/site.ts')
      await using site = await openSite(core, { address: () => '', hasBackground: false })
      await writeOut(await site.seeds.export(format === 'json' ? 'json' : 'yaml'))
    }),
  )
}

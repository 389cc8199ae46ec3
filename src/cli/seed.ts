import { type Command, Option } from 'commander'
import { whereTheDataIs, withExistingCore, withSettings, writeOut } from './settings.ts'

export function addSeed(program: Command): void {
  const seed = program
    .command('seed')
    .description('Describe the state of an installation in one file.')

  withSettings(
    seed
      .command('export')
      .description('Write the present state as a seed to standard output.')
      .addOption(
        new Option('--format <name>', 'How it is written.')
          .choices(['yaml', 'json'])
          .default('yaml'),
      )
      .addHelpText(
        'after',
        `
Secrets such as passwords, tokens and keys are left out, and so are statistics of search advertising.
"almanac serve --seed" and "POST /_almanac/worlds" read the file.

Examples:
  almanac seed export > team.yaml
  almanac seed export --format json --data-dir /var/lib/almanac > team.json`,
      ),
    whereTheDataIs,
  ).action(({ format, ...options }: Record<string, string>) =>
    withExistingCore(options, async (core) => {
      const { exportedState } = await import('#/app.ts')
      await writeOut(await exportedState(core, format === 'json' ? 'json' : 'yaml'))
    }),
  )
}

import { existsSync, readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import type { Core } from '#/core.ts'
import { openLog } from '#/kernel/log.ts'
import { securitySettings } from '#/kernel/security-settings.ts'
import { readSettings, SettingError, type Settings } from '#/kernel/settings.ts'
import {
  environmentName,
  flagName,
  type SettingName,
  settingsTable,
} from '#/kernel/settings-table.ts'
import { commandNote } from './command-note.ts'

/** Lets a command take settings as flags; `shown` are those that its help names, `without` no flags. */
export function withSettings(
  command: Command,
  shown: readonly string[],
  { without = [] }: { readonly without?: readonly string[] } = {},
): Command {
  // A flag of the command itself, such as the seed of random numbers, is no setting.
  const own = new Set(command.options.map(({ long }) => long))
  for (const { name, shownOption, hiddenOption } of settingOptions) {
    if (without.includes(name) || own.has(hiddenOption.long)) continue
    command.addOption(shown.includes(name) ? shownOption : hiddenOption)
  }
  return command.addOption(
    new Option('--settings <file>', 'A JSON file of settings. (ALMANAC_SETTINGS)'),
  )
}

// Made once: a group of commands would otherwise spend most of its start on them.
const settingOptions = Object.entries(settingsTable).map(([name, { about }]) => {
  const mark = securitySettings.has(name) ? ' Security-relevant.' : ''
  const make = () =>
    new Option(`${flagName(name)} <value>`, `${about}${mark} (${environmentName(name)})`)
  return { name, shownOption: make(), hiddenOption: make().hideHelp() }
})

/** The settings of which most commands show only where the data is. */
export const whereTheDataIs = ['dataDir', 'databaseUrl']

/**
 * Reads the settings of this run: the only place that looks at the environment. `defaults` replace those
 * of the table.
 */
export function settingsOf(
  options: Record<string, string | undefined>,
  defaults: Partial<Record<SettingName, string>> = {},
): Settings {
  const environment = process.env
  const path = options.settings ?? environment.ALMANAC_SETTINGS
  return readSettings({
    flags: options,
    environment,
    file: { ...defaults, ...(path === undefined ? {} : readFile(path)) },
  })
}

/** What a command that this process runs inherits. */
export const inheritedEnvironment = (): NodeJS.ProcessEnv => process.env

function readFile(path: string): Record<string, unknown> {
  try {
    const settings: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) {
      return settings as Record<string, unknown>
    }
  } catch (cause) {
    throw new SettingError(`The settings file ${path} cannot be read as JSON.`, { cause })
  }
  throw new SettingError(`The settings file ${path} does not hold a JSON object.`)
}

type CoreModule = typeof import('#/core.ts')

/** Loaded by what needs it, so that help and refusals of what was typed come at once. */
export const loadCore = (): Promise<CoreModule> => import('#/core.ts')

/** Runs a command against a database that there is; a wrong folder is not taken for an empty one. */
export async function withExistingCore(
  options: Record<string, string | undefined>,
  body: (core: Core, module: CoreModule) => Promise<void>,
): Promise<void> {
  const { databaseUrl, dataDir } = settingsOf(options)
  const { embeddedPath } = await loadCore()
  if (databaseUrl === '' && !existsSync(embeddedPath(dataDir))) {
    throw new Error(`There is no database in ${dataDir}: name its folder with --data-dir.`)
  }
  await withCore(options, body)
}

/** Runs a command against the database and closes it again. */
export async function withCore(
  options: Record<string, string | undefined>,
  body: (core: Core, module: CoreModule) => Promise<void>,
): Promise<void> {
  const settings = settingsOf(options)
  const module = await loadCore()
  await using core = await module.openCore(settings, openLog('warn'))
  const note = commandNote()
  if (note === undefined) await body(core, module)
  else await core.audit.carryOut(note, () => body(core, module))
}

/** What a command has to say goes to standard output; the log has standard error. */
export function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** What does not make a command fail goes to standard error. */
export function warn(...lines: string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`)
}

/** Writes text as it is, as fast as whoever reads it takes it. */
export async function writeOut(text: string): Promise<void> {
  if (process.stdout.write(text)) return
  await new Promise((resolve) => process.stdout.once('drain', resolve))
}

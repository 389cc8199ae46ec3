import { existsSync, readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import type { Core } from '#/core.ts'
import { openLog } from '#/kernel/log.ts'
import type { SettingFacts } from '#/kernel/settings/setting-kinds.ts'
import {
  environmentName,
  flagName,
  SettingError,
  unknownVariables,
} from '#/kernel/settings/settings.ts'
import { readSettings, type SettingName, type Settings, settingsTable } from '#/settings.ts'
import { commandNote } from './command-note.ts'

/** Lets a command accept settings as flags. Its help lists those in `shown`; those in `without` have no flag. */
export function withSettings(
  command: Command,
  shown: readonly string[],
  { without = [] }: { readonly without?: readonly string[] } = {},
): Command {
  // A flag of the command itself, such as the seed of random numbers, is not a setting.
  const own = new Set(command.options.map(({ long }) => long))
  for (const { name, shownOption, hiddenOption } of settingOptions) {
    if (without.includes(name) || own.has(hiddenOption.long)) continue
    command.addOption(shown.includes(name) ? shownOption : hiddenOption)
  }
  return command.addOption(
    new Option('--settings <file>', 'Read settings from a JSON file. (ALMANAC_SETTINGS)'),
  )
}

// Created once, because a group of commands would otherwise spend most of its start on them.
const settingOptions = Object.entries<SettingFacts<unknown>>(settingsTable).map(([name, facts]) => {
  const { about, isSecurityRelevant } = facts
  const mark = isSecurityRelevant ? ' Security-relevant.' : ''
  const make = () =>
    new Option(`${flagName(name)} <value>`, `${about}${mark} (${environmentName(name)})`)
  return { name, shownOption: make(), hiddenOption: make().hideHelp() }
})

/** The settings that locate the data. The help of most commands lists only these. */
export const whereTheDataIs = ['dataDir', 'databaseUrl']

/**
 * Reads the settings of this run. This is the only place that reads the environment. `defaults` override
 * those of the settings table.
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

/** Variables of the environment that look like settings but are none. */
export const unknownSettings = (): string[] =>
  unknownVariables(settingsTable, Object.keys(process.env))

/** The environment that a command run by this process inherits. */
export const inheritedEnvironment = (): NodeJS.ProcessEnv => process.env

function readFile(path: string): Record<string, unknown> {
  const settings = parsed(path)
  if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) {
    return settings as Record<string, unknown>
  }
  throw new SettingError(`The settings file ${path} does not contain a JSON object.`)
}

function parsed(path: string): unknown {
  const bytes = contentOf(path)
  try {
    return JSON.parse(bytes)
  } catch (cause) {
    throw new SettingError(`The settings file ${path} is not valid JSON.`, { cause })
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new SettingError(`Cannot read the settings file ${path} (${code}).`, { cause })
  }
}

/** Loads the core on demand, so that help and usage errors appear immediately. */
export const loadCore = () => import('#/core.ts')

/** Runs a command against an existing database, and fails if there is none in the data directory. */
export async function withExistingCore(
  options: Record<string, string | undefined>,
  body: (core: Core) => Promise<void>,
): Promise<void> {
  const { databaseUrl, dataDir } = settingsOf(options)
  const { sqlitePath } = await import('#/storage/open.ts')
  if (databaseUrl === '' && !existsSync(sqlitePath(dataDir))) {
    throw new Error(
      `There is no database in ${dataDir}: set --data-dir to the data directory of your server.`,
    )
  }
  await withCore(options, body)
}

/** Runs a command against the database, then closes the database. */
export async function withCore(
  options: Record<string, string | undefined>,
  body: (core: Core) => Promise<void>,
): Promise<void> {
  const settings = settingsOf(options)
  const { openCore } = await loadCore()
  await using core = await openCore(settings, openLog('warn'))
  const note = commandNote()
  if (note === undefined) await body(core)
  else await core.audit.carryOut(note, () => body(core))
}

/** Prints the output of a command to standard output. The log uses standard error. */
export function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Prints warnings, which do not make a command fail, to standard error. */
export function warn(...lines: string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`)
}

/** Writes text to standard output, waiting for a slow reader. */
export async function writeOut(text: string): Promise<void> {
  const { stdout } = process
  if (stdout.destroyed || stdout.write(text)) return
  await new Promise<void>((resolve) => {
    const goOn = () => {
      stdout.off('drain', goOn).off('close', goOn)
      resolve()
    }
    stdout.on('drain', goOn).on('close', goOn)
  })
}

/** The reader of the output, such as `head`, may close it early. */
export function ignoreMissingReader(): void {
  // A process that runs several commands has one listener nevertheless.
  process.stdout.off('error', exitUnlessUnread).on('error', exitUnlessUnread)
}

function exitUnlessUnread({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return
  process.stderr.write(`almanac: Cannot write to standard output. (${message})\n`)
  process.exit(1)
}

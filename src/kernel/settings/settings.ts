import { isIP } from 'node:net'
import type { platformSettings } from './platform-settings.ts'
import { InvalidParameterError, isSocketFolder, parsePostgresUrl } from './postgres-url.ts'
import type { SettingFacts, SettingValues } from './setting-kinds.ts'

/** All settings of a program: those of the platform, and those that services declare. */
type SettingsTable = typeof platformSettings & Readonly<Record<string, SettingFacts<unknown>>>

/** The values of the platform's settings before empty ones are resolved. */
type PlatformValues = SettingValues<typeof platformSettings>

/** Settings that are derived from others if they are empty. */
interface Decided {
  readonly mode: 'dev' | 'production'
  readonly demo: boolean
  readonly webhookPrivate: 'allow' | 'deny'
  readonly identityProviderPrivate: 'allow' | 'deny'
}

/** The settings of a process: read once at start and frozen. */
export type SettingsOf<Table> = Omit<SettingValues<Table>, keyof Decided> & Decided

export type PlatformSettings = SettingsOf<typeof platformSettings>

export interface SettingSources {
  /** By setting name, as the command line gave them. */
  readonly flags?: Readonly<Record<string, string | undefined>>
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** The parsed settings file. */
  readonly file?: Readonly<Record<string, unknown>>
}

/** An invalid setting. The message names the setting and the expected value. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

/** A flag wins over the environment, the environment over the file, the file over the default. */
export function readSettings<Table extends SettingsTable>(
  table: Table,
  { flags = {}, environment = {}, file = {} }: SettingSources,
): SettingsOf<Table> {
  refuseUnknown(table, Object.keys(file))
  const values: Record<string, unknown> = {}
  for (const [name, facts] of Object.entries(table)) {
    const variable = environmentName(name)
    if (flags[name] !== undefined) {
      values[name] = readText(facts, flags[name], flagName(name))
    } else if (environment[variable] !== undefined && environment[variable] !== '') {
      values[name] = readText(facts, environment[variable], variable)
    } else if (file[name] !== undefined) {
      values[name] = readText(facts, textOf(file[name]), `${name} in the settings file`)
    }
  }
  return Object.freeze(complete(table, values)) as SettingsOf<Table>
}

/** Variables that look like settings but are none, such as a setting with a typing error. */
export const unknownVariables = (table: SettingsTable, names: readonly string[]): string[] => {
  const valid = new Set([...Object.keys(table).map(environmentName), ...otherVariables])
  return names.filter((name) => name.startsWith('ALMANAC_') && !valid.has(name))
}

// Those that name the settings file, and that `almanac exec` sets for programs.
const otherVariables = ['ALMANAC_SETTINGS', 'ALMANAC_URL', 'ALMANAC_TOKEN']

function refuseUnknown(table: SettingsTable, names: readonly string[]): void {
  const unknown = names.find((name) => !(name in table))
  if (unknown !== undefined)
    throw new SettingError(`The settings file contains ${unknown}, which is not a setting.`)
}

function readText(facts: SettingFacts<unknown>, text: string, source: string): unknown {
  try {
    return facts.read(text)
  } catch (cause) {
    if (cause instanceof InvalidParameterError) {
      throw new SettingError(`${source} is not valid: ${cause.message}.`, { cause })
    }
    const problem = facts.secret === true ? 'not valid: it' : `${JSON.stringify(text)}, but`
    throw new SettingError(`${source} is ${problem} must be ${facts.expects}.`, { cause })
  }
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value))

function complete(table: SettingsTable, partial: Partial<PlatformValues>): PlatformSettings {
  const byDefault = { ...defaultsIn(table, 'dev'), ...partial }
  const mode = byDefault.mode || (isForThisMachine(byDefault) ? 'dev' : 'production')
  const values = { ...defaultsIn(table, mode), ...partial }
  const byMode = mode === 'dev' ? 'allow' : 'deny'
  return {
    ...values,
    mode,
    demo: values.demo === '' ? mode === 'dev' : values.demo === '1',
    webhookPrivate: values.webhookPrivate || byMode,
    identityProviderPrivate: values.identityProviderPrivate || byMode,
  }
}

function defaultsIn(table: SettingsTable, mode: 'dev' | 'production'): PlatformValues {
  const isProduction = mode === 'production'
  const defaults = Object.entries(table).map(([name, facts]) => [
    name,
    isProduction ? (facts.productionDefault ?? facts.default) : facts.default,
  ])
  return Object.fromEntries(defaults) as PlatformValues
}

/** Whether only this machine uses the server, as far as the settings show. */
const isForThisMachine = ({ host, publicUrl, trustedProxies }: PlatformValues): boolean =>
  isLoopback(host) && publicUrl === '' && trustedProxies.length === 0

/** Whether a host name or address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  const bare = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '')
  return isIP(bare) === 4 ? bare.startsWith('127.') : bare === '::1'
}

/** TLS modes in which the PostgreSQL driver verifies the certificate of the server. */
const verifiedModes = ['verify-ca', 'verify-full', 'true']

/** Whether the connection to PostgreSQL crosses a network without verified TLS. */
export function isDatabaseExposed({ databaseUrl }: Pick<PlatformSettings, 'databaseUrl'>): boolean {
  if (databaseUrl === '') return false
  const { hosts, parameters } = parsePostgresUrl(databaseUrl)
  if (hosts.every(({ host }) => isSocketFolder(host) || isLoopback(host))) return false
  return !verifiedModes.includes(parameters.get('sslmode') ?? parameters.get('ssl') ?? '')
}

/** The settings that differ from their defaults, without secrets. */
export const changedSettings = <Table extends SettingsTable>(
  table: Table,
  settings: SettingsOf<Table>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries<SettingFacts<unknown>>(table)
      .map(([name, facts]) => ({ name, facts, value: (settings as Record<string, unknown>)[name] }))
      .filter(({ facts, value }) => facts.secret !== true && value !== facts.default)
      .map(({ name, value }) => [name, value]),
  )

/** `bodyBytesMax` is `ALMANAC_BODY_BYTES_MAX` in the environment. */
export const environmentName = (name: string) =>
  `ALMANAC_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** `bodyBytesMax` is `--body-bytes-max` on the command line. */
export const flagName = (name: string) =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

import { isIP } from 'node:net'
import {
  environmentName,
  flagName,
  type SettingFacts,
  type SettingName,
  settingsTable,
} from './settings-table.ts'

type TableValues = {
  readonly [K in SettingName]: (typeof settingsTable)[K] extends SettingFacts<infer T> ? T : never
}

/** The settings of one run: read once at start, frozen, and handed to whoever needs some. */
export type Settings = Omit<
  TableValues,
  'mode' | 'demo' | 'webhookPrivate' | 'identityProviderPrivate'
> & {
  readonly mode: 'dev' | 'production'
  readonly demo: boolean
  readonly webhookPrivate: 'allow' | 'deny'
  readonly identityProviderPrivate: 'allow' | 'deny'
}

export interface SettingSources {
  /** By setting name, as the command line gave them. */
  readonly flags?: Readonly<Record<string, string | undefined>>
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** The parsed settings file. */
  readonly file?: Readonly<Record<string, unknown>>
}

/** A setting that cannot be read; its message tells the operator which one and what it expects. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

/** A flag wins over the environment, the environment over the file, the file over the default. */
export function readSettings({
  flags = {},
  environment = {},
  file = {},
}: SettingSources): Settings {
  refuseUnknown(Object.keys(file))
  const values: Record<string, unknown> = {}
  for (const [name, facts] of Object.entries(settingsTable) as [string, SettingFacts<unknown>][]) {
    const variable = environmentName(name)
    if (flags[name] !== undefined) {
      values[name] = readText(facts, flags[name], flagName(name))
    } else if (environment[variable] !== undefined && environment[variable] !== '') {
      values[name] = readText(facts, environment[variable], variable)
    } else if (file[name] !== undefined) {
      values[name] = readText(facts, textOf(file[name]), `the settings file's ${name}`)
    }
  }
  return Object.freeze(complete(values as Partial<TableValues>))
}

function refuseUnknown(names: readonly string[]): void {
  const unknown = names.find((name) => !(name in settingsTable))
  if (unknown !== undefined)
    throw new SettingError(`The settings file names ${unknown}, which is no setting.`)
}

function readText(facts: SettingFacts<unknown>, text: string, source: string): unknown {
  try {
    return facts.read(text)
  } catch (cause) {
    const shown = facts.secret === true ? 'not readable' : JSON.stringify(text)
    throw new SettingError(`${source} is ${shown}, but expects ${facts.expects}.`, { cause })
  }
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value))

function complete(given: Partial<TableValues>): Settings {
  const byDefault = { ...defaultsIn('dev'), ...given }
  const mode = byDefault.mode || (isForThisMachine(byDefault) ? 'dev' : 'production')
  const values = { ...defaultsIn(mode), ...given }
  const demo = values.demo === '' ? mode === 'dev' : values.demo === '1'
  const byMode = mode === 'dev' ? 'allow' : 'deny'
  const webhookPrivate = values.webhookPrivate || byMode
  const identityProviderPrivate = values.identityProviderPrivate || byMode
  return { ...values, mode, demo, webhookPrivate, identityProviderPrivate }
}

function defaultsIn(mode: 'dev' | 'production'): TableValues {
  const isProduction = mode === 'production'
  const defaults = Object.entries(settingsTable).map(
    ([name, facts]: [string, SettingFacts<unknown>]) => [
      name,
      isProduction ? (facts.productionDefault ?? facts.default) : facts.default,
    ],
  )
  return Object.fromEntries(defaults) as TableValues
}

/** Whether nothing suggests that others use the server: a public URL and a proxy do. */
const isForThisMachine = ({ host, publicUrl, trustedProxies }: TableValues): boolean =>
  isLoopback(host) && publicUrl === '' && trustedProxies.length === 0

/** Whether an address of this kind can only be reached from the machine itself. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  const bare = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '')
  return isIP(bare) === 4 ? bare.startsWith('127.') : bare === '::1'
}

/** Modes of TLS in which the driver of PostgreSQL verifies the certificate of the server. */
const verifiedModes = ['verify-ca', 'verify-full', 'true']

/** Whether others could read or change what goes to PostgreSQL: it is on another machine, without verified TLS. */
export function isDatabaseExposed({ databaseUrl }: Pick<Settings, 'databaseUrl'>): boolean {
  if (databaseUrl === '') return false
  const { hostname, searchParams } = new URL(databaseUrl)
  if (hostname === '' || isLoopback(hostname)) return false
  return !verifiedModes.includes(searchParams.get('sslmode') ?? searchParams.get('ssl') ?? '')
}

/** The settings that differ from their defaults, without those that are secret. */
export const changedSettings = (settings: Settings): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    (Object.entries(settingsTable) as [SettingName, SettingFacts<unknown>][])
      .filter(([name, facts]) => facts.secret !== true && settings[name] !== facts.default)
      .map(([name]) => [name, settings[name]]),
  )

import { isIP } from 'node:net'
import { parsePostgresUrl } from './postgres-url.ts'
import { parseReplicaUrl } from './replica-url.ts'

/** The declaration of a setting. Its environment variable is derived from its name. */
export interface SettingFacts<T> {
  readonly default: T
  /** The default in production, if it differs. */
  readonly productionDefault?: T
  readonly about: string
  readonly secret?: boolean
  /** Whether a wrong value makes the server easier to attack, overload or impersonate. */
  readonly isSecurityRelevant?: boolean
  /** Parses the text of a flag or an environment variable; throws if it is invalid. */
  readonly read: (text: string) => T
  readonly expects: string
}

/** The values that the settings of a table have. */
export type SettingValues<Table> = {
  readonly [K in keyof Table]: Table[K] extends SettingFacts<infer T> ? T : never
}

type Facts = { readonly secret?: boolean }

export const text = (
  byDefault: string,
  about: string,
  facts: Facts = {},
): SettingFacts<string> => ({
  default: byDefault,
  about,
  ...facts,
  read: (value) => value,
  expects: 'text',
})

export const longSecret = (about: string): SettingFacts<string> => ({
  default: '',
  about,
  secret: true,
  expects: 'a text of at least 32 characters',
  read: (value) => {
    if (value.length < 32) throw new RangeError('too short')
    return value
  },
})

export const integer = (
  byDefault: number,
  range: { min: number; max: number },
  about: string,
): SettingFacts<number> => ({
  default: byDefault,
  about,
  expects: `a whole number from ${range.min} to ${range.max}`,
  read: (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= range.min && number <= range.max)) throw new RangeError(value)
    return number
  },
})

/** A limit whose default in dev mode is 0, which sets no limit. */
export const ceiling = (
  productionDefault: number,
  about: string,
): SettingFacts<number> & { readonly productionDefault: number } => ({
  ...integer(0, { min: 0, max: 1e9 }, `${about}. 0 sets no limit.`),
  productionDefault,
})

export const date = (byDefault: string, about: string): SettingFacts<string> => ({
  default: byDefault,
  about,
  expects: 'a date such as 2030-01-31',
  read: (value) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(value)) throw new RangeError(value)
    return Temporal.PlainDate.from(value).toString()
  },
})

export const choice = <const V extends string>(
  byDefault: V,
  values: readonly V[],
  about: string,
): SettingFacts<V> => ({
  default: byDefault,
  about,
  expects: `one of ${values.map((value) => value || '(empty)').join(', ')}`,
  read: (value) => {
    const chosen = values.find((candidate) => candidate === value)
    if (chosen === undefined) throw new RangeError(value)
    return chosen
  },
})

const listedIn = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const networks = (about: string): SettingFacts<readonly string[]> => ({
  default: [],
  about,
  expects: 'addresses or networks separated by commas',
  read: (value) => {
    const parts = listedIn(value)
    const wrong = parts.find((part) => !isNetwork(part))
    if (wrong !== undefined) throw new RangeError(wrong)
    return parts
  },
})

export const hostNames = (about: string): SettingFacts<readonly string[]> => ({
  default: [],
  about,
  expects: 'host names without ports, separated by commas',
  read: (value) => {
    const names = listedIn(value).map((name) => name.toLowerCase())
    const wrong = names.find((name) => !/^[a-z0-9_.-]{1,253}$/.test(name))
    if (wrong !== undefined) throw new RangeError(wrong)
    return names
  },
})

export const origins = (about: string): SettingFacts<readonly string[]> => ({
  default: [],
  about,
  expects: 'origins such as https://app.example.com, separated by commas',
  read: (value) =>
    listedIn(value).map((part) => {
      const { protocol, origin, href } = new URL(part)
      const isOrigin = ['http:', 'https:'].includes(protocol) && href === `${origin}/`
      if (!isOrigin) throw new RangeError(part)
      return origin
    }),
})

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const bitsMax = isIP(address) === 6 ? 128 : 32
  const hasPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bitsMax)
  return isIP(address) !== 0 && hasPrefix && rest.length === 0
}

export const postgresUrl = (about: string): SettingFacts<string> => ({
  default: '',
  about,
  secret: true,
  expects: 'a URL such as postgres://user:password@host/database',
  read: (value) => {
    parsePostgresUrl(value)
    return value
  },
})

export const replicaUrl = (about: string): SettingFacts<string> => ({
  default: '',
  about,
  expects: 'a URL such as file:///backup/almanac or s3://bucket/prefix?region=eu-central-1',
  read: (value) => {
    parseReplicaUrl(value)
    return value
  },
})

export const webAddress = (about: string): SettingFacts<string> => ({
  default: '',
  about,
  expects: 'a URL such as https://calendar.example.com',
  read: (value) => {
    const { protocol, href, username, password, search, hash } = new URL(value)
    const isPlain = !username && !password && !search && !hash
    if (!['http:', 'https:'].includes(protocol) || !isPlain) throw new RangeError(value)
    return href.replace(/\/+$/, '')
  },
})

export const country = (byDefault: string, about: string): SettingFacts<string> => ({
  default: byDefault,
  about,
  expects: 'a country code of two letters (ISO 3166-1)',
  read: (value) => {
    if (!/^[a-z]{2}$/i.test(value)) throw new RangeError(value)
    return value.toUpperCase()
  },
})

export const smtpUrl = (about: string): SettingFacts<string> => ({
  default: '',
  about,
  secret: true,
  expects: 'a URL such as smtp://user:password@host:587',
  read: (value) => {
    const isMailServer = /^smtps?:\/\//.test(value) && new URL(value).hostname !== ''
    if (!isMailServer) throw new RangeError('another kind of address')
    return value
  },
})

export const mailbox = (byDefault: string, about: string): SettingFacts<string> => ({
  default: byDefault,
  about,
  expects: 'an address such as Almanac <no-reply@example.com>',
  read: (value) => {
    if (!/^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(value)) {
      throw new RangeError(value)
    }
    return value
  },
})

export const basePath = (byDefault: string, about: string): SettingFacts<string> => ({
  default: byDefault,
  about,
  expects: 'a path that begins with a slash and ends without one',
  read: (value) => {
    if (!/^(\/[\w.~-]+)+$/.test(value)) throw new RangeError(value)
    return value
  },
})

export const ports = (about: string): SettingFacts<readonly number[]> => ({
  default: [],
  about,
  expects: 'port numbers separated by commas',
  read: (value) =>
    listedIn(value).map((part) => {
      if (!/^\d{1,5}$/.test(part) || Number(part) > 65_535) throw new RangeError(part)
      return Number(part)
    }),
})

/**
 * Marks a setting as relevant for security: a wrong value makes the server easier to attack, overload or
 * impersonate.
 */
export const securityRelevant = <F extends SettingFacts<unknown>>(facts: F) => ({
  ...facts,
  isSecurityRelevant: true,
})

export const second = 1000
export const minute = 60 * second
export const day = 24 * 60 * minute
export const mebibyte = 1024 * 1024

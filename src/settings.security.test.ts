import { expect, it } from 'vitest'
import type { SettingFacts } from '#/kernel/settings/setting-kinds.ts'
import { settingsTable } from './settings.ts'

const settings: Readonly<Record<string, SettingFacts<unknown>>> = settingsTable
const names = Object.keys(settings)
const isMarked = (name: string) => settings[name]?.isSecurityRelevant === true
const suspicious =
  /secret|token|password|passkey|factor|origin|host|prox|cookie|session|admin|audit|key|pkce|hsts|private|perday|perminute|(?:bytes|depth|members|parts|peruser|connections)max$|^(?:request|headers)timeout/i

/** Look as if security depended on them, and only decide on speed, on looks, or on dev mode. */
const harmless = [
  'adminBasePath',
  'tokenCacheMax',
  'syncTokenDays',
  'exportBytesMax',
  'databaseConnectionsMax',
  'worldConnectionsMax',
  'requestLogPerUserMax',
  'webhookPerHostMax',
]

it.each(names.filter((name) => suspicious.test(name)))(
  'the setting %s is marked as relevant to security, or listed as not',
  (name) => {
    expect([name, isMarked(name) !== harmless.includes(name)]).toEqual([name, true])
  },
)

it('every secret is marked', () => {
  const secrets = Object.entries(settings)
    .filter(([, { secret }]) => secret)
    .map(([name]) => name)
  expect(secrets.filter((name) => !isMarked(name))).toEqual([])
})

it('what is listed as not relevant exists', () => {
  expect(harmless.filter((name) => !(suspicious.test(name) && names.includes(name)))).toEqual([])
})

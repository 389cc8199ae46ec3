import { expect, it } from 'vitest'
import { readSettings } from '#/settings.ts'
import { refuseContradictions } from './contradictions.ts'
import { SettingError } from './settings.ts'

const databaseUrl = 'postgres://almanac@localhost/almanac'

const refuse = (flags: Record<string, string>) => () =>
  refuseContradictions(readSettings({ flags }))

it.each([
  [{ databaseReadUrl: databaseUrl }, 'ALMANAC_DATABASE_READ_URL is for PostgreSQL'],
  [{ databaseListenUrl: databaseUrl }, 'ALMANAC_DATABASE_LISTEN_URL is for PostgreSQL'],
  [{ databasePooler: 'transaction' }, 'ALMANAC_DATABASE_POOLER is for PostgreSQL'],
  [{ databaseLayout: 'citus' }, 'ALMANAC_DATABASE_LAYOUT is for PostgreSQL'],
  [{ databaseUrl, replica: 'file:///backup' }, 'ALMANAC_REPLICA is for the embedded database'],
  [{ replica: 's3://bucket/x', replicaAccessKey: 'key' }, 'ALMANAC_REPLICA is a bucket: set'],
])(
  'settings of which one has no effect, or lacks another one, are refused: %o',
  (flags, message) => {
    expect(refuse(flags)).toThrow(SettingError)
    expect(refuse(flags)).toThrow(message)
  },
)

it.each<Record<string, string>>([
  {},
  { databaseUrl, databaseReadUrl: databaseUrl, databaseListenUrl: databaseUrl },
  { databaseUrl, databasePooler: 'transaction', databaseLayout: 'citus' },
  { replica: 's3://bucket/x', replicaAccessKey: 'key', replicaSecretKey: 'secret' },
  { databaseLayout: 'single', replica: 'file:///backup' },
])('settings that fit together are accepted: %o', (flags) => {
  expect(refuse(flags)).not.toThrow()
})

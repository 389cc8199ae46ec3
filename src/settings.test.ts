import { describe, expect, it } from 'vitest'
import {
  environmentName,
  flagName,
  isDatabaseExposed,
  isLoopback,
  SettingError,
  unknownVariables,
} from '#/kernel/settings/settings.ts'
import { readSettings, settingsTable } from './settings.ts'

describe('settings', () => {
  it('prefer a flag to the environment, the environment to the file, the file to the default', () => {
    const file = { port: 1, host: '127.0.0.2', bodyBytesMax: 2048 }
    const environment = { ALMANAC_PORT: '2', ALMANAC_HOST: '127.0.0.3' }
    expect(readSettings({ flags: { port: '3' }, environment, file })).toMatchObject({
      port: 3,
      host: '127.0.0.3',
      bodyBytesMax: 2048,
      batchPartsMax: 1000,
    })
  })

  it('take an empty variable as one that is not set', () => {
    expect(readSettings({ environment: { ALMANAC_PORT: '' } }).port).toBe(8080)
  })

  it.each([
    [{ ALMANAC_PORT: 'http' }, 'ALMANAC_PORT is "http", but must be a whole number'],
    [{ ALMANAC_PORT: '70000' }, 'must be a whole number from 0 to 65535'],
    [
      { ALMANAC_MODE: 'test' },
      'ALMANAC_MODE is "test", but must be one of (empty), dev, production',
    ],
    [{ ALMANAC_CALENDAR_BASE_PATH: 'v3' }, 'a path that begins with a slash'],
    [{ ALMANAC_CALENDAR_BASE_PATH: '/v3/' }, 'ends without one'],
    [{ ALMANAC_QUOTA_STATUS: '500' }, 'ALMANAC_QUOTA_STATUS is "500", but must be'],
    [
      { ALMANAC_ATTENDEE_WAIT_MS: '-1' },
      'ALMANAC_ATTENDEE_WAIT_MS is "-1", but must be a whole number from 0 to 60000',
    ],
    [{ ALMANAC_ATTENDEE_WAIT_MS: '1.5' }, 'ALMANAC_ATTENDEE_WAIT_MS is "1.5", but must be'],
    [{ ALMANAC_ATTENDEE_WAIT_MS: '60001' }, 'must be a whole number from 0 to 60000'],
    [{ ALMANAC_SECRET_KEY: 'short' }, 'SECRET_KEY is not valid: it must be a text of at least 32'],
    [{ ALMANAC_DATABASE_URL: 'nonsense' }, 'must be a URL such as postgres:'],
    [
      { ALMANAC_DATABASE_URL: 'postgres://db/almanac?sslmode=verify_full' },
      'ALMANAC_DATABASE_URL is not valid: its sslmode must be one of disable, allow,',
    ],
    [{ ALMANAC_TRUSTED_PROXIES: 'my proxy' }, 'ALMANAC_TRUSTED_PROXIES is "my proxy", but must be'],
    [{ ALMANAC_TRUSTED_PROXIES: '10.0.0.0/99' }, 'is "10.0.0.0/99", but must be'],
    [{ ALMANAC_PUBLIC_URL: 'foo' }, 'https://calendar.example.com'],
    [{ ALMANAC_PUBLIC_URL: 'ftp://example.com' }, 'https://calendar.example.com'],
    [{ ALMANAC_PUBLIC_URL: 'https://example.com/?a=b' }, 'https://calendar.example.com'],
    [{ ALMANAC_PUBLIC_URL: 'https://me:secret@example.com' }, 'https://calendar.example.com'],
  ])('refuse %o and say what is expected', (environment, message) => {
    expect(() => readSettings({ environment })).toThrow(SettingError)
    expect(() => readSettings({ environment })).toThrow(message)
  })

  it.each([
    ['quotaUserPerMinute', 3_000],
    ['quotaUserPerDay', 500_000],
    ['quotaClientPerMinute', 60_000],
    ['quotaClientPerDay', 10_000_000],
    ['quotaAdsGeneratePerDay', 1_000],
    ['quotaAdsRequestPerDay', 100_000],
    ['quotaAdsOtherPerDay', 100_000],
    ['signInRequestsPerMinute', 600],
    ['tokenRequestsPerMinute', 3_000],
    ['tokenInfoRequestsPerMinute', 12_000],
    ['deviceCodesPerMinute', 60],
    ['externalMailPerDay', 500],
    ['calendarsPerUserMax', 1_000],
    ['eventsPerUserMax', 500_000],
    ['eventBytesPerUserMax', 500_000_000],
  ] as const)('limit %s to %i in production, and not in dev mode', (name, ceiling) => {
    const variable = environmentName(name)
    const inMode = (mode: string, environment = {}) =>
      readSettings({ environment: { ALMANAC_MODE: mode, ...environment } })[name]
    expect(inMode('production')).toBe(ceiling)
    expect(readSettings({ flags: { host: '0.0.0.0' } })[name]).toBe(ceiling)
    expect(inMode('dev')).toBe(0)
    expect(inMode('dev', { [variable]: '7' })).toBe(7)
    expect(inMode('production', { [variable]: '7' })).toBe(7)
    expect(inMode('production', { [variable]: '0' })).toBe(0)
  })

  it('refuse a name in the file that is no setting', () => {
    expect(() => readSettings({ file: { prot: 1 } })).toThrow(
      'contains prot, which is not a setting',
    )
  })

  it('report variables that are none', () => {
    const names = ['ALMANAC_PORT', 'ALMANAC_PROT', 'ALMANAC_SETTINGS', 'PORT', 'ALMANAC_URL']
    expect(unknownVariables(settingsTable, names)).toEqual(['ALMANAC_PROT'])
  })

  it.each([
    ['127.0.0.1', 'dev'],
    ['::1', 'dev'],
    ['localhost', 'dev'],
    ['0.0.0.0', 'production'],
    ['10.0.0.1', 'production'],
  ])('on %s choose the mode %s', (host, mode) => {
    const settings = readSettings({ flags: { host } })
    expect(settings.mode).toBe(mode)
    expect(settings.demo).toBe(mode === 'dev')
  })

  it.each([
    { publicUrl: 'https://calendar.example.com' },
    { trustedProxies: '127.0.0.1' },
    { publicUrl: 'http://127.0.0.1:8080', trustedProxies: '10.0.0.0/8' },
  ])('choose production on loopback when others are expected: %o', (flags) => {
    expect(readSettings({ flags })).toMatchObject({ mode: 'production', demo: false })
    expect(readSettings({ flags: { ...flags, mode: 'dev' } }).mode).toBe('dev')
  })

  it.each([
    ['almanac', ['almanac']],
    ['Almanac, dev.example.com,', ['almanac', 'dev.example.com']],
  ])('read the names of a dev server in %j', (text, devHosts) => {
    expect(readSettings({ flags: { devHosts: text } }).devHosts).toEqual(devHosts)
  })

  it.each(['almanac:8080', 'http://almanac', '*', 'a b'])('refuse the name %j', (devHosts) => {
    expect(() => readSettings({ flags: { devHosts } })).toThrow('must be host names without ports')
  })

  it('can be told the mode and the demo data', () => {
    const flags = { host: '0.0.0.0', mode: 'dev', demo: '0' }
    expect(readSettings({ flags })).toMatchObject({ mode: 'dev', demo: false })
  })

  it('have names that are derived', () => {
    expect(environmentName('bodyBytesMax')).toBe('ALMANAC_BODY_BYTES_MAX')
    expect(flagName('bodyBytesMax')).toBe('--body-bytes-max')
  })

  it.each([
    ['smtpUrl', 'smtp://user:password@mail.example.com:587'],
    ['smtpUrl', 'smtps://mail.example.com'],
    ['mailFrom', 'Calendars <calendars@example.com>'],
    ['mailFrom', 'calendars@example.com'],
  ])('take for %s the text %s', (name, text) => {
    expect(readSettings({ flags: { [name]: text } })).toMatchObject({ [name]: text })
  })

  it.each([
    ['smtpUrl', 'https://mail.example.com'],
    ['smtpUrl', 'mail.example.com:25'],
    ['mailFrom', 'Calendars'],
    ['mailFrom', 'a@example.com, b@example.com'],
    ['mailFrom', 'Calendars\r\nBcc: <eve@example.com>'],
  ])('refuse for %s the text %j', (name, text) => {
    expect(() => readSettings({ flags: { [name]: text } })).toThrow(
      /must be an? (?:URL|address) such as/,
    )
  })

  it.each([
    ['127.8.8.8', true],
    ['[::1]', true],
    ['::ffff:127.0.0.1', true],
    ['app.localhost', true],
    ['127.0.0.1.example.com', false],
    ['localhost.example.com', false],
    ['8.8.8.8', false],
    ['', false],
  ])('know whether %s is this machine: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected)
  })

  it.each([
    ['', false],
    ['postgres://almanac:x@127.0.0.1/almanac', false],
    ['postgres://localhost/almanac', false],
    ['postgres:///almanac', false],
    ['postgres://db.example.com/almanac?sslmode=verify-full', false],
    ['postgres://db.example.com/almanac', true],
    ['postgres://db.example.com/almanac?sslmode=require', true],
    ['postgres://db.example.com/almanac?sslmode=disable', true],
  ])('know whether others can read the connection to %j: %s', (databaseUrl, expected) => {
    expect(isDatabaseExposed({ databaseUrl })).toBe(expected)
  })

  it.each([
    ['https://app.example.com', ['https://app.example.com']],
    [
      'https://app.example.com/, http://localhost:3000',
      ['https://app.example.com', 'http://localhost:3000'],
    ],
  ])('take the origins %s', (corsOrigins, origins) => {
    expect(readSettings({ flags: { corsOrigins } }).corsOrigins).toEqual(origins)
  })

  it.each([
    '*',
    'app.example.com',
    'https://app.example.com/path',
    'file:///',
    'https://me@a.example',
  ])('refuse the origin %j', (corsOrigins) => {
    expect(() => readSettings({ flags: { corsOrigins } })).toThrow(/must be origins such as/)
  })
})

import { describe, expect, it } from 'vitest'
import { commandEnvironment } from './exec-environment.ts'

const server = {
  url: 'http://127.0.0.1:4321',
  token: 'alm_dev_x',
  credentialsPath: '/folder/credentials.json',
  dataDir: '/folder/data',
}

describe('the environment of a command', () => {
  it('is the inherited one with the variables of the server', () => {
    expect(commandEnvironment({ HOME: '/home/ann' }, server)).toEqual({
      HOME: '/home/ann',
      ALMANAC_URL: 'http://127.0.0.1:4321',
      ALMANAC_TOKEN: 'alm_dev_x',
      GOOGLE_APPLICATION_CREDENTIALS: '/folder/credentials.json',
      GOOGLE_CLOUD_PROJECT: 'almanac',
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
      ALMANAC_DATA_DIR: '/folder/data',
      ALMANAC_PUBLIC_URL: 'http://127.0.0.1:4321',
    })
  })

  it('names no other server and no other data', () => {
    const inherited = {
      ALMANAC_DATABASE_URL: 'postgres://db.example.com/almanac',
      ALMANAC_DATA_DIR: '/var/lib/almanac',
      ALMANAC_PUBLIC_URL: 'https://calendar.example.com',
      ALMANAC_SETTINGS: '/etc/almanac.json',
      GOOGLE_APPLICATION_CREDENTIALS: '/home/ann/real-account.json',
    }
    expect(commandEnvironment(inherited, server)).toEqual(commandEnvironment({}, server))
  })

  it.each([
    [{ NO_PROXY: 'example.com' }, 'example.com,127.0.0.1'],
    [{ no_proxy: 'example.com' }, 'example.com,127.0.0.1'],
    [{ NO_PROXY: '' }, '127.0.0.1'],
  ])('keeps requests to the server away from proxies: %o', (inherited, direct) => {
    expect(commandEnvironment(inherited, server)).toMatchObject({
      NO_PROXY: direct,
      no_proxy: direct,
    })
  })
})

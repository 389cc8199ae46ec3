import type { LookupAddress } from 'node:dns'
import type { buildConnector } from 'undici'
import { describe, expect, it } from 'vitest'
import { guardedConnector, guardedLookup, RefusedTarget } from './guarded-connector.ts'
import { TargetRules } from './target-rules.ts'

const settings = { privateAddresses: 'deny' } as const
const production = new TargetRules(settings)
const dev = new TargetRules({ ...settings, privateAddresses: 'allow' })

/** Spellings of places that are not on the open internet. */
const forbidden = [
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://sub.localhost/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://127.255.255.254/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://0177.0x1/',
  'https://127.0.0.1./',
  'https://%31%32%37.0.0.1/',
  'https://①②⑦.⓪.⓪.①/',
  'https://１２７.０.０.１/',
  'https://127。0。0。1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://0.1.2.3/',
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://0xa000001/',
  'https://012.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://192.168.1/',
  'https://3232235777/',
  'https://169.254.169.254/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://0251.0376.0251.0376/',
  'https://metadata/',
  'https://metadata.google.internal/',
  'https://100.64.0.1/',
  'https://100.100.100.200/',
  'https://192.0.0.1/',
  'https://192.0.2.1/',
  'https://192.88.99.1/',
  'https://198.18.0.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://239.255.255.255/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[0000::0001]/',
  'https://[::127.0.0.1]/',
  'https://[::7f00:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::FFFF:10.0.0.1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[64:ff9b:1::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a9fe:a9fe::1]/',
  'https://[2001::1]/',
  'https://[2001:db8::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[febf::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://[100::1]/',
  'https://[5f00::1]/',
  'https://[4000::1]/',
  'https://intranet/',
  'https://printer.local/',
  'https://db.internal/',
  'https://router.lan/',
  'https://box.home.arpa/',
]

describe('where messages may go in production', () => {
  it.each(forbidden)('is not %s', (address) => {
    expect(forbidden.length).toBeGreaterThan(60)
    expect(production.faultOf(address)).toBe('notPublic')
  })

  it.each([
    ['http://example.com/', 'notHttps'],
    ['http://127.0.0.1/', 'notHttps'],
    ['HTTP://example.com/', 'notHttps'],
    ['ftp://example.com/', 'notAnAddress'],
    ['file:///etc/passwd', 'notAnAddress'],
    ['gopher://example.com/', 'notAnAddress'],
    ['javascript:alert(1)', 'notAnAddress'],
    ['//example.com/', 'notAnAddress'],
    ['example.com/hook', 'notAnAddress'],
    ['https://', 'notAnAddress'],
    ['https://me@example.com/', 'notAnAddress'],
    ['https://example.com@127.0.0.1/', 'notAnAddress'],
    ['https://exa mple.com/', 'notAnAddress'],
    ['https://[::1%25eth0]/', 'notAnAddress'],
    ['https://256.256.256.256/', 'notAnAddress'],
    ['https://example.com:22/', 'port'],
    ['https://example.com:80/', 'port'],
    ['https://example.com:0/', 'port'],
  ])('is not %s: %s', (address, fault) => {
    expect(production.faultOf(address)).toBe(fault)
  })

  it.each([
    'https://example.com/hook?a=b',
    'https://example.com:443/',
    'https://example.com:8443/hook',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://xn--bcher-kva.example/',
  ])('is %s', (address) => {
    expect(production.faultOf(address)).toBeUndefined()
  })

  it('is decided by the port setting', () => {
    const rules = new TargetRules({ ...settings, ports: [9443] })
    expect(rules.faultOf('https://example.com:9443/')).toBeUndefined()
    expect(rules.faultOf('https://example.com/')).toBe('port')
  })

  it.each([
    ['https://example.com/hook', undefined],
    ['https://hooks.EXAMPLE.com./', undefined],
    ['https://notexample.com/', 'host'],
    ['https://example.com.evil.test/', 'host'],
    ['https://8.8.8.8/', 'host'],
    ['https://127.0.0.1/', 'notPublic'],
  ])('is what a setting of hosts says: %s, %s', (address, fault) => {
    const rules = new TargetRules({ ...settings, hosts: ['example.com'] })
    expect(rules.faultOf(address)).toBe(fault)
  })
})

describe('where messages may go in dev mode', () => {
  it('is nearby over http, at any port, and elsewhere over https', () => {
    for (const address of [
      'http://127.0.0.1:3000/hook',
      'http://localhost:3000/',
      'http://[::1]:3000/',
      'http://192.168.1.20/',
      'http://app:8080/',
      'https://example.com:9999/',
    ]) {
      expect(dev.faultOf(address), address).toBeUndefined()
    }
    expect(dev.faultOf('http://example.com/')).toBe('notHttps')
    expect(dev.faultOf('http://8.8.8.8/')).toBe('notHttps')
  })
})

describe('looking up a name for a connection', () => {
  const found = (...addresses: string[]): LookupAddress[] =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const connectsTo = (addresses: readonly string[], all = true) =>
    new Promise((resolve) => {
      const lookup = guardedLookup(production, async () => found(...addresses))
      lookup('name.example', { all }, (error, address) => resolve(error ?? address))
    })

  it('returns the public addresses of the name and no others', async () => {
    expect(await connectsTo(['10.0.0.1', '8.8.8.8', '::1', '2606:4700::1'])).toEqual(
      found('8.8.8.8', '2606:4700::1'),
    )
    expect(await connectsTo(['127.0.0.1', '8.8.4.4'], false)).toBe('8.8.4.4')
  })

  it.each([
    ['127.0.0.1'],
    ['169.254.169.254'],
    ['10.1.2.3', '192.168.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['fd00::1', 'fe80::1'],
    ['64:ff9b::7f00:1'],
    ['0.0.0.0'],
    ['not an address'],
  ])('refuses a name that leads to %s', async (...addresses) => {
    expect(await connectsTo(addresses)).toBeInstanceOf(RefusedTarget)
  })
})

it('a connection to a host that the settings no longer name is rejected', () => {
  const rules = new TargetRules({ ...settings, hosts: ['example.com'] })
  const connected: string[] = []
  const build = (): buildConnector.connector => (options) => {
    connected.push(options.hostname)
  }
  const connect = guardedConnector(build, { rules, timeoutMs: 1000 })
  const refused: unknown[] = []
  for (const hostname of ['hooks.example.com', 'elsewhere.test']) {
    connect({ hostname, protocol: 'https:', port: '443' }, (...[error]) => {
      refused.push(error)
    })
  }
  expect(connected).toEqual(['hooks.example.com'])
  expect(refused).toEqual([expect.any(RefusedTarget)])
})

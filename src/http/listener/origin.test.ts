import { describe, expect, it } from 'vitest'
import { clientAddressOf, originOf, proxyTrust } from './origin.ts'

const direct = { isEncrypted: false, isTrusted: false, fallback: 'http://127.0.0.1:1' }
const proxied = { ...direct, isTrusted: true }

describe('the address that a caller used', () => {
  it.each([
    [{ host: 'a.example:8080' }, direct, 'http://a.example:8080'],
    [{ host: '[::1]:80' }, direct, 'http://[::1]:80'],
    [{ host: 'a.example' }, { ...direct, isEncrypted: true }, 'https://a.example'],
    [{}, direct, 'http://127.0.0.1:1'],
    [{ host: 'a b' }, direct, 'http://127.0.0.1:1'],
    [{ host: 'a.example/<script>' }, direct, 'http://127.0.0.1:1'],
    [{ host: 'in', 'x-forwarded-host': 'out', 'x-forwarded-proto': 'https' }, direct, 'http://in'],
    [
      { host: 'in', 'x-forwarded-host': 'out', 'x-forwarded-proto': 'https' },
      proxied,
      'https://out',
    ],
    [
      { host: 'in', 'x-forwarded-host': 'out, middle', 'x-forwarded-proto': 'https,http' },
      proxied,
      'https://out',
    ],
    [{ host: 'in' }, proxied, 'http://in'],
  ])('of %o is found', (headers, connection, origin) => {
    expect(originOf(headers, connection)).toBe(origin)
  })
})

describe('the address of a client', () => {
  const isTrusted = proxyTrust(['10.0.0.0/8', '127.0.0.1', 'fd00::/8'])
  it.each([
    ['192.0.2.1', undefined, '192.0.2.1'],
    ['192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '203.0.113.9, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
    ['127.0.0.1', '203.0.113.9,198.51.100.7,10.0.0.2,10.0.0.3', '198.51.100.7'],
    ['127.0.0.1', '10.0.0.2', '10.0.0.2'],
    ['127.0.0.1', '198.51.100.7:4711', '198.51.100.7'],
    ['127.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['127.0.0.1', '2001:db8::1, fd00::2', '2001:db8::1'],
    ['127.0.0.1', '198.51.100.7, unknown', '127.0.0.1'],
    ['127.0.0.1', '198.51.100.7, <script>, 10.0.0.2', '10.0.0.2'],
    ['127.0.0.1', '', '127.0.0.1'],
    ['127.0.0.1', `203.0.113.9${', 10.0.0.2'.repeat(1000)}`, '10.0.0.2'],
  ])('that comes from %s for %s is %s', (peer, forwarded, address) => {
    expect(clientAddressOf({ 'x-forwarded-for': forwarded }, { peer, isTrusted })).toBe(address)
  })
})

describe('trust in proxies', () => {
  const isTrusted = proxyTrust(['10.0.0.0/8', '192.0.2.7', 'fd00::/8'])
  it.each([
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['fd00::1', true],
    ['fe80::1', false],
    ['', false],
  ])('in %s is %s', (peer, expected) => {
    expect(isTrusted(peer)).toBe(expected)
  })

  it('is granted to no proxy by default', () => {
    expect(proxyTrust([])('127.0.0.1')).toBe(false)
  })
})

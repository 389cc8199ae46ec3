import { describe, expect, it } from 'vitest'
import { parsePostgresUrl, withDatabase, withHost } from './postgres-url.ts'

const hosts: [url: string, hosts: [string, number][]][] = [
  ['postgres://db.example.com/almanac', [['db.example.com', 5432]]],
  ['postgresql://user@db:6432/almanac', [['db', 6432]]],
  ['postgres://user:p%40ss@[::1]:6432/almanac', [['::1', 6432]]],
  ['postgres:///almanac', [['localhost', 5432]]],
  [
    'postgres://one:1111,two,three:3333/almanac',
    [
      ['one', 1111],
      ['two', 5432],
      ['three', 3333],
    ],
  ],
  ['postgres://user@%2Fvar%2Frun%2Fpostgresql/almanac', [['/var/run/postgresql', 5432]]],
  ['postgres:///almanac?host=/var/run/postgresql&port=6432', [['/var/run/postgresql', 6432]]],
  [
    'postgres:///almanac?host=one,two&port=1111,2222',
    [
      ['one', 1111],
      ['two', 2222],
    ],
  ],
]

describe('a PostgreSQL URL', () => {
  it.each(hosts)('%s names its hosts', (url, expected) => {
    const parsed = parsePostgresUrl(url)
    expect(parsed.hosts.map(({ host, port }) => [host, port])).toEqual(expected)
    expect(parsed.database).toBe('almanac')
  })

  it('has decoded credentials and parameters', () => {
    const url = 'postgres://us%65r:p%40s:s%2Fw@db/alma%20nac?sslmode=require&sslrootcert=/a%20b.pem'
    const { user, password, database, parameters } = parsePostgresUrl(url)
    expect([user, password, database]).toEqual(['user', 'p@s:s/w', 'alma nac'])
    expect([...parameters]).toEqual([
      ['sslmode', 'require'],
      ['sslrootcert', '/a b.pem'],
    ])
  })

  it.each([
    'mysql://db/almanac',
    'postgres://db:port/almanac',
    'postgres://db:70000/almanac',
    'postgres://one,%2Ftmp/almanac',
    'postgres://db/almanac#fragment',
    'postgres://%zz/almanac',
    'postgres://db/almanac?sslmode=verify',
    'postgres://db/almanac?target_session_attrs=any-host',
  ])('is not %s', (url) => {
    expect(() => parsePostgresUrl(url)).toThrow()
  })

  it.each([
    [
      'postgres://u:p@one:1,two:2/a?sslmode=require',
      'postgres://u:p@one:1,two:2/b?sslmode=require',
    ],
    ['postgresql://db/a', 'postgres://db/b'],
    ['postgres:///a?host=/tmp', 'postgres:///b?host=/tmp'],
  ])('%s has the same server for another database', (url, expected) => {
    expect(withDatabase(url, 'b')).toBe(expected)
  })
})

describe('the URL of another server of a cluster', () => {
  const hosts: [url: string, host: string, expected: string][] = [
    ['postgres://u:p%40@a:1,b:2/d', 'c', 'postgres://u:p%40@c:7/d'],
    ['postgres:///d?host=/run&port=1&sslmode=require', 'c', 'postgres://c:7/d?sslmode=require'],
    ['postgres://a/d?target_session_attrs=primary', '::1', 'postgres://[::1]:7/d'],
  ]

  it.each(hosts)('of %s at %s is %s', (url, host, expected) => {
    expect(withHost(url, { host, port: 7 })).toBe(expected)
  })
})

import { describe, expect, it } from 'vitest'
import {
  type ClientKind,
  checkedRedirectUris,
  differsInPortOnly,
} from './oauth-clients-redirects.ts'

type Mode = 'dev' | 'production'

const cases: readonly [uri: string, kind: ClientKind, mode: Mode, isAccepted: boolean][] = [
  ['https://portal.example.com/back', 'web', 'production', true],
  ['https://portal.example.com/back?from=almanac', 'web', 'production', true],
  ['http://localhost:3000/back', 'web', 'production', true],
  ['http://127.0.0.1/back', 'web', 'production', true],
  ['http://portal.example.com/back', 'web', 'production', false],
  ['http://portal.example.com/back', 'web', 'dev', true],
  ['http://localhost.example.com/', 'web', 'production', false],
  ['com.example.app:/back', 'web', 'dev', false],
  ['http://localhost', 'installed', 'production', true],
  ['http://[::1]:9000/', 'installed', 'production', true],
  ['com.example.app:/back', 'installed', 'production', true],
  ['https://app.example.com/back', 'installed', 'production', true],
  ['https://localhost/', 'installed', 'dev', false],
  ['http://portal.example.com/', 'installed', 'dev', false],
  ['javascript:alert(1)', 'installed', 'dev', false],
  ['data:text/html,hello', 'installed', 'dev', false],
  ['urn:ietf:wg:oauth:2.0:oob', 'installed', 'dev', false],
  ['/back', 'web', 'dev', false],
  ['portal.example.com', 'web', 'dev', false],
  ['https://portal.example.com/#back', 'web', 'dev', false],
  ['https://portal.example.com/#', 'web', 'dev', false],
  ['https://ann:secret@portal.example.com/', 'web', 'dev', false],
  ['https://*.example.com/', 'web', 'dev', false],
  ['https://portal.example.com/ back', 'web', 'dev', false],
  ['https://portal.example.com\\@elsewhere.test/', 'web', 'dev', false],
  [`https://portal.example.com/${'x'.repeat(2000)}`, 'web', 'dev', false],
]

describe('a redirect URI', () => {
  for (const [uri, kind, mode, isAccepted] of cases) {
    const what = isAccepted ? 'is accepted' : 'is refused'
    it(`${uri.slice(0, 60)} ${what} for a client of kind ${kind} in ${mode} mode`, () => {
      const check = () => checkedRedirectUris([uri], { kind, mode })
      if (isAccepted) expect(check()).toEqual([uri])
      else expect(check).toThrow(/The redirect URI/)
    })
  }

  it('is needed by a web client, and is any port of loopback for an installed one', () => {
    expect(() => checkedRedirectUris([], { kind: 'web', mode: 'dev' })).toThrow(/at least one/)
    expect(checkedRedirectUris([], { kind: 'installed', mode: 'production' })).toEqual([
      'http://localhost',
      'http://127.0.0.1',
      'http://[::1]',
    ])
  })

  it('is one of a hundred at most', () => {
    const many = Array.from({ length: 101 }, (_, index) => `https://portal.example.com/${index}`)
    expect(() => checkedRedirectUris(many, { kind: 'web', mode: 'dev' })).toThrow(/at most 100/)
  })
})

it.each<[uri: string, registered: string, isAccepted: boolean]>([
  ['http://127.0.0.1:7001/back', 'http://127.0.0.1/back', true],
  ['http://localhost:7001/back?x=1', 'http://localhost:1/back?x=1', true],
  ['http://127.0.0.1:7001/back', 'http://localhost/back', false],
  ['http://127.0.0.1:7001/other', 'http://127.0.0.1/back', false],
  ['http://127.0.0.1:7001/back?x=1', 'http://127.0.0.1/back', false],
  ['http://ann@127.0.0.1/back', 'http://127.0.0.1/back', false],
  ['https://a.example:7001/back', 'https://a.example/back', false],
  ['nothing', 'http://127.0.0.1/back', false],
])('%s differs from %s in its port only: %s', (uri, registered, isAccepted) => {
  expect(differsInPortOnly(uri, registered)).toBe(isAccepted)
})

import { describe, expect, it } from 'vitest'
import {
  higherOf,
  isAtLeast,
  isRole,
  lowerOf,
  type RuleScope,
  roleIn,
  roles,
  ruleIdOf,
  ruleIdsMatching,
  scopeIn,
  scopeOfRule,
} from './access-rule.ts'

const refusalOf = (reason: string) =>
  expect.objectContaining({ refusals: [expect.objectContaining({ reason })] })

const scopes: [string, RuleScope][] = [
  ['default', { type: 'default' }],
  ['user:bob@example.com', { type: 'user', value: 'bob@example.com' }],
  ['group:team@example.com', { type: 'group', value: 'team@example.com' }],
  ['domain:example.com', { type: 'domain', value: 'example.com' }],
]

describe('the id of a rule', () => {
  it.each(scopes)('%s is its scope as one text', (ruleId, scope) => {
    expect(ruleIdOf(scope)).toBe(ruleId)
    expect(scopeOfRule(ruleId)).toEqual(scope)
  })

  it('keeps everything after the first colon together', () => {
    expect(scopeOfRule('user:a:b@example.com').value).toBe('a:b@example.com')
  })

  it('is read in any case of the address', () => {
    expect(ruleIdOf(scopeOfRule('user:Bob@Example.COM'))).toBe('user:bob@example.com')
  })

  it.each([
    '',
    ':',
    'user',
    'user:',
    'user:bob',
    'default:',
    'default:x',
    'domain:com',
    'king:a@b.cc',
  ])('is not %j', (text) => {
    expect(() => scopeOfRule(text)).toThrow('Invalid resource id value.')
  })
})

describe('a described scope', () => {
  it.each(scopes)('that has the id %s is taken as it is', (_, scope) => {
    expect(scopeIn(scope)).toEqual(scope)
  })

  it('loses the value if it is for everybody', () => {
    expect(scopeIn({ type: 'default', value: 'x' })).toEqual({ type: 'default' })
  })

  it.each([
    [undefined, 'required'],
    [{}, 'required'],
    [{ value: 'bob@example.com' }, 'required'],
    [{ type: '' }, 'required'],
    [{ type: 'user' }, 'required'],
    [{ type: 'group' }, 'required'],
    [{ type: 'user', value: '' }, 'required'],
    [{ type: 'domain', value: '' }, 'required'],
    [{ type: 'king', value: 'bob@example.com' }, 'invalid'],
    [{ type: 'hasOwnProperty', value: 'bob@example.com' }, 'invalid'],
    [{ type: 'user', value: 'bob' }, 'invalidScopeValue'],
    [{ type: 'user', value: 'a@b.cc d@e.ff' }, 'invalidScopeValue'],
    [
      { type: 'user', value: `${'a'.repeat(64)}@${'b.'.repeat(100)}example.com` },
      'invalidScopeValue',
    ],
    [{ type: 'group', value: 'example.com' }, 'invalidScopeValue'],
    [{ type: 'group', value: 'team@' }, 'invalidScopeValue'],
    [{ type: 'domain', value: 'com' }, 'invalidScopeValue'],
    [{ type: 'domain', value: 'bob@example.com' }, 'invalidScopeValue'],
  ])('is refused for %o', (scope, reason) => {
    expect(() => scopeIn(scope)).toThrow(refusalOf(reason))
  })
})

describe('a described role', () => {
  it.each(scopes.slice(1))('can be any for %s', (_, scope) => {
    expect(roles.map((role) => roleIn(role, scope))).toEqual(roles)
  })

  it('is reader at most for everybody', () => {
    const forAll = (role: string) => roleIn(role, { type: 'default' })
    expect(['none', 'freeBusyReader', 'reader'].map(forAll)).toHaveLength(3)
    for (const role of ['writerWithoutPrivateAccess', 'writer', 'owner']) {
      expect(() => forAll(role)).toThrow(refusalOf('illegalAccessRoleForDefault'))
    }
  })

  it.each([
    [undefined, 'required'],
    [null, 'required'],
    ['', 'required'],
    ['king', 'invalid'],
    ['READER', 'invalid'],
    ['toString', 'invalid'],
  ])('is refused for %j', (role, reason) => {
    expect(() => roleIn(role, { type: 'user', value: 'a@b.cc' })).toThrow(refusalOf(reason))
  })
})

describe('the rules that match a user', () => {
  it('are those for the address, its domain, its groups and everybody', () => {
    expect(ruleIdsMatching('bob@example.com', ['team@example.org']).sort()).toEqual([
      'default',
      'domain:example.com',
      'group:team@example.org',
      'user:bob@example.com',
    ])
  })
})

describe('a role', () => {
  it('includes every role before it and none behind it', () => {
    for (const [rank, role] of roles.entries()) {
      for (const [otherRank, other] of roles.entries()) {
        expect(isAtLeast(role, other)).toBe(rank >= otherRank)
      }
    }
  })

  it('is at most the higher of two, and at least the lower of two', () => {
    for (const [rank, role] of roles.entries()) {
      for (const [otherRank, other] of roles.entries()) {
        expect(higherOf(role, other)).toBe(roles[Math.max(rank, otherRank)])
        expect(lowerOf(role, other)).toBe(roles[Math.min(rank, otherRank)])
      }
    }
  })

  it.each(['', 'Reader', 'READER', 'king', 'toString', '__proto__', 'reader '])(
    'is not %j',
    (text) => {
      expect(isRole(text)).toBe(false)
    },
  )
})

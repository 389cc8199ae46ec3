import { describe, expect, it } from 'vitest'
import type { Caller } from '#/contract/operation.ts'
import { quotaSubjects } from './quota-subjects.ts'

const user = (clientId: string, userId = 'ann'): Caller => ({
  kind: 'user',
  userId,
  email: `${userId}@example.com`,
  scopes: new Set(),
  clientId,
})
const address = '192.0.2.1'
const subjectsOf = (caller: Caller, quotaUser?: string) => {
  const { userSubject, clientSubject } = quotaSubjects(caller, { address, quotaUser })
  return [userSubject, clientSubject]
}

describe('who is charged', () => {
  it.each<[string, Caller, string | undefined, string[]]>([
    ['a user with a program', user('planner'), undefined, ['user:ann', 'client:planner']],
    ['a user whatever quotaUser says', user('planner'), 'x', ['user:ann', 'client:planner']],
    [
      'a user with a token of their own',
      user('personal'),
      'x',
      ['user:ann', 'client:personal:ann'],
    ],
    ['a user with a token of an operator', user('cli'), 'x', ['user:ann', 'client:cli:ann']],
    ['a service account', user('robot', 'robot'), undefined, ['user:robot', 'client:robot']],
    ['a part of a service account', user('robot', 'robot'), 'x', ['user:robot:x', 'client:robot']],
    ['a user for whom a service account acts', user('robot'), 'x', ['user:ann', 'client:robot']],
    [
      'the network of a key',
      { kind: 'key', clientId: 'k' },
      undefined,
      ['user:k:192.0.2.1', 'client:k'],
    ],
    ['a part of a key', { kind: 'key', clientId: 'k' }, 'x', ['user:k:x', 'client:k']],
    [
      'the network of anonymous callers whatever quotaUser says',
      { kind: 'anonymous' },
      'x',
      ['user:anonymous:192.0.2.1', 'client:anonymous:192.0.2.1'],
    ],
  ])('is %s', (_, caller, quotaUser, subjects) => {
    expect(subjectsOf(caller, quotaUser)).toEqual(subjects)
  })

  it('is one network for all addresses that a subscriber has', () => {
    const networks = ['2001:db8::1', '2001:db8:0:0:ffff::2'].map((each) =>
      quotaSubjects({ kind: 'anonymous' }, { address: each }),
    )
    expect(networks[0]).toEqual(networks[1])
  })

  it('has a name that a database can store', () => {
    const [userSubject] = subjectsOf({ kind: 'key', clientId: 'k' }, `a\0${'b'.repeat(100)}`)
    expect(userSubject).toBe(`user:k:a${'b'.repeat(38)}`)
  })
})

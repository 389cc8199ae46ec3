import { describe, expect, it } from 'vitest'
import { personWith } from './upstream.ts'

const plain = { groupClaim: '', trustAmr: false }
const grouped = { groupClaim: 'groups', trustAmr: false }

describe('what is used of the claims of a provider', () => {
  it.each([
    [plain, { sub: '1' }, { isEmailVerified: false, methods: [] }],
    [
      plain,
      { sub: '1', email: 'a@example.com', email_verified: true, name: 'Ann' },
      { email: 'a@example.com', isEmailVerified: true, name: 'Ann', methods: [] },
    ],
    [plain, { sub: '1', email_verified: 'true' }, { isEmailVerified: false, methods: [] }],
    [plain, { sub: '1', email: 1, name: {} }, { isEmailVerified: false, methods: [] }],
    [plain, { sub: '1', groups: ['a'] }, { isEmailVerified: false, methods: [] }],
    [grouped, { sub: '1' }, { isEmailVerified: false, groups: [], methods: [] }],
    [grouped, { sub: '1', groups: 'a' }, { isEmailVerified: false, groups: ['a'], methods: [] }],
    [
      grouped,
      { sub: '1', groups: ['a', 1, null, 'b'] },
      { isEmailVerified: false, groups: ['a', 'b'], methods: [] },
    ],
    // Too many groups for a token: the provider says where they are instead.
    [grouped, { sub: '1', _claim_names: { groups: 'x' } }, { isEmailVerified: false, methods: [] }],
    [plain, { sub: '1', amr: ['pwd', 'otp'] }, { isEmailVerified: false, methods: [] }],
    [
      { ...plain, trustAmr: true },
      { sub: '1', amr: ['pwd', 'otp', 'no method', 1] },
      { isEmailVerified: false, methods: ['pwd', 'otp'] },
    ],
  ])('with %j of %j is %j', (provider, claims, person) => {
    expect(personWith(provider, claims)).toEqual({ subject: '1', ...person })
  })

  it.each([undefined, '', 7, 'a'.repeat(256), 'a\0b', 'ä'])('needs a subject, not %j', (sub) => {
    expect(() => personWith(plain, { sub })).toThrow('signed nobody in')
  })

  it('times out', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `m${index}`)
    const person = personWith({ groupClaim: 'g', trustAmr: true }, { sub: '1', g: many, amr: many })
    expect([person.groups?.length, person.methods.length]).toEqual([1_000, 10])
  })
})

import { expect, it } from 'vitest'
import { lastUsedOf, tokenGroups } from './token-groups.ts'

const signIn = (id: string, clientId: string, expires: string) =>
  ({ id, type: 'refreshToken', clientId, expires }) as const
const tokens = [
  signIn('r1', 'almanac-console', '2027-01-01'),
  signIn('r2', 'almanac-console', '2027-01-03'),
  signIn('r3', 'desk-clock', '2027-01-02'),
  { id: 'a1', type: 'accessToken', clientId: 'almanac-console', expires: '2027-01-01' } as const,
  { id: 'p1', type: 'accessToken', name: 'Nightly job' } as const,
  { id: 'p2', type: 'accessToken', name: 'Nightly job' } as const,
  { id: 's1', type: 'session' } as const,
]

it('sign-ins of a client are one row, after the personal tokens', () => {
  const { groups } = tokenGroups(tokens)
  expect(groups.map((group) => group.tokens.map(({ id }) => id))).toEqual([
    ['p1'],
    ['p2'],
    ['r2', 'r1'],
    ['r3'],
    ['s1'],
  ])
})

it('the last use of a group is the latest one of its tokens', () => {
  const used = tokens.map((token, index) => ({
    ...token,
    ...(index < 2 && { lastUsed: `2026-0${index + 1}` }),
  }))
  const { groups } = tokenGroups(used)
  expect(groups.map(lastUsedOf)).toEqual([undefined, undefined, '2026-02', undefined, undefined])
})

it('access tokens of sign-ins are listed apart', () => {
  expect(tokenGroups(tokens).shortLived.map(({ id }) => id)).toEqual(['a1'])
})

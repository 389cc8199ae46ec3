import { describe, expect, it } from 'vitest'
import { ApiError } from '#/kernel/errors.ts'
import {
  acceptableProvider,
  acceptableSecret,
  type ProviderDraft,
  policyDefaults,
} from './provider-rules.ts'

const example: ProviderDraft = {
  ...policyDefaults,
  id: 'example',
  name: 'Example',
  issuer: 'https://id.example.com',
  clientId: 'almanac',
  isEnabled: true,
}

const accepted = (draft: Partial<ProviderDraft>) =>
  acceptableProvider({ ...example, ...draft }, () => undefined)

const groupOf = (rule: { value: string; group: string }) => ({
  groupClaim: 'groups',
  groupMapping: [rule],
})

const many = (count: number) => Array.from({ length: count }, (_, index) => `d${index}.example`)

/** Where a refusal says that something is wrong. */
function faultOf(body: () => unknown): string | undefined {
  try {
    body()
  } catch (error) {
    if (error instanceof ApiError) return error.refusals[0]?.location ?? error.message
    throw error
  }
  return undefined
}

describe('an identity provider', () => {
  it.each<[string, Partial<ProviderDraft>]>([
    ['id', { id: '' }],
    ['id', { id: 'Example' }],
    ['id', { id: '-example' }],
    ['id', { id: 'a/b' }],
    ['id', { id: 'a'.repeat(41) }],
    ['name', { name: 'a'.repeat(61) }],
    ['issuer', { issuer: 'id.example.com' }],
    ['issuer', { issuer: 'http://id.example.com' }],
    ['issuer', { issuer: 'ftp://id.example.com' }],
    ['issuer', { issuer: 'https://id.example.com?x' }],
    ['issuer', { issuer: 'https://id.example.com#x' }],
    ['issuer', { issuer: `https://id.example.com/${'a'.repeat(300)}` }],
    ['clientId', { clientId: '' }],
    ['clientId', { clientId: 'two words' }],
    ['scopes', { scopes: many(21) }],
    ['scopes[1]', { scopes: ['openid', 'two words'] }],
    ['emailDomains', { emailDomains: many(51) }],
    ['emailDomains[1]', { emailDomains: ['example.com', '@example.com'] }],
    ['createUsers', { createUsers: true }],
    ['groupClaim', { groupMapping: [{ value: 'a', group: 'a@example.com' }] }],
    ['groupClaim', { groupClaim: 'a'.repeat(256) }],
    ['groupMapping[0].value', groupOf({ value: '', group: 'a@example.com' })],
    ['groupMapping[0].group', groupOf({ value: 'a', group: 'no address' })],
    [
      'groupMapping',
      { groupClaim: 'g', groupMapping: Array(201).fill({ value: 'a', group: 'a@example.com' }) },
    ],
  ])('is refused by %s: %j', (location, wrong) => {
    expect(faultOf(() => accepted(wrong))).toBe(location)
  })

  it.each<[Partial<ProviderDraft>, object]>([
    [{ issuer: 'http://127.0.0.1:8080/worlds/a' }, { issuer: 'http://127.0.0.1:8080/worlds/a' }],
    [{ issuer: 'https://id.example.com/' }, { issuer: 'https://id.example.com/' }],
    [{ name: ' Example ' }, { name: 'Example' }],
    [{ scopes: ['email'] }, { scopes: ['openid', 'email'] }],
    [{ emailDomains: ['Example.com', 'example.com'] }, { emailDomains: ['example.com'] }],
    [
      groupOf({ value: 'A b', group: 'Team@Example.com' }),
      { groupMapping: [{ value: 'A b', group: 'team@example.com' }] },
    ],
  ])('is stored in one form: %j', (draft, stored) => {
    expect(accepted(draft)).toMatchObject(stored)
  })

  it('is refused where the server would not connect to it', () => {
    const refused = () => acceptableProvider(example, () => 'It is on a private network.')
    expect(refused).toThrow('It is on a private network.')
  })

  it.each(['', 'two words', 'line\n', 'a'.repeat(1_001)])('has no secret like %j', (secret) => {
    expect(faultOf(() => acceptableSecret(secret))).toBe('clientSecret')
  })
})

import { expect, it } from 'vitest'
import { base32hex, base64url } from './identifiers.ts'
import { seededRandomBytes } from './randomness.ts'

it('an id has the requested length and only characters that are valid in event ids', () => {
  expect(base32hex(52, seededRandomBytes('a'))).toMatch(/^[0-9a-v]{52}$/)
})

it('the same seed gives the same ids, another seed others', () => {
  const idOf = (seed: string) => base64url(32, seededRandomBytes(seed))
  expect(idOf('a')).toBe(idOf('a'))
  expect(idOf('a')).not.toBe(idOf('b'))
})

it('one source never gives the same bytes twice', () => {
  const randomBytes = seededRandomBytes('a')
  expect(base64url(32, randomBytes)).not.toBe(base64url(32, randomBytes))
})

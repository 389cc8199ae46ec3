import { expect, it } from 'vitest'
import { requestIdOf } from './request-id.ts'

it.each(['a', '1f0e-77', 'Root=1-67891233-abcdef012345678912345678', 'x'.repeat(128)])(
  'keeps the id %s',
  (id) => {
    expect(requestIdOf({ 'x-request-id': id })).toBe(id)
  },
)

it.each(['', 'two words', 'a"b', 'a\\b', 'line\nbreak', 'é', 'x'.repeat(129)])(
  'replaces %j',
  (id) => {
    expect(requestIdOf({ 'x-request-id': id })).toMatch(/^[\w-]{12}-[0-9a-z]+$/)
  },
)

it('never chooses an id twice', () => {
  expect(requestIdOf({})).not.toBe(requestIdOf({}))
})

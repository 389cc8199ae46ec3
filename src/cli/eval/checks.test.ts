import { expect, it } from 'vitest'
import { type Check, isWithin, problemOf } from './checks.ts'

it.each<[unknown, unknown, boolean]>([
  [1, 1, true],
  [1, '1', false],
  [{ a: 1 }, { a: 1, b: 2 }, true],
  [{ a: 1 }, { b: 2 }, false],
  [{ a: { b: null } }, { a: { b: null } }, true],
  [[1], [1], true],
  [[1], [1, 2], false],
  [[], 'none', false],
  [{ a: 1 }, null, false],
])('%j is within %j: %s', (range, found, expected) => {
  expect(isWithin(range, found)).toBe(expected)
})

const state = {
  answer: 'At 14:00.',
  get: async () => ({ items: [{ id: 'x' }] }),
  diff: async () => ({ 'calendar.event': { created: [{}], updated: [], deleted: [] } }),
}

it.each<[Check, string | undefined]>([
  [{ answer: '14:00' }, undefined],
  [{ answer: '15:00' }, 'the answer does not match 15:00'],
  [{ get: '/x', expect: { items: [{ id: 'x' }] } }, undefined],
  [{ get: '/x', expect: { items: [] } }, '/x is {"items":[{"id":"x"}]}'],
  [{ diff: { 'calendar.event': { created: 1 } } }, undefined],
  [{ diff: {} }, '1 of calendar.event are created, and not 0'],
  [
    { diff: { 'calendar.event': { created: 1 }, 'calendar.aclRule': { deleted: 1 } } },
    '0 of calendar.aclRule are deleted, and not 1',
  ],
])('the check %j finds %s', async (check, expected) => {
  expect(await problemOf(check, state)).toBe(expected)
})

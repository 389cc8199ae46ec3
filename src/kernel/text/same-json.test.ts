import { expect, test } from 'vitest'
import { isSameJson } from './same-json.ts'

const pairs: readonly [string, unknown, unknown, boolean][] = [
  ['numbers', 1, 1, true],
  ['a number and its text', 1, '1', false],
  ['null and nothing', null, undefined, false],
  ['null and an object', null, {}, false],
  ['lists', [1, { a: [2] }], [1, { a: [2] }], true],
  ['lists in another order', [1, 2], [2, 1], false],
  ['a list and a longer one', [1], [1, 2], false],
  ['a list and an object', [], {}, false],
  ['members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ['a member that is undefined and one that is absent', { a: 1, b: undefined }, { a: 1 }, true],
  ['a member more on either side', { a: 1 }, { a: 1, b: null }, false],
  ['a name that every object inherits', { toString: 'x' }, {}, false],
  ['the same name where it is absent first', {}, { constructor: 'x' }, false],
]

test.each(pairs)('compares %s', (_name, one, other, isSame) => {
  expect(isSameJson(one, other)).toBe(isSame)
  expect(isSameJson(other, one)).toBe(isSame)
})

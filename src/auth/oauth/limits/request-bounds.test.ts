import { expect, it } from 'vitest'
import { excessOf } from './request-bounds.ts'

const bounds = { countMax: 3, valueCharsMax: 10, totalCharsMax: 24 }

it.each([
  ['state=1234567890&a=b', undefined],
  ['a=1&b=2&c=3', undefined],
  ['a=1&b=2&c=3&d=4', 'A request has at most 3 parameters.'],
  ['state=12345678901', 'The parameter state has more than 10 characters.'],
  [
    `${'n'.repeat(50)}=12345678901`,
    `The parameter ${'n'.repeat(40)}... has more than 10 characters.`,
  ],
  ['aaaa=123456789&bbbb=123456789', 'The parameters have more than 24 characters together.'],
  [`${'n'.repeat(25)}=`, 'The parameters have more than 24 characters together.'],
  ['', undefined],
])('of %j the excess is %j', (query, excess) => {
  expect(excessOf(new URLSearchParams(query), bounds)).toBe(excess)
})

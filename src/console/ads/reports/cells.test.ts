import { expect, it } from 'vitest'
import { formatCell } from './cells.ts'

it.each([
  [12.5, 'Money', 'USD', '$12.50'],
  [12.5, 'Money', undefined, '12.50'],
  [0.0123, 'Percent', undefined, '1.23%'],
  [1234, 'Integer', undefined, '1,234'],
  [1.2345, 'Number', undefined, '1.23'],
  [3, undefined, undefined, '3'],
  [['a', 'b'], 'String list', undefined, 'a, b'],
  ['2026-10-19', 'Date', undefined, 'Oct 19, 2026'],
  [true, 'Boolean', undefined, 'true'],
  [undefined, 'String', undefined, ''],
] as const)('%j of the type %s is shown as %s', (cell, type, currency, words) => {
  expect(formatCell(cell, type, currency)).toBe(words)
})

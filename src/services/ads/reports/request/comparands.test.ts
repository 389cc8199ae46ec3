import { describe, expect, it } from 'vitest'
import { comparandOf } from './comparands.ts'

describe('a value of a filter', () => {
  it.each([
    ['9223372036854775807', 'ID', 9223372036854775807n],
    ['27670116110564327.0', 'Integer', 27670116110564327n],
    [1e21, 'Integer', 1000000000000000000000n],
    ['-5', 'Integer', -5n],
    ['9223372036854766583627963.145224', 'Number', 9223372036854766583627963145224n],
    ['9223372036854.775807', 'Money', 9223372036854775807n],
    [0.1 + 0.2, 'Number', 300_000n],
    [-0.3, 'Money', -300_000n],
    [9e-7, 'Percent', 0n],
    [9e-6, 'Number', 9n],
    [5e-324, 'Number', 0n],
    [true, 'Boolean', true],
  ] as const)('%s of type %s is compared as %s', (value, type, comparand) => {
    expect(comparandOf(value, type)).toBe(comparand)
  })

  it.each([
    ['1.5', 'Integer'],
    ['1'.repeat(31), 'ID'],
    ['1'.repeat(31), 'Money'],
    ['1e2', 'Number'],
    ['0x10', 'Integer'],
    ['', 'Number'],
    [1e300, 'Money'],
    [null, 'ID'],
  ] as const)('%s is not of type %s', (value, type) => {
    expect(comparandOf(value, type)).toBeUndefined()
  })
})

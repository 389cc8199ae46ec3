import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergePatch } from './patch.ts'

type Value = Record<string, unknown>

const cases: [rule: string, current: Value, patch: Value, merged: Value][] = [
  ['leaves alone what is absent', { a: 1, b: 2 }, { a: 3 }, { a: 3, b: 2 }],
  ['clears with null', { a: 1, b: 2 }, { a: null }, { b: 2 }],
  [
    'merges objects by property',
    { a: { b: 1, c: 2 } },
    { a: { b: null, d: 3 } },
    { a: { c: 2, d: 3 } },
  ],
  ['replaces arrays as a whole', { a: [1, 2] }, { a: [3] }, { a: [3] }],
  ['empties an array', { a: [1, 2] }, { a: [] }, { a: [] }],
  ['puts an object in the place of a scalar', { a: 1 }, { a: { b: 2, c: null } }, { a: { b: 2 } }],
  ['keeps an empty text', { a: 'x' }, { a: '' }, { a: '' }],
  ['takes undefined for absent', { a: 1 }, { a: undefined }, { a: 1 }],
]

const keys = fc.oneof(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor'), fc.string())
const values = (leaf: fc.Arbitrary<unknown>) =>
  fc.letrec<{ tree: Value }>((tie) => ({
    tree: fc.dictionary(keys, fc.oneof({ maxDepth: 3 }, leaf, tie('tree')), { maxKeys: 4 }),
  })).tree

const scalar = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.integer()))
const resource = values(scalar)
const patch = values(fc.oneof(scalar, fc.constant(null)))

describe('mergePatch', () => {
  it.each(cases)('%s', (_, current, change, merged) => {
    const before = structuredClone(current)
    expect(mergePatch(current, change)).toEqual(merged)
    expect(current).toEqual(before)
  })

  it('patching twice equals patching once', () => {
    fc.assert(
      fc.property(resource, patch, (current, change) => {
        const once = mergePatch(current, change)
        expect(mergePatch(once, change)).toEqual(once)
      }),
    )
  })

  it('an empty patch changes nothing', () => {
    fc.assert(fc.property(resource, (current) => mergePatch(current, {}) === current))
  })

  it('a whole value as a patch of nothing gives that value', () => {
    fc.assert(
      fc.property(resource, (value) => {
        expect(mergePatch({}, value)).toEqual(value)
      }),
    )
  })

  it('a patch leaves no null behind and no prototype touched', () => {
    fc.assert(
      fc.property(patch, (change) => {
        const merged = mergePatch({}, change)
        expect(JSON.stringify(merged)).not.toMatch(/:null/)
        expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
      }),
    )
    expect('polluted' in mergePatch({}, JSON.parse('{"__proto__":{"polluted":1}}'))).toBe(false)
  })
})

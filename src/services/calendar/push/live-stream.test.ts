import fc from 'fast-check'
import { expect, it } from 'vitest'
import { positionText, readPosition } from './live-stream.ts'

const names = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 40 })

it('returns the numbers that it was created from', () => {
  fc.assert(
    fc.property(names, fc.maxSafeNat(), (all, number) => {
      const known = new Map(all.map((name, index) => [name, Math.max(number - index, 0)]))
      expect(readPosition(positionText(known), all)).toEqual(known)
    }),
  )
})

it('has no number of a collection that it was not created from', () => {
  const text = positionText(new Map([['events a', 5]]))
  expect(readPosition(text, ['events b'])).toEqual(new Map())
})

it('reads nothing out of other texts', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readPosition(text, ['events a'])
      expect(read === undefined || read.size <= 1).toBe(true)
    }),
  )
  for (const text of ['', 'A', '!!!!', 'a'.repeat(20_000)]) {
    expect(readPosition(text, [])).toBeUndefined()
  }
})

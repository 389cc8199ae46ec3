import fc from 'fast-check'
import { expect, it } from 'vitest'
import { positionText, readPosition } from './position.ts'

const names = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 40 })

it('gives back the numbers that it was made from', () => {
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 1e6 }), fc.nat(2 ** 40), (all, epoch, first) => {
      const known = new Map(all.map((name, index) => [name, first + index]))
      const text = positionText(epoch, known)
      expect(readPosition(text, { epoch, names: all })).toEqual(known)
      expect(readPosition(text, { epoch: epoch + 1, names: all })).toBeUndefined()
    }),
  )
})

it('knows nothing of a collection that it was not made from', () => {
  const text = positionText(1, new Map([['events a', 5]]))
  expect(readPosition(text, { epoch: 1, names: ['events b'] })).toEqual(new Map())
})

it('reads nothing out of other texts', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readPosition(text, { epoch: 1, names: ['events a'] })
      expect(read === undefined || read.size <= 1).toBe(true)
    }),
  )
  for (const text of ['', 'A', '!!!!', 'a'.repeat(20_000)]) {
    expect(readPosition(text, { epoch: 1, names: [] })).toBeUndefined()
  }
})

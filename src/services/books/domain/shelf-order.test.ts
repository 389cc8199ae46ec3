import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInReach, positionBetween, positionGap, positionsBetween } from './shelf-order.ts'

describe('a place on a shelf', () => {
  it('lies between its neighbors, or beyond the end if one is missing', () => {
    expect(positionBetween({ before: undefined, after: undefined })).toBe(0)
    expect(positionBetween({ before: 5, after: undefined })).toBe(5 + positionGap)
    expect(positionBetween({ before: undefined, after: 5 })).toBe(5 - positionGap)
    expect(positionBetween({ before: -3, after: 4 })).toBe(0)
  })

  it('does not exist between adjacent or equal positions', () => {
    expect(positionBetween({ before: 4, after: 5 })).toBeUndefined()
    expect(positionBetween({ before: 4, after: 4 })).toBeUndefined()
  })

  it('is none where numbers would no longer be exact', () => {
    expect(positionBetween({ before: 2 ** 52, after: undefined })).toBeUndefined()
    expect(positionBetween({ before: undefined, after: -(2 ** 52) })).toBeUndefined()
  })
})

describe('places for several in a row', () => {
  const bound = fc.integer({ min: -(2 ** 50), max: 2 ** 50 })

  it('increase strictly within any bounds', () => {
    fc.assert(
      fc.property(
        fc.option(bound, { nil: undefined }),
        fc.option(bound, { nil: undefined }),
        fc.integer({ min: 1, max: 200 }),
        (before, after, count) => {
          const positions = positionsBetween({ before, after }, count)
          if (positions === undefined) {
            if (before === undefined || after === undefined) return isInReach(count * positionGap)
            return after - before < 16 * (count + 1)
          }
          const all = [before ?? -Infinity, ...positions, after ?? Infinity]
          return positions.length === count && all.every((at, i) => i === 0 || at > all[i - 1]!)
        },
      ),
    )
  })

  it('are none if there is too little room', () => {
    expect(positionsBetween({ before: 0, after: 100 }, 20)).toBeUndefined()
  })
})

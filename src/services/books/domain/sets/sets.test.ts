import { assert, integer, property, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CatalogOrder } from './catalog-order.ts'
import { walkSets } from './joined-sets.ts'
import { bytesOf, unionOf, volumeSet } from './volume-set.ts'

const size = 200
const places = uniqueArray(integer({ min: 0, max: size - 1 }), { maxLength: size })
const ascending = (numbers: readonly number[]) =>
  Uint32Array.from(numbers.toSorted((one, other) => one - other))
const setOf = (numbers: readonly number[]) => volumeSet(ascending(numbers), size)
const everything = { from: 0, limit: Infinity, stepsMax: Infinity }

describe('sets of volumes', () => {
  it('join to what is in all of them and in none of others', () => {
    assert(
      property(places, places, places, (one, other, unwanted) => {
        const found: number[] = []
        const sets = { all: [setOf(one), setOf(other)], none: [setOf(unwanted)] }
        const { count } = walkSets(sets, { ...everything, found })
        const expected = [...ascending(one)].filter(
          (place) => other.includes(place) && !unwanted.includes(place),
        )
        expect(found).toEqual(expected)
        expect(count).toBe(expected.length)
      }),
    )
  })

  it('have the same elements in chunks as at once', () => {
    const limits = integer({ min: 1, max: 5 })
    assert(
      property(places, places, limits, limits, (one, other, limit, stepsMax) => {
        const sets = { all: [setOf(one), setOf(other)], none: [] }
        const whole: number[] = []
        walkSets(sets, { ...everything, found: whole })
        const pieces: number[] = []
        let next: number | undefined = 0
        while (next !== undefined) {
          const found: number[] = []
          const walked = walkSets(sets, { from: next, limit, stepsMax, found })
          expect(walked.count).toBe(found.length)
          expect(found.length).toBeLessThanOrEqual(limit)
          pieces.push(...found)
          next = walked.next
        }
        expect(pieces).toEqual(whole)
      }),
    )
  })

  it('unite to what is in any of them', () => {
    assert(
      property(places, places, (one, other) => {
        const union = unionOf([setOf(one), setOf(other)], size)
        const expected = [...ascending([...new Set([...one, ...other])])]
        expect(union.size).toBe(expected.length)
        const found: number[] = []
        walkSets({ all: [union], none: [] }, { ...everything, found })
        expect(found).toEqual(expected)
      }),
    )
  })

  it('use the smaller of a number per volume and a bit per volume of the catalog', () => {
    const few = ascending([3, 70, 199])
    const many = Uint32Array.from({ length: 150 }, (_, place) => place)
    expect(volumeSet(few, size).bytes).toBe(bytesOf(few.length, size))
    expect(volumeSet(few, size).bytes).toBe(12)
    expect(volumeSet(many, size).bytes).toBe(bytesOf(many.length, size))
    expect(volumeSet(many, size).bytes).toBe(28)
  })
})

describe('the order of a catalog', () => {
  it('returns the positions of ranks, without those that it does not have', () => {
    const ranks = uniqueArray(integer({ min: 0, max: 1000 }), { maxLength: 100 })
    assert(
      property(ranks, ranks, (all, asked) => {
        const sorted = Float64Array.from(ascending(all))
        const order = new CatalogOrder(sorted)
        const found = [...order.placesOf(Float64Array.from(ascending(asked)))]
        expect(found.map((place) => order.rankAt(place))).toEqual(
          [...ascending(asked)].filter((rank) => all.includes(rank)),
        )
        for (const rank of asked)
          expect(order.placeOf(rank)).toBe(sorted.filter((known) => known < rank).length)
      }),
    )
  })
})

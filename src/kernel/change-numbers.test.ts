import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ChangeNumbers,
  endedRuns,
  incarnationOf,
  includesNumber,
  nextNumbers,
  noNumbers,
} from './change-numbers.ts'
import { seededRandomBytes } from './randomness.ts'

const randomBytes = seededRandomBytes('change numbers')
const newIncarnation = () => incarnationOf(randomBytes(7))

/** The numbers after some more changes, and each number that was given. */
function changed(numbers: ChangeNumbers, incarnation: string, count: number) {
  const given: number[] = []
  let present = numbers
  for (let change = 0; change < count; change++) {
    present = nextNumbers(present, incarnation)
    given.push(present.last)
  }
  return { numbers: present, given }
}

describe('change numbers', () => {
  it('follow each other within an incarnation', () => {
    const { given } = changed(noNumbers, newIncarnation(), 3)
    expect(given.map((number) => number - given[0]!)).toEqual([0, 1, 2])
  })

  it('grow from one incarnation to the next, and make etags of 16 digits', () => {
    let numbers = noNumbers
    for (let start = 0; start < 1000; start++) {
      const next = changed(numbers, newIncarnation(), 3)
      expect(next.given[0]).toBeGreaterThan(numbers.last + 1_000_000)
      numbers = next.numbers
    }
    expect(String(3e15 + numbers.last)).toHaveLength(16)
    expect(Number.isSafeInteger(3e15 + numbers.last)).toBe(true)
  })

  it('include all that were given, and the first state of the collection', () => {
    const first = changed(noNumbers, newIncarnation(), 3)
    const second = changed(first.numbers, newIncarnation(), 2)
    for (const number of [0, ...first.given, ...second.given]) {
      expect(includesNumber(second.numbers, number), String(number)).toBe(true)
    }
  })

  it('include those of versions that had no runs', () => {
    const old = { last: 17, runs: '' }
    expect([0, 5, 17, 18].map((number) => includesNumber(old, number))).toEqual([
      true,
      true,
      true,
      false,
    ])
    const { numbers } = changed(old, newIncarnation(), 1)
    expect([17, 18].map((number) => includesNumber(numbers, number))).toEqual([true, false])
  })

  it('include the same in a copy, where another run starts even in the same incarnation', () => {
    const incarnation = newIncarnation()
    const { numbers, given } = changed(noNumbers, incarnation, 3)
    const copy = { ...numbers, runs: endedRuns(numbers.runs) }
    for (const number of given) expect(includesNumber(copy, number)).toBe(true)
    const next = nextNumbers(copy, incarnation)
    expect(next.last).toBeGreaterThan(numbers.last + 1_000_000)
    expect(includesNumber(next, numbers.last + 1)).toBe(false)
    expect(endedRuns('')).toBe('')
  })

  it('forget the oldest runs, so that their text stays short', () => {
    const first = changed(noNumbers, newIncarnation(), 1)
    let { numbers } = first
    for (let start = 0; start < 63; start++) {
      numbers = changed(numbers, newIncarnation(), 1000).numbers
    }
    expect(includesNumber(numbers, first.numbers.last)).toBe(true)
    const late = changed(numbers, newIncarnation(), 1).numbers
    expect(includesNumber(late, first.numbers.last)).toBe(false)
    expect(late.runs.length).toBeLessThan(1100)
  })
})

describe('a history that has parted from another', () => {
  const starts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 })

  it('neither gives nor includes numbers that the other has given since', () => {
    fc.assert(
      fc.property(starts, fc.nat(50), starts, (common, sameRun, afterwards) => {
        let shared = noNumbers
        let incarnation = ''
        for (const count of common) {
          incarnation = newIncarnation()
          shared = changed(shared, incarnation, count).numbers
        }
        // The one goes on as it is, and is started again; the other begins with a start.
        const lost = new Set(changed(shared, incarnation, sameRun).given)
        let one = changed(shared, incarnation, sameRun).numbers
        let other = shared
        for (const count of afterwards) {
          const next = changed(one, newIncarnation(), count)
          one = next.numbers
          for (const number of next.given) lost.add(number)
          const present = changed(other, newIncarnation(), count)
          other = present.numbers
          for (const number of present.given) expect(lost.has(number)).toBe(false)
        }
        for (const number of lost) expect(includesNumber(other, number)).toBe(false)
        expect(includesNumber(other, shared.last)).toBe(true)
      }),
    )
  })
})

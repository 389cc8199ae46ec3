import { expect, it } from 'vitest'
import { largestOf, linesOf, momentAt } from './graph-points.ts'

const moments = [
  { time: '2026-01-01T00:00:00Z', values: [0, 4] },
  { time: '2026-01-01T00:01:00Z', values: [10, undefined] },
  { time: '2026-01-01T00:03:00Z', values: [5, 1] },
]

it('places values by time, with the largest of all lines at the top', () => {
  expect(largestOf(moments)).toBe(10)
  expect(linesOf(moments, 0)).toEqual(['0,80 100,0 300,40'])
})

it('interrupts a line where a value is unknown', () => {
  expect(linesOf(moments, 1)).toEqual(['0,48 0,48', '297,72 300,72'])
})

it('draws a line of zeros at the bottom, and nothing of nothing', () => {
  expect(linesOf([{ time: '2026-01-01T00:00:00Z', values: [0] }], 0)).toEqual(['297,80 300,80'])
  expect(linesOf([], 0)).toEqual([])
})

it.each([
  [0, 0],
  [0.3, 1],
  [0.6, 1],
  [0.7, 2],
  [1, 2],
])('finds the moment nearest to %d of the width', (share, index) => {
  expect(momentAt(moments, share)).toBe(moments[index])
})

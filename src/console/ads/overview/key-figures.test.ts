import { expect, it } from 'vitest'
import { figureIn, keyFigures, periodBefore } from './key-figures.ts'

const period = { start: '2024-03-01', end: '2024-03-02' }
const rows = [
  { date: '2024-02-28', clicks: 1, impr: 10 },
  { date: '2024-02-29', clicks: 1, impr: 30 },
  { date: '2024-03-01', clicks: 3, impr: 10 },
  { date: '2024-03-02', clicks: 5, impr: 30 },
]
const figure = (name: string) =>
  figureIn(keyFigures.find((each) => each.name === name)!, rows, period)

it('compares with the days before, as many as there are', () => {
  expect(periodBefore(period)).toEqual({ start: '2024-02-28', end: '2024-02-29' })
  expect(periodBefore({ start: '2024-03-01', end: '2024-03-01' })).toEqual({
    start: '2024-02-29',
    end: '2024-02-29',
  })
})

it('sums counts', () => {
  expect(figure('clicks')).toEqual({ value: 8, change: 3, byDay: [3, 5], byDayBefore: [1, 1] })
})

it('computes rates from sums', () => {
  expect(figure('ctr')).toMatchObject({
    value: 0.2,
    byDay: [0.3, 5 / 30],
    byDayBefore: [0.1, 1 / 30],
  })
  expect(figure('ctr').change).toBeCloseTo(3)
})

it('has no rate and no change where there is nothing to divide by', () => {
  expect(figure('avgCpc')).toMatchObject({ value: 0, change: undefined })
  expect(figure('roas')).toMatchObject({ value: null, change: undefined, byDay: [null, null] })
})

import { expect, it } from 'vitest'
import { seriesOf } from './chart-series.ts'

const rows = [
  { campaign: 'C1', date: '2024-05-15', clicks: 2 },
  { campaign: 'C1', date: '2024-05-14', clicks: 10 },
  { campaign: 'C2', date: '2024-05-14', clicks: 1 },
]

it('sums a figure by days and draws a line through them', () => {
  expect(seriesOf(rows, ['campaign', 'date', 'clicks'])).toEqual({
    kind: 'line',
    metric: 'clicks',
    labels: ['2024-05-14', '2024-05-15'],
    values: [11, 2],
  })
})

it('draws bars for names, the largest first', () => {
  expect(seriesOf(rows, ['campaign', 'clicks'])).toMatchObject({
    kind: 'bar',
    labels: ['C1', 'C2'],
    values: [12, 1],
  })
})

it('draws nothing without a figure', () => {
  expect(seriesOf(rows, ['campaign', 'date'])).toBeUndefined()
})

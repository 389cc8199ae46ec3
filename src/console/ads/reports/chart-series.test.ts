import { expect, it } from 'vitest'
import { chartColumns, seriesOf } from './chart-series.ts'

const rows = [
  { campaign: 'C1', date: '2024-05-15', clicks: 2 },
  { campaign: 'C1', date: '2024-05-14', clicks: 10 },
  { campaign: 'C2', date: '2024-05-14', clicks: 1 },
]
const columns = ['campaign', 'date', 'clicks']

it('sums a metric by days and draws a line through them', () => {
  expect(seriesOf(rows, columns, { metric: 'clicks' })).toEqual({
    kind: 'line',
    metric: 'clicks',
    over: 'date',
    labels: ['2024-05-14', '2024-05-15'],
    lines: [{ name: 'clicks', values: [11, 2] }],
  })
})

it('draws a line for each name on request, the largest first', () => {
  expect(seriesOf(rows, columns, { metric: 'clicks', lineFor: 'campaign' })?.lines).toEqual([
    { name: 'C1', values: [10, 2] },
    { name: 'C2', values: [1, 0] },
  ])
})

it('draws bars for names, the largest first', () => {
  expect(seriesOf(rows, ['campaign', 'clicks'], { metric: 'clicks' })).toMatchObject({
    kind: 'bar',
    over: 'campaign',
    labels: ['C1', 'C2'],
    lines: [{ values: [12, 1] }],
  })
})

it('knows which columns a chart can show', () => {
  expect(chartColumns(rows, columns)).toEqual({
    metrics: ['clicks'],
    days: 'date',
    names: 'campaign',
  })
  expect(chartColumns(rows, ['campaign']).metrics).toEqual([])
})

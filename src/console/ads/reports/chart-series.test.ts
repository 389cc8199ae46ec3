import { expect, it } from 'vitest'
import { chartColumns, seriesOf } from './chart-series.ts'
import type { ReportColumn } from './report-types.ts'

const metric = (
  name: string,
  more: Partial<ReportColumn> = { isSummable: true },
): ReportColumn => ({
  name,
  type: 'Number',
  behaviour: 'metric',
  ...more,
})
const types: readonly ReportColumn[] = [
  metric('clicks'),
  metric('impr'),
  metric('ctr', {
    isSummable: false,
    ratio: { numerator: 'clicks', denominator: 'impr', factor: 1 },
  }),
  metric('avgPos', { isSummable: false }),
  { name: 'dailyBudget', type: 'Money', behaviour: 'attribute' },
]
const rows = [
  { campaign: 'C1', date: '2024-05-15', clicks: 2, impr: 0, avgPos: 1, dailyBudget: 5 },
  { campaign: 'C1', date: '2024-05-14', clicks: 10, impr: 20, ctr: 0.5, avgPos: 2, dailyBudget: 5 },
  {
    campaign: 'C2',
    date: '2024-05-14',
    clicks: 1,
    impr: 80,
    ctr: 0.0125,
    avgPos: 3,
    dailyBudget: 9,
  },
]
const data = (...columns: string[]) => ({ rows, columns, types })
const byDay = data('campaign', 'date', 'clicks')

it('sums a metric by days and draws a line through them', () => {
  expect(seriesOf(byDay, { metric: 'clicks' })).toEqual({
    kind: 'line',
    metric: 'clicks',
    over: 'date',
    labels: ['2024-05-14', '2024-05-15'],
    lines: [{ name: 'clicks', values: [11, 2] }],
  })
})

it('draws a line for each name on request, the largest first', () => {
  expect(seriesOf(byDay, { metric: 'clicks', lineFor: 'campaign' })?.lines).toEqual([
    { name: 'C1', values: [10, 2] },
    { name: 'C2', values: [1, 0] },
  ])
})

it('draws bars for names, the largest first', () => {
  expect(seriesOf(data('campaign', 'clicks'), { metric: 'clicks' })).toMatchObject({
    kind: 'bar',
    over: 'campaign',
    labels: ['C1', 'C2'],
    lines: [{ values: [12, 1] }],
  })
})

it('computes a ratio of several rows from the sums of its parts', () => {
  const withParts = data('campaign', 'date', 'clicks', 'impr', 'ctr')
  expect(seriesOf(withParts, { metric: 'ctr' })?.lines).toEqual([
    { name: 'ctr', values: [0.11, null] },
  ])
  expect(seriesOf(withParts, { metric: 'ctr', lineFor: 'campaign' })?.lines).toEqual([
    { name: 'C1', values: [0.5, null] },
    { name: 'C2', values: [0.0125, null] },
  ])
})

it.each([
  ['campaign date clicks impr ctr avgPos dailyBudget', ['clicks', 'impr', 'ctr']],
  ['campaign date clicks ctr', ['clicks']],
  ['campaign', []],
])('offers metrics that can be aggregated: %s', (columns, metrics) => {
  expect(chartColumns(data(...columns.split(' '))).metrics).toEqual(metrics)
})

it('offers averages if every row is a point of its own', () => {
  const ofC1 = { ...data('date', 'avgPos'), rows: rows.slice(0, 2) }
  expect(chartColumns(ofC1)).toMatchObject({ metrics: ['avgPos'], days: 'date' })
  expect(seriesOf(ofC1, { metric: 'avgPos' })?.lines[0]?.values).toEqual([2, 1])
})

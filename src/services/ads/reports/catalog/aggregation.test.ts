import { expect, it } from 'vitest'
import { aggregationOf } from './aggregation.ts'
import { metrics } from './metrics.ts'

const all = new Set(metrics.keys())
const aggregated = (name: string, columns: ReadonlySet<string> = all) =>
  aggregationOf(metrics.get(name)!, columns)

it.each([['clicks'], ['cost'], ['dfaRevenue'], ['leadGrossProfitFromUnitsSold']])(
  'values of %s can be summed',
  (name) => {
    expect(aggregated(name)).toEqual({ isSummable: true })
  },
)

it.each([
  ['ctr', 'clicks', 'impr', 1],
  ['avgCpc', 'cost', 'clicks', 1],
  ['avgCpm', 'cost', 'impr', 1000],
  ['productAverageUnitPrice', 'productRevenueFromUnitsSold', 'productUnitsSold', 1],
  ['leadGrossProfitMargin', 'leadGrossProfitFromUnitsSold', 'leadRevenueFromUnitsSold', 1],
])(
  '%s of several rows is the sum of %s by the sum of %s',
  (name, numerator, denominator, factor) => {
    expect(aggregated(name)).toEqual({
      isSummable: false,
      ratio: { numerator, denominator, factor },
    })
  },
)

it('a metric whose parts are no columns cannot be aggregated', () => {
  expect(aggregated('avgPos')).toEqual({ isSummable: false })
  expect(aggregated('ctr', new Set(['clicks']))).toEqual({ isSummable: false })
})

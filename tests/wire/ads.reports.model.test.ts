import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, newAdsUser } from '../support/ads-platform.ts'
import { generate, tell } from '../support/ads-reports.ts'
import { runsAt } from '../support/property-runs.ts'
import { expectedRows, type ModelRequest } from '../support/report-model.ts'
import { agencyId, modelData, modelFiles, randomData } from '../support/report-model-data.ts'
import { onServers } from '../support/sites.ts'

const dates = ['2024-04-28', '2024-05-01', '2024-05-03', '2024-05-04', '2024-05-07']

const requests: fc.Arbitrary<ModelRequest> = fc.record({
  reportType: fc.constantFrom('advertiser', 'account', 'campaign', 'adGroup', 'keyword'),
  metrics: fc.uniqueArray(
    fc.constantFrom(
      'impr',
      'clicks',
      'cost',
      'ctr',
      'avgCpc',
      'avgPos',
      'dfaActions',
      'dfaTransactions',
      'dfaRevenue',
      'dfaWeightedActions',
    ),
    { minLength: 1, maxLength: 5 },
  ),
  segments: fc.uniqueArray(
    fc.constantFrom('date', 'weekStart', 'monthEnd', 'deviceSegment', 'floodlightActivity'),
    { maxLength: 2 },
  ),
  days: fc
    .tuple(fc.constantFrom(...dates), fc.constantFrom(...dates))
    .map((two) => two.toSorted() as [string, string]),
  clicksDays: fc.option(fc.constant(['2024-05-01', '2024-05-03'] as [string, string]), {
    nil: undefined,
  }),
  clicksAbove: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
  device: fc.option(fc.constantFrom('Mobile', 'Other'), { nil: undefined }),
  account: fc.boolean(),
  includesRemoved: fc.boolean(),
  currency: fc.constantFrom('usd', 'advertiser'),
})

onServers('reports', (site) => {
  let user: AdsUser
  const data = modelData(randomData(20_240_501))

  beforeAll(async () => {
    const { platform, statistics, conversions } = modelFiles(data)
    await tell(site, { ...platform, ...statistics })
    user = await newAdsUser(site, { on: ['--agency', agencyId] })
    const reply = await user.insert(...conversions)
    expect(reply.status).toBe(200)
  })

  it('match a plain computation', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { body, rows } = expectedRows(data, request)
        const reply = await generate(user, body)
        expect(reply.status, reply.text).toBe(200)
        const sorted = (list: readonly unknown[]) =>
          list.map((row) => JSON.stringify(row)).toSorted()
        expect(sorted(reply.json.rows as unknown[])).toEqual(sorted(rows))
      }),
      { numRuns: runsAt(site.place, 40) },
    )
  })
})

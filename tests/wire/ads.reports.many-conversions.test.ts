import { expect, it } from 'vitest'
import { newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, inMay, mayStatistics, reportOf } from '../support/ads-reports.ts'
import { ofKeyword } from '../support/conversion-rows.ts'
import { onServers } from '../support/sites.ts'

const conversionsPerUpload = 200
const at = String(Temporal.Instant.from('2024-05-14T10:00:00Z').epochMilliseconds)

onServers('reports of many conversions', (site) => {
  it('have all that came since the last report, and what changed in them', async () => {
    await tellPlatform(site, mayStatistics)
    const user = await newAdsUser(site)
    const sale = (number: number, revenueMicros: string) =>
      ofKeyword({
        conversionId: `many-${number}`,
        conversionTimestamp: at,
        segmentationName: 'Test',
        type: 'TRANSACTION',
        revenueMicros,
        currencyCode: 'USD',
      })
    const upload = async (from: number) => {
      const rows = Array.from({ length: conversionsPerUpload }, (_, index) =>
        sale(from + index, '1000000'),
      )
      expect((await user.insert(...rows)).status).toBe(200)
    }
    const sales = async () => {
      const columns = ['dfaTransactions', 'dfaRevenue']
      const { status, json } = await generate(user, reportOf('advertiser', columns, inMay))
      expect([status, json.error]).toEqual([200, undefined])
      return json.rows
    }
    for (let from = 0; from < 2_000; from += conversionsPerUpload) await upload(from)
    const [whole] = (await sales()) as [{ dfaTransactions: unknown; dfaRevenue: number }]
    expect(whole.dfaTransactions).toBe(2000)
    const changes = Array.from({ length: 200 }, (_, index) => sale(10 * index, '3000000'))
    expect((await user.update(...changes)).status).toBe(200)
    await upload(2_000)
    expect(await sales()).toEqual([
      {
        dfaTransactions: 2200,
        dfaRevenue: expect.closeTo((2_600 / 2_000) * whole.dfaRevenue, 5),
      },
    ])
  })
})

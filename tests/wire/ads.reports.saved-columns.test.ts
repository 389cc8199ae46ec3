import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, inMay, mayStatistics, reportOf, tell } from '../support/ads-reports.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const csv = (rows: readonly (readonly [name: string, formula: string])[]) => ({
  'savedColumns.csv': `advertiserId,name,formula\n${rows
    .map(([name, formula]) => `${ids.advertiser},${name},"${formula.replaceAll('"', '""')}"`)
    .join('\n')}`,
})

onEmbeddedServer('saved columns that refer to each other', (site) => {
  let user: AdsUser

  beforeAll(async () => {
    await tellPlatform(site)
    await tell(site, mayStatistics)
    user = await newAdsUser(site)
    const doubling = Array.from({ length: 8 }, (_, index): [string, string] => [
      `n${index + 1}`,
      `c:"n${index}" + c:"n${index}"`,
    ])
    await tell(site, csv([['n0', 'clicks'], ...doubling]))
  })

  const report = (saved: string) => reportOf('campaign', [{ savedColumnName: saved }], inMay)

  it('are computed while they stay within bounds', async () => {
    const { status, json } = await generate(user, report('n8'))
    expect([status, json.rows]).toEqual([200, [{ n8: 12 * 256 }]])
  })

  it('are rejected when a change makes them multiply beyond bounds', async () => {
    await tell(site, csv([['n0', 'clicks + clicks + clicks']]))
    const reply = await generate(user, report('n8'))
    expectRefusal(reply, { status: 400, reason: 'invalid' })
    expect(reply.json.error!.message).toMatch(/the formula of n8 .* more than 500 values/)
    const many = Array.from({ length: 30 }, (_, at) => ({
      savedColumnName: 'n7',
      headerText: `${at}`,
    }))
    const together = await generate(user, reportOf('campaign', many, inMay))
    expectRefusal(together, { status: 400, reason: 'invalid' })
    expect(together.json.error!.message).toMatch(/5000 values at most together/)
  })
})

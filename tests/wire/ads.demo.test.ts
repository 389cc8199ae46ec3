import { beforeAll, expect, it } from 'vitest'
import { AdsUser, runAds } from '../support/ads-platform.ts'
import { expectRefusal } from '../support/refusal.ts'
import { runAlmanac } from '../support/server.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

// The first advertiser of the first seed.
const advertiser = '/agency/20700100000000001/advertiser/21700100000000001'

onEmbeddedServer('the demo of search advertising', (site) => {
  let owner: WireUser
  let told: string

  const demo = (...words: string[]) =>
    runAds(site, 'demo', '--for', owner.email, '--keywords', '24', '--days', '20', ...words)

  beforeAll(async () => {
    owner = await site.user()
    told = await demo()
  })

  it('contains everything down to conversions, and reports the quantity', () => {
    const counts = new Map(told.split('\n').map((line) => line.split(': ') as [string, string]))
    for (const kind of ['agency', 'keyword', 'productGroup', 'visit', 'conversion']) {
      expect(Number(counts.get(kind)), kind).toBeGreaterThan(0)
    }
  })

  it('has ids of the new experience down to keywords and product groups', async () => {
    const file = await new AdsUser(owner).call(`${advertiser}/idmapping?alt=media`)
    for (const type of ['CUSTOMER', 'CAMPAIGN', 'AD_GROUP', 'AD', 'CRITERION', 'FEED_ITEM']) {
      expect(file.text).toMatch(new RegExp(`^${type},`, 'm'))
    }
  })

  it('has statistics of keywords, of product groups and of every bid strategy', async () => {
    for (const [reportType, name] of [
      ['keyword', 'keywordText'],
      ['productGroup', 'productGroup'],
      ['bidStrategy', 'bidStrategy'],
    ]) {
      const [agencyId, advertiserId] = advertiser.match(/\d+/g)!
      const { json } = await new AdsUser(owner).call('/reports/generate', {
        method: 'POST',
        body: {
          reportType,
          reportScope: { agencyId, advertiserId },
          columns: [{ columnName: name }, { columnName: 'clicks' }],
          timeRange: { startDate: '2020-01-01', endDate: '2099-12-31' },
          statisticsCurrency: 'agency',
        },
      })
      const rows = json.rows as Record<string, number>[]
      expect(
        rows.some((row) => Number(row.clicks) > 0),
        JSON.stringify(json),
      ).toBe(true)
      if (reportType !== 'bidStrategy') continue
      expect(rows).toHaveLength(2)
      for (const row of rows) expect(Number(row.clicks)).toBeGreaterThan(0)
    }
  })

  it('is visible to the user that it is created for, and to no other', async () => {
    const saved = await new AdsUser(owner).call(`${advertiser}/savedcolumns`)
    expect(saved.json.items).toContainEqual({
      kind: 'doubleclicksearch#savedColumn',
      savedColumnName: 'ROAS',
      type: 'Number',
    })
    const other = new AdsUser(await site.user())
    expectRefusal(await other.call(`${advertiser}/savedcolumns`), {
      status: 403,
      reason: 'forbidden',
    })
  })

  it('changes nothing when it is created again, and passes the check', async () => {
    expect((await demo()).trim().split('\n').at(-1)).toBe('conversion: 0')
    const { stdout } = await runAlmanac(['check'], site.place.environment)
    expect(stdout.trim()).toBe('No problems found.')
  })

  it.each([
    ['--size', 'huge'],
    ['--keywords', '0'],
    ['--days', 'many'],
    ['--seed', '1000'],
  ])('refuses %s %s', async (...words) => {
    const { code, stderr } = await runAlmanac(
      ['ads', 'demo', '--for', owner.email, ...words],
      site.place.environment,
    )
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(words[1]) })
  })
})

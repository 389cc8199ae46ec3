import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import {
  generate,
  inMay,
  mayStatistics,
  reportOf,
  request,
  scopes,
  tell,
} from '../support/ads-reports.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onServers } from '../support/sites.ts'

const ofCampaign = { ...scopes.account, campaignId: ids.campaign }
const ofAdGroup = { ...ofCampaign, adGroupId: ids.adGroup }

onServers('scopes and ranges of reports', (site) => {
  let user: AdsUser

  beforeAll(async () => {
    await tellPlatform(site, mayStatistics)
    user = await newAdsUser(site)
  })

  const rows = async (type: string, columns: string[], otherwise: object) => {
    const { status, json, text } = await generate(
      user,
      reportOf(type, columns, { statisticsCurrency: 'usd', ...inMay, ...otherwise }),
    )
    expect([status, text]).toEqual([200, text])
    return json.rows
  }

  it('name a keyword or an ad with all that is above it', async () => {
    const keyword = { ...ofAdGroup, keywordId: ids.keyword }
    expect(await rows('keyword', ['keywordText', 'impr'], { reportScope: keyword })).toEqual([
      { keywordText: 'flowers', impr: 1150 },
    ])
    expect(await rows('campaign', ['campaign', 'impr'], { reportScope: keyword })).toEqual([
      { campaign: 'C1', impr: 1150 },
    ])
    const ad = { ...ofAdGroup, adId: ids.ad }
    expect(await rows('ad', ['ad', 'impr'], { reportScope: ad })).toEqual([
      { ad: 'D1', impr: 1100 },
    ])
    const ofTheCampaign = { ...ofCampaign, keywordId: ids.campaignKeyword }
    expect(await rows('keyword', ['keywordText'], { reportScope: ofTheCampaign })).toEqual([
      { keywordText: 'roses' },
    ])
    expect(await rows('account', ['account'], { reportScope: scopes.advertiser })).toEqual([
      { account: 'E1' },
      { account: 'E2' },
    ])
  })

  it('name the ad group of a keyword that is in one', async () => {
    const reportScope = { ...ofCampaign, keywordId: ids.keyword }
    for (const call of [request, generate]) {
      expectRefusal(await call(user, reportOf('keyword', ['keywordText'], { reportScope })), {
        status: 400,
        reason: 'required',
        location: 'reportScope.adGroupId',
      })
    }
  })

  it('have one time zone, or none is shown', async () => {
    const second = { ...scopes.advertiser, engineAccountId: ids.secondAccount }
    const zone = async (columns: string[], otherwise: object) =>
      (
        await generate(
          user,
          reportOf('campaign', columns, { ...inMay, verifySingleTimeZone: true, ...otherwise }),
        )
      ).json.statisticsTimeZone
    expect(await zone(['clicks', 'dfaRevenue'], { reportScope: second })).toBe('Europe/Berlin')
    expect(await zone(['clicks'], { reportScope: scopes.account })).toBe('America/New_York')
    expect(await zone(['dfaRevenue'], {})).toBe('Europe/Berlin')
    expect(await zone(['campaign'], {})).toBeUndefined()
    const both = reportOf('campaign', ['clicks', 'dfaRevenue'], {
      ...inMay,
      reportScope: scopes.account,
      verifySingleTimeZone: true,
    })
    expectRefusal(await generate(user, both), {
      status: 400,
      reason: 'invalid',
      location: 'verifySingleTimeZone',
    })
  })

  it('reach back eight days for figures that have changed, with the column date', async () => {
    const now = Temporal.Instant.from(String((await site.call('/_almanac/clock')).json.now))
    const since = (days: number) => ({
      timeRange: { changedMetricsSinceTimestamp: now.subtract({ hours: 24 * days }).toString() },
    })
    const at = { reason: 'invalid', location: 'timeRange.changedMetricsSinceTimestamp' }
    const asked = (columns: string[], days: number) =>
      request(user, reportOf('campaign', columns, since(days)))
    expectRefusal(await asked(['campaign', 'clicks'], 1), { status: 400, ...at })
    expectRefusal(await asked(['date', 'clicks'], 9), { status: 400, ...at })
    expect((await asked(['date', 'clicks'], 7)).status).toBe(200)
    // Events have no such column, and need none.
    const events = reportOf('conversion', ['conversionId'], since(1))
    expect((await request(user, events)).status).toBe(200)
  })

  it('are split by the quarters of a year, and only by those with figures', async () => {
    const line = (date: string, clicks: number) =>
      `${ids.advertiser},${ids.account},${ids.campaign},${ids.adGroup},keyword,${ids.secondKeyword},${date},Desktop,10,${clicks}`
    await tell(site, {
      'dailyStatistics.csv': `advertiserId,accountId,campaignId,adGroupId,criterionKind,criterionId,date,device,impr,clicks
${line('2012-01-01', 1)}
${line('2012-03-31', 2)}
${line('2012-04-01', 4)}
${line('2012-12-31', 8)}`,
    })
    const ofYear = {
      timeRange: { startDate: '2012-01-01', endDate: '2012-12-31' },
      reportScope: scopes.account,
    }
    expect(
      await rows('keyword', ['keywordText', 'quarterStart', 'quarterEnd', 'clicks'], ofYear),
    ).toEqual([
      {
        keywordText: 'tulips, red',
        quarterStart: '2012-01-01',
        quarterEnd: '2012-03-31',
        clicks: 3,
      },
      {
        keywordText: 'tulips, red',
        quarterStart: '2012-04-01',
        quarterEnd: '2012-06-30',
        clicks: 4,
      },
      {
        keywordText: 'tulips, red',
        quarterStart: '2012-10-01',
        quarterEnd: '2012-12-31',
        clicks: 8,
      },
    ])
    expect(
      await rows('campaign', ['yearStart', 'yearEnd', 'monthStart', 'monthEnd', 'clicks'], {
        ...ofYear,
        timeRange: { startDate: '2012-03-15', endDate: '2012-04-15' },
      }),
    ).toEqual([
      {
        yearStart: '2012-01-01',
        yearEnd: '2012-12-31',
        monthStart: '2012-03-01',
        monthEnd: '2012-03-31',
        clicks: 2,
      },
      {
        yearStart: '2012-01-01',
        yearEnd: '2012-12-31',
        monthStart: '2012-04-01',
        monthEnd: '2012-04-30',
        clicks: 4,
      },
    ])
  })

  it('are sorted and paged, with ties in the same order every time', async () => {
    const page = (startRow: number, rowCount: number) =>
      rows('keyword', ['keywordText', 'clicks'], {
        reportScope: scopes.account,
        orderBy: [{ column: { columnName: 'clicks' }, sortOrder: 'descending' }],
        startRow,
        rowCount,
      })
    const whole = (await page(0, 10)) as { keywordText: string }[]
    expect(whole.map(({ keywordText }) => keywordText)).toEqual(['flowers', 'tulips, red', 'roses'])
    expect(await page(1, 2)).toEqual(whole.slice(1))
    expect(await page(2, 2)).toEqual(whole.slice(2))
    expect(await page(3, 2)).toEqual([])
    // What is sorted by does not have to be shown; it is sorted upwards unless said otherwise.
    expect(
      await rows('keyword', ['keywordText'], {
        reportScope: scopes.account,
        orderBy: [{ column: { columnName: 'keywordText' } }],
      }),
    ).toEqual([
      { keywordText: 'flowers' },
      { keywordText: 'roses' },
      { keywordText: 'tulips, red' },
    ])
  })
})

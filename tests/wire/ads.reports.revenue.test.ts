import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, reportOf, rowsOf, tell } from '../support/ads-reports.ts'
import { ofKeyword } from '../support/conversion-rows.ts'
import { freshFolder } from '../support/fresh.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers } from '../support/sites.ts'

const hourMs = 3_600_000

onServers('revenue in reports', (site) => {
  let user: AdsUser

  beforeAll(async () => {
    await tellPlatform(site)
    user = await newAdsUser(site)
  })

  const sale = (otherwise: object) =>
    ofKeyword({
      segmentationName: 'Test',
      type: 'TRANSACTION',
      revenueMicros: '10000000',
      ...otherwise,
    })

  it('in the currency of the report needs no rates', async () => {
    const day = '2024-05-20'
    const range = { timeRange: { startDate: day, endDate: day } }
    const conversionTimestamp = String(Temporal.Instant.from(`${day}T12:00Z`).epochMilliseconds)
    const amount = { conversionTimestamp, revenueMicros: '12345678', currencyCode: 'EUR' }
    expect((await user.insert(sale(amount))).status).toBe(200)
    const columns = ['date', 'dfaRevenue']
    expect(await rowsOf(user, reportOf('campaign', columns, range))).toEqual([
      columns,
      [day, '12.345678'],
    ])
    const row = reportOf('conversion', ['conversionRevenue', 'floodlightOriginalRevenue'], range)
    expect((await generate(user, row)).json.rows).toEqual([
      { conversionRevenue: 12.345678, floodlightOriginalRevenue: 12.345678 },
    ])

    const inDollars = { ...range, statisticsCurrency: 'usd' }
    const refused = await generate(user, reportOf('campaign', columns, inDollars))
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(`There is no currency rate for EUR on ${day}`)
    const refusedRow = await generate(user, { ...row, statisticsCurrency: 'usd' })
    expect(refusedRow.status).toBe(400)
    expect(refusedRow.text).toContain(`There is no currency rate for EUR on ${day}`)
  })

  it('names the currency that lacks a rate, which may be that of the report', async () => {
    const day = '2024-06-20'
    const timeRange = { startDate: day, endDate: day }
    const conversionTimestamp = String(Temporal.Instant.from(`${day}T12:00Z`).epochMilliseconds)
    expect((await user.insert(sale({ conversionTimestamp, currencyCode: 'USD' }))).status).toBe(200)
    const reports = [
      reportOf('campaign', ['dfaRevenue'], { timeRange }),
      reportOf('conversion', ['conversionRevenue'], { timeRange }),
    ]
    for (const report of reports) {
      const { status, text } = await generate(user, report)
      expect(status).toBe(400)
      expect(text).toContain(`There is no currency rate for EUR on ${day}`)
    }
  })

  it('is not the only amount that needs a rate', async () => {
    await tell(site, {
      'campaigns.csv': `advertiserId,accountId,campaignId,name,dailyBudget
${ids.advertiser},${ids.account},${ids.campaign},C1,12.5`,
    })
    // The account has dollars, and the advertiser euros.
    const budgets = reportOf('campaign', ['dailyBudget'])
    const inDollars = await generate(user, { ...budgets, statisticsCurrency: 'usd' })
    expect(inDollars.json.rows).toEqual([{ dailyBudget: 12.5 }])
    const filters = [
      { column: { columnName: 'dailyBudget' }, operator: 'greaterThan', values: [1] },
    ]
    for (const otherwise of [{}, { filters }]) {
      const { status, text } = await generate(user, { ...budgets, ...otherwise })
      expect(status).toBe(400)
      expect(text).toMatch(/There is no currency rate for EUR on \d{4}-\d\d-\d\d/)
    }
  })

  it('of a future day uses the last known rate', async () => {
    await tell(site, {
      'currencyRates.csv': `currency,date,perDollar
EUR,2024-05-14,0.9
EUR,2024-05-15,0.8`,
    })
    const { json } = await site.call('/_almanac/clock')
    const now = Temporal.Instant.from(String(json.now))
    // Wherever it is, this is after today in UTC.
    const ahead = now.epochMilliseconds + 23.9 * hourMs
    const day = Temporal.Instant.fromEpochMilliseconds(ahead)
      .toZonedDateTimeISO('Europe/Berlin')
      .toPlainDate()
    const inserted = await user.insert(
      sale({ conversionTimestamp: String(ahead), currencyCode: 'EUR' }),
    )
    expect(inserted.status).toBe(200)
    const inDollars = {
      statisticsCurrency: 'usd',
      timeRange: {
        startDate: day.subtract({ days: 2 }).toString(),
        endDate: day.add({ days: 1 }).toString(),
      },
    }
    const columns = ['date', 'dfaRevenue']
    expect(await rowsOf(user, reportOf('account', columns, inDollars))).toEqual([
      columns,
      [day.toString(), '12.5'],
    ])
    const row = reportOf('conversion', ['conversionRevenue'], inDollars)
    expect((await generate(user, row)).json.rows).toEqual([{ conversionRevenue: 12.5 }])
    const since = reportOf('account', columns, {
      ...inDollars,
      timeRange: { changedMetricsSinceTimestamp: now.subtract({ hours: 1 }).toString() },
    })
    expect((await generate(user, since)).json.rows).toContainEqual({
      date: day.toString(),
      dfaRevenue: 12.5,
    })
  })

  it('that needs a missing rate is named by the check, by the import and for the console', async () => {
    const at = (day: string) => String(Temporal.Instant.from(`${day}T12:00Z`).epochMilliseconds)
    const { status } = await user.insert(
      sale({ conversionTimestamp: at('2024-05-01'), currencyCode: 'USD' }),
      sale({ conversionTimestamp: at('2024-05-03'), currencyCode: 'JPY' }),
    )
    expect(status).toBe(200)
    const euros = 'There is no currency rate for EUR from 2024-05-01 to 2024-05-13'
    const yen = 'There is no currency rate for JPY on 2024-05-03'
    const check = await runAlmanac(['check'], site.place.environment)
    expect(check.code).toBe(0)
    expect(check.stderr.trim().split('\n')).toEqual([
      expect.stringContaining(euros),
      expect.stringContaining(yen),
    ])
    expect((await user.almanac('/ads/missingRates')).json.items).toEqual([
      { currency: 'EUR', startDate: '2024-05-01', endDate: '2024-05-13' },
      { currency: 'JPY', startDate: '2024-05-03', endDate: '2024-05-03' },
    ])
    const stranger = await newAdsUser(site, { on: ['--advertiser', ids.otherAdvertiser] })
    expect((await stranger.almanac('/ads/missingRates')).json.items).toEqual([])

    await using folder = await freshFolder()
    const path = join(folder.path, 'currencyRates.csv')
    await writeFile(path, 'currency,date,perDollar\nJPY,2024-05-02,155\n')
    const { code, stderr } = await runAlmanac(['ads', 'import', path], site.place.environment)
    expect([code, stderr.trim().split('\n')]).toEqual([0, [expect.stringContaining(euros)]])
  })
})

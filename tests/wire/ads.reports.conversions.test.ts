import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, inMay, mayStatistics, reportOf, rowsOf } from '../support/ads-reports.ts'
import { clicked, newConversionId, ofKeyword } from '../support/conversion-rows.ts'
import { onServers } from '../support/sites.ts'

const at = (text: string) => String(Temporal.Instant.from(text).epochMilliseconds)

onServers('conversions in reports', (site) => {
  let user: AdsUser

  beforeAll(async () => {
    await tellPlatform(site, mayStatistics)
    user = await newAdsUser(site)
  })

  const sale = (otherwise: object = {}) =>
    ofKeyword({
      segmentationName: 'Test',
      type: 'TRANSACTION',
      revenueMicros: '10000000',
      currencyCode: 'EUR',
      conversionTimestamp: at('2024-05-14T22:30:00Z'),
      ...otherwise,
    })
  const call = (otherwise: object = {}) =>
    ofKeyword({ conversionTimestamp: at('2024-05-14T10:00:00Z'), ...otherwise })

  it('count by their date in the zone of the advertiser, as soon as they are answered', async () => {
    expect(
      (
        await user.insert(
          sale(),
          sale({ revenueMicros: '2500000', currencyCode: 'USD' }),
          call(),
          call(),
        )
      ).status,
    ).toBe(200)
    const columns = [
      'date',
      'dfaActions',
      'dfaTransactions',
      'dfaRevenue',
      'dfaWeightedActions',
      'clicks',
    ]
    expect(await rowsOf(user, reportOf('keyword', columns, inMay))).toEqual([
      columns,
      // Half past ten of the evening in UTC is the next day in Berlin; 2.5 dollars are 2 euros then.
      ['2024-05-14', '2', '0', '0', '4', '10'],
      ['2024-05-15', '0', '2', '12', '0', '2'],
    ])
  })

  it('are split by activities, by which clicks are not known', async () => {
    const columns = ['floodlightActivity', 'floodlightGroup', 'dfaRevenue', 'dfaActions', 'clicks']
    expect(await rowsOf(user, reportOf('keyword', columns, inMay))).toEqual([
      columns,
      ['Call', 'Calls', '0', '2', ''],
      ['Test', 'Sales', '12', '0', ''],
    ])
  })

  it('return saved columns at every grain', async () => {
    const saved = { savedColumnName: 'ROAS' }
    expect(
      await rowsOf(user, reportOf('campaign', ['campaign', 'dfaRevenue', 'cost', saved], inMay)),
    ).toEqual([
      ['campaign', 'dfaRevenue', 'cost', 'ROAS'],
      ['C1', '12', '7.3', '1.643836'],
    ])
    expect(await rowsOf(user, reportOf('campaign', ['date', saved], inMay))).toEqual([
      ['date', 'ROAS'],
      ['2024-05-14', '0'],
      ['2024-05-15', '4.285714'],
    ])
  })

  it('are rows of their own, with what they were worth at first', async () => {
    const conversion = sale({
      conversionTimestamp: at('2024-05-20T12:00:00Z'),
      customDimension: [{ name: 'channel', value: 'shop, 1' }],
      customMetric: [{ name: 'margin', value: 2.5 }],
    })
    await user.insert(conversion)
    await user.update({ ...conversion, revenueMicros: '5000000' })
    const range = { timeRange: { startDate: '2024-05-20', endDate: '2024-05-20' } }
    const columns = [
      'status',
      'advertiserConversionId',
      'conversionType',
      'conversionRevenue',
      'floodlightOriginalRevenue',
      'conversionDate',
      'conversionTimestamp',
      'keywordText',
      'campaign',
      'floodlightActivity',
      { customMetricName: 'margin' },
      { customDimensionName: 'channel' },
    ]
    const rows = async () =>
      (await generate(user, reportOf('conversion', columns, range))).json.rows
    const row = {
      status: 'Active',
      advertiserConversionId: conversion.conversionId,
      conversionType: 'Transaction',
      conversionRevenue: 5,
      floodlightOriginalRevenue: 10,
      conversionDate: '2024-05-20',
      conversionTimestamp: '2024-05-20T12:00:00.000Z',
      keywordText: 'flowers',
      campaign: 'C1',
      floodlightActivity: 'Test',
      margin: 2.5,
      channel: 'shop, 1',
    }
    expect(await rows()).toEqual([row])
    const perCampaign = reportOf(
      'conversion',
      [{ columnName: 'campaign', groupByColumn: true }, { customMetricName: 'margin' }],
      range,
    )
    expect((await generate(user, perCampaign)).json.rows).toEqual([{ campaign: 'C1', margin: 2.5 }])

    const perChannel = reportOf(
      'keyword',
      [{ customDimensionName: 'channel' }, 'dfaRevenue', { customMetricName: 'margin' }],
      range,
    )
    expect((await generate(user, perChannel)).json.rows).toEqual([
      { channel: 'shop, 1', dfaRevenue: 5, margin: 2.5 },
    ])

    await user.update({ ...conversion, revenueMicros: '5000000', state: 'REMOVED' })
    expect(await rows()).toEqual([])
    expect((await generate(user, perChannel)).json.rows).toEqual([])
    const removed = reportOf('conversion', columns, { ...range, includeRemovedEntities: true })
    expect((await generate(user, removed)).json.rows).toEqual([{ ...row, status: 'Removed' }])

    await user.update({ ...conversion, revenueMicros: '5000000', state: 'ACTIVE' })
    expect(await rows()).toEqual([row])
  })

  it('are found by what has changed since', async () => {
    const conversion = sale({
      conversionId: newConversionId(),
      conversionTimestamp: at('2024-05-25T12:00:00Z'),
    })
    const now = async () => String((await site.call('/_almanac/clock')).json.now)
    await user.insert(conversion)
    const before = await now()
    const changed = (since: string) =>
      generate(
        user,
        reportOf('keyword', ['keywordText', 'date', 'dfaRevenue'], {
          timeRange: { changedMetricsSinceTimestamp: since },
        }),
      )
    await user.update({ ...conversion, revenueMicros: '7000000' })
    expect((await changed(before)).json.rows).toEqual([
      { keywordText: 'flowers', date: '2024-05-25', dfaRevenue: 7 },
    ])
    const after = Temporal.Instant.from(await now())
      .add({ seconds: 1 })
      .toString()
    expect((await changed(after)).json.rows).toEqual([])
    await user.update({ ...conversion, revenueMicros: '7000000', state: 'REMOVED' })
    expect((await changed(before)).json.rows).toEqual([
      { keywordText: 'flowers', date: '2024-05-25', dfaRevenue: 0 },
    ])
  })

  it('come of visits, whose click ids uploads can name', async () => {
    const day = Temporal.Now.instant().toZonedDateTimeISO('Europe/Berlin').toPlainDate()
    const range = {
      timeRange: { startDate: day.subtract({ days: 5 }).toString(), endDate: day.toString() },
    }
    const { json } = await generate(
      user,
      reportOf(
        'visit',
        ['visitExternalClickId', 'visitId', 'keywordText', 'visitDate', 'accountId'],
        range,
      ),
    )
    const rows = json.rows as Record<string, string>[]
    expect(rows).toMatchObject([
      { visitExternalClickId: ids.click, keywordText: 'flowers', accountId: ids.account },
    ])
    expect(rows[0]!.visitId).toMatch(/^\d{19}$/)
    const conversion = clicked({ clickId: rows[0]!.visitExternalClickId })
    expect((await user.insert(conversion)).status).toBe(200)
    const found = await generate(
      user,
      reportOf(
        'conversion',
        ['advertiserConversionId', 'conversionVisitExternalClickId', 'conversionVisitId'],
        range,
      ),
    )
    expect(found.json.rows).toContainEqual({
      advertiserConversionId: conversion.conversionId,
      conversionVisitExternalClickId: ids.click,
      conversionVisitId: rows[0]!.visitId,
    })
  })
})

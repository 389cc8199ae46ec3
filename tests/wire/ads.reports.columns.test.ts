import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, inMay, mayStatistics, reportOf } from '../support/ads-reports.ts'
import { ofKeyword } from '../support/conversion-rows.ts'
import { onServers } from '../support/sites.ts'

interface Column {
  readonly name: string
  readonly behaviour: string
  readonly isFilterable: boolean
  readonly type: string
}

interface Type {
  readonly name: string
  readonly columns: readonly Column[]
}

/** Segments that are asked for together. */
function familyOf(name: string): string {
  if (/^(?:date|week|month|quarter|year)/.test(name)) return 'days'
  return name.startsWith('floodlight') || name === 'deviceSegment' ? name.slice(0, 10) : 'others'
}

const fewMetrics = 5

const place = `${ids.advertiser},${ids.account},${ids.campaign},${ids.adGroup}`

const more: Readonly<Record<string, string>> = {
  'feedItems.csv': `advertiserId,accountId,feedItemId,feedId,name,feedType
${ids.advertiser},${ids.account},811,81,Link,sitelink`,
  'products.csv': `advertiserId,productId,productCountry,productLanguage,name,productBrand,productPrice
${ids.advertiser},sku-1,DE,de,One,Brand,9.99
${ids.advertiser},sku-2,DE,de,Two,Brand,5`,
  'bidStrategies.csv': `advertiserId,bidStrategyId,name,bidStrategyGoal,cpaTarget
${ids.advertiser},911,Strategy,Clicks,3.5`,
  'feedItemStatistics.csv': `advertiserId,accountId,campaignId,adGroupId,feedItemId,feedId,date,impr,clicks,cost,clicksWithFeedItemShowing
${place},811,81,2024-05-14,10,5,1,4`,
  'productStatistics.csv': `advertiserId,accountId,campaignId,adGroupId,productId,productCountry,productLanguage,device,date,impr,clicks,cost
${place},sku-1,DE,de,Mobile,2024-05-14,10,5,1`,
  'searchTermStatistics.csv': `advertiserId,accountId,campaignId,adGroupId,keywordId,searchQuery,serpType,date,paidClicks,organicClicks,paidImpressions,organicQueries,paidCost
${place},${ids.keyword},red flowers,Paid and organic,2024-05-14,2,3,10,30,4`,
  'productSales.csv': `advertiserId,accountId,campaignId,adGroupId,device,activityId,conversionId,productId,productCountry,productLanguage,clickedProductId,date,units,revenue,costOfGoods
${place},Mobile,26258,order-1,sku-1,DE,de,sku-1,2024-05-14,2,20,8
${place},Mobile,26258,order-1,sku-2,DE,de,sku-1,2024-05-14,1,5,2`,
}

onServers('the columns of reports', (site) => {
  let user: AdsUser
  let types: readonly Type[]

  beforeAll(async () => {
    await tellPlatform(site, mayStatistics, more)
    user = await newAdsUser(site)
    const at = Temporal.Instant.from('2024-05-14T12:00:00Z').epochMilliseconds
    const sale = {
      segmentationName: 'Test',
      type: 'TRANSACTION',
      revenueMicros: '1000000',
      currencyCode: 'EUR',
    }
    await user.insert(ofKeyword({ ...sale, conversionTimestamp: String(at), productId: 'sku-1' }))
    types = (await user.almanac('/ads/reportTypes')).json.items as unknown as Type[]
  })

  const answered = async (type: Type, columns: readonly Column[], otherwise: object = {}) => {
    const reply = await generate(
      user,
      reportOf(
        type.name,
        columns.map(({ name }) => name),
        { ...inMay, includeRemovedEntities: true, ...otherwise },
      ),
    )
    expect([type.name, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([
      type.name,
      200,
      '',
    ])
    return reply.json.rows as Record<string, unknown>[]
  }

  const ofKind = (type: Type, behaviour: string) =>
    type.columns.filter((column) => column.behaviour === behaviour)

  it('can all be had together, of every type', async () => {
    for (const type of types) {
      await answered(type, [...ofKind(type, 'attribute'), ...ofKind(type, 'metric')])
    }
  })

  it('can be split by every segment, of every type', async () => {
    const families = new Set<string>()
    for (const type of types) {
      const metrics = ofKind(type, 'metric')
      const segments = Map.groupBy(ofKind(type, 'segment'), ({ name }) => familyOf(name))
      for (const [family, members] of segments) {
        // All metrics at once are slow, so that each family has them with one type.
        const isFull = !families.has(family)
        families.add(family)
        await answered(type, [...members, ...(isFull ? metrics : metrics.slice(0, fewMetrics))])
      }
    }
  })

  it('can be segments alone, or what rows are narrowed by', async () => {
    for (const [index, type] of types.entries()) {
      const [first] = type.columns
      const families = [
        ...Map.groupBy(ofKind(type, 'segment'), ({ name }) => familyOf(name)).values(),
      ]
      // Each type has another family; with metrics, the test above has all of them.
      const segments = families[index % families.length] ?? []
      await answered(type, [first!, ...segments])
      const filters = segments.slice(0, 1).map(({ name }) => ({
        column: { columnName: name },
        operator: 'isNotNull',
      }))
      await answered(type, [first!], { filters })
    }
  })

  it('can be filtered and sorted by all that allow it', async () => {
    for (const type of types) {
      const [first] = type.columns
      const columns = type.columns.filter(({ isFilterable }) => isFilterable)
      const named = columns.map(({ name }) => ({ column: { columnName: name } }))
      const some = named.slice(0, 25)
      await answered(type, [first!], { orderBy: some })
      const filters = some.map((filter) => ({ ...filter, operator: 'isNotNull', values: [] }))
      await answered(type, [first!], { filters })
    }
  })

  it('show the extensions, products, terms and sales that platforms have reported', async () => {
    const rows = async (name: string, ...columns: (string | object)[]) =>
      (
        await generate(
          user,
          reportOf(name, columns as string[], { ...inMay, statisticsCurrency: 'usd' }),
        )
      ).json.rows
    expect(
      await rows('feedItem', 'feedItemId', 'feedId', 'clicks', 'clicksWithFeedItemShowing'),
    ).toEqual([{ feedItemId: '811', feedId: '81', clicks: 5, clicksWithFeedItemShowing: 4 }])
    expect(await rows('campaign', 'feedItemId', 'feedType', 'clicks')).toEqual([
      { feedItemId: '811', feedType: 'sitelink', clicks: 5 },
    ])
    expect(
      await rows('paidAndOrganic', 'searchQuery', 'paidClicks', 'organicCtr', 'paidCostPerClick'),
    ).toEqual([{ searchQuery: 'red flowers', paidClicks: 2, organicCtr: 0.1, paidCostPerClick: 2 }])
    // Conversions are not known by what was searched for.
    expect(await rows('paidAndOrganic', 'searchQuery', { customMetricName: 'margin' })).toEqual([
      { searchQuery: 'red flowers' },
    ])
    expect(await rows('productAdvertised', 'productId', 'productBrand', 'clicks')).toEqual([
      { productId: 'sku-1', productBrand: 'Brand', clicks: 5 },
      { productId: 'sku-2', productBrand: 'Brand', clicks: 0 },
    ])
    const sold = { columnName: 'productId', productReportPerspective: 'sold' }
    const advertised = { columnName: 'productId', productReportPerspective: 'advertised' }
    const figures = [
      'productUnitsSold',
      'leadUnitsSold',
      'crossSellUnitsSold',
      'leadGrossProfitMargin',
    ]
    expect(await rows('productLeadAndCrossSell', sold, ...figures)).toEqual([
      {
        productId: 'sku-1',
        productUnitsSold: 2,
        leadUnitsSold: 2,
        crossSellUnitsSold: 0,
        leadGrossProfitMargin: 0.6,
      },
      { productId: 'sku-2', productUnitsSold: 1, leadUnitsSold: 0, crossSellUnitsSold: 1 },
    ])
    expect(await rows('productLeadAndCrossSell', advertised, ...figures)).toEqual([
      {
        productId: 'sku-1',
        productUnitsSold: 3,
        leadUnitsSold: 2,
        crossSellUnitsSold: 1,
        leadGrossProfitMargin: 0.6,
      },
    ])
    expect(await rows('ad', 'adId', 'isUnattributedAd', 'impr')).toEqual([
      { isUnattributedAd: true, impr: 50 },
      { adId: ids.ad, isUnattributedAd: false, impr: 1100 },
    ])
  })
})

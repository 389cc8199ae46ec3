import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, inMay, mayStatistics, reportOf } from '../support/ads-reports.ts'
import { ofKeyword } from '../support/conversion-rows.ts'
import { onServers } from '../support/sites.ts'

const place = `${ids.advertiser},${ids.account},${ids.campaign}`

/** One strategy on each level: the ad group and one of its keywords set their own. */
const strategies: Readonly<Record<string, string>> = {
  'bidStrategies.csv': `advertiserId,bidStrategyId,name
${ids.advertiser},911,Of the campaign
${ids.advertiser},912,Of the ad group
${ids.advertiser},913,Of the keyword
${ids.advertiser},914,Of the product group
${ids.advertiser},915,Unused`,
  'campaigns.csv': `advertiserId,accountId,campaignId,name,effectiveBidStrategyId
${place},C1,911`,
  'adGroups.csv': `advertiserId,campaignId,adGroupId,name,effectiveBidStrategyId
${ids.advertiser},${ids.campaign},${ids.adGroup},G1,912`,
  'keywords.csv': `advertiserId,campaignId,adGroupId,keywordId,name,effectiveBidStrategyId
${ids.advertiser},${ids.campaign},${ids.adGroup},${ids.keyword},flowers,913`,
  'productGroups.csv': `advertiserId,adGroupId,productGroupId,name,effectiveBidStrategyId
${ids.advertiser},${ids.adGroup},${ids.productGroup},P1,914`,
  'dailyStatistics.csv': `advertiserId,accountId,campaignId,adGroupId,criterionKind,criterionId,date,clicks
${place},${ids.adGroup},keyword,${ids.secondKeyword},2024-05-16,20
${place},,keyword,${ids.campaignKeyword},2024-05-16,300
${place},${ids.adGroup},productGroup,${ids.productGroup},2024-05-16,4000`,
}

onServers('reports of bid strategies', (site) => {
  let user: AdsUser

  beforeAll(async () => {
    await tellPlatform(site, mayStatistics, strategies)
    user = await newAdsUser(site)
    const at = Temporal.Instant.from('2024-05-14T12:00:00Z').epochMilliseconds
    const called = (otherwise: object) =>
      ofKeyword({ conversionTimestamp: String(at), ...otherwise })
    const { status, text } = await user.insert(
      called({ countMillis: '1000' }),
      called({ criterionId: ids.secondKeyword, countMillis: '2000' }),
      called({ adGroupId: '0', criterionId: ids.campaignKeyword, countMillis: '3000' }),
    )
    expect([status, text]).toEqual([200, expect.anything()])
  })

  const rows = async (type: string, columns: string[]) =>
    (await generate(user, reportOf(type, columns, inMay))).json.rows

  it('count figures for the strategy of the keyword, else of the ad group, else of the campaign', async () => {
    expect(await rows('bidStrategy', ['bidStrategyId', 'clicks', 'dfaActions'])).toEqual([
      { bidStrategyId: '911', clicks: 300, dfaActions: 3 },
      { bidStrategyId: '912', clicks: 20, dfaActions: 2 },
      { bidStrategyId: '913', clicks: 12, dfaActions: 1 },
      { bidStrategyId: '914', clicks: 4000, dfaActions: 0 },
      { bidStrategyId: '915', clicks: 0, dfaActions: 0 },
    ])
  })

  it('agree with the effective strategy that other reports name', async () => {
    const columns = [
      'keywordText',
      'effectiveBidStrategyId',
      'effectiveBidStrategy',
      'bidStrategyInherited',
    ]
    expect(await rows('keyword', columns)).toEqual([
      {
        keywordText: 'flowers',
        effectiveBidStrategyId: '913',
        effectiveBidStrategy: 'Of the keyword',
        bidStrategyInherited: false,
      },
      {
        keywordText: 'tulips, red',
        effectiveBidStrategyId: '912',
        effectiveBidStrategy: 'Of the ad group',
        bidStrategyInherited: true,
      },
      {
        keywordText: 'roses',
        effectiveBidStrategyId: '911',
        effectiveBidStrategy: 'Of the campaign',
        bidStrategyInherited: true,
      },
    ])
  })
})

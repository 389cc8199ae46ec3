import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, inMay, mayStatistics, reportOf, scopes } from '../support/ads-reports.ts'
import { onServers } from '../support/sites.ts'

const place = `${ids.advertiser},${ids.campaign},${ids.adGroup}`

/** Four keywords with all kinds of attributes; the last one is without any. */
const words: Readonly<Record<string, string>> = {
  'adGroups.csv': `advertiserId,campaignId,adGroupId,name,newId,adGroupSearchMaxCpc
${place},G1,${ids.newAdGroup},0.75`,
  'keywords.csv': `advertiserId,campaignId,adGroupId,keywordId,name,keywordMaxCpc,keywordLabels,isDisplayKeyword,qualityScoreCurrent,keywordMatchType,status,created
${place},9001,alpha,1.5,red;blue,true,7,Exact,Active,2024-01-01T00:00:00Z
${place},9002,beta,0.2,red,false,10,Broad,Paused,2024-02-01T12:30:00Z
${place},9003,Alpine,,green,false,9,Phrase,Active,2024-03-01T00:00:00Z
${place},9004,zeta,,,,,,Active,2024-04-01T00:00:00Z`,
  'dailyStatistics.csv': `advertiserId,accountId,campaignId,adGroupId,criterionKind,criterionId,date,device,impr,clicks,cost
${ids.advertiser},${ids.account},${ids.campaign},${ids.adGroup},keyword,9001,2024-05-14,Desktop,100,10,5
${ids.advertiser},${ids.account},${ids.campaign},${ids.adGroup},keyword,9002,2024-05-15,Desktop,50,1,0.25`,
}

const [all, none] = [['9001', '9002', '9003', '9004'], [] as string[]]

/** A filter, and the keywords that it leaves. */
const filters: readonly (readonly [
  column: string,
  operator: string,
  values: unknown[],
  left: string[],
])[] = [
  ['keywordText', 'equals', ['alpha'], ['9001']],
  ['keywordText', 'equals', ['Alpha'], none],
  ['keywordText', 'notEquals', ['alpha'], ['9002', '9003', '9004']],
  ['keywordText', 'in', ['alpha', 'zeta', 'none'], ['9001', '9004']],
  // Capitals stand before small letters, as bytes do.
  ['keywordText', 'lessThan', ['alpha'], ['9003']],
  ['keywordText', 'greaterThanOrEqual', ['beta'], ['9002', '9004']],
  ['keywordText', 'startsWith', ['al', 'z'], ['9001', '9004']],
  ['keywordText', 'containsSubstring', ['eta', 'lph'], ['9001', '9002', '9004']],
  ['keywordText', 'doesNotContainSubstring', ['eta', 'lph'], ['9003']],
  ['keywordText', 'containsSubstring', ['%'], none],
  ['keywordText', 'startsWith', ['_'], none],
  ['keywordId', 'equals', [9001], ['9001']],
  ['keywordId', 'in', ['9002', 9003], ['9002', '9003']],
  ['keywordId', 'greaterThan', ['9002'], ['9003', '9004']],
  ['keywordMaxCpc', 'isNull', [], ['9003', '9004']],
  ['keywordMaxCpc', 'isNotNull', [], ['9001', '9002']],
  ['keywordMaxCpc', 'equals', ['1.5'], ['9001']],
  ['keywordMaxCpc', 'lessThanOrEqual', [0.2], ['9002']],
  ['keywordMaxCpc', 'notEquals', [1.5], ['9002', '9003', '9004']],
  ['effectiveKeywordMaxCpc', 'equals', [0.75], ['9003', '9004']],
  ['qualityScoreCurrent', 'greaterThan', ['9'], ['9002']],
  ['qualityScoreCurrent', 'in', [7, '9'], ['9001', '9003']],
  ['isDisplayKeyword', 'equals', [true], ['9001']],
  ['isDisplayKeyword', 'equals', ['False'], ['9002', '9003']],
  ['isDisplayKeyword', 'greaterThan', [0], ['9001']],
  ['keywordLabels', 'containsElement', ['red'], ['9001', '9002']],
  ['keywordLabels', 'containsElement', ['blue', 'green'], ['9001', '9003']],
  ['keywordLabels', 'containsElement', ['re'], none],
  ['keywordLabels', 'equals', ['red;blue'], ['9001']],
  ['keywordLabels', 'isNull', [], ['9004']],
  ['keywordMatchType', 'equals', ['Exact'], ['9001']],
  ['keywordMatchType', 'in', ['Broad', 'exact'], ['9002']],
  ['status', 'equals', ['Paused'], ['9002']],
  ['status', 'notEquals', ['Active'], ['9002']],
  ['creationTimestamp', 'greaterThan', ['2024-02-01'], ['9002', '9003', '9004']],
  ['creationTimestamp', 'equals', ['2024-02-01T12:30:00.000Z'], ['9002']],
  ['clicks', 'equals', [0], ['9003', '9004']],
  ['clicks', 'greaterThan', ['0'], ['9001', '9002']],
  ['clicks', 'notEquals', [10], ['9002', '9003', '9004']],
  ['ctr', 'isNull', [], ['9003', '9004']],
  ['ctr', 'greaterThanOrEqual', [0.1], ['9001']],
  ['cost', 'in', [5, 0.25], ['9001', '9002']],
  ['date', 'equals', ['2024-05-15'], ['9002']],
  ['date', 'lessThan', ['2024-05-15'], ['9001']],
  ['deviceSegment', 'equals', ['Mobile'], none],
  ['campaignId', 'equals', [ids.campaign], all],
]

onServers('filters of reports', (site) => {
  let user: AdsUser

  beforeAll(async () => {
    await tellPlatform(site, mayStatistics, words)
    user = await newAdsUser(site)
  })

  const kept = async (...list: object[]) => {
    const mine = { column: { columnName: 'keywordId' }, operator: 'in', values: all }
    const { status, json, text } = await generate(
      user,
      reportOf('keyword', ['keywordId'], {
        ...inMay,
        reportScope: scopes.account,
        statisticsCurrency: 'account',
        filters: [mine, ...list],
      }),
    )
    expect([status, text]).toEqual([200, text])
    return (json.rows as { keywordId: string }[]).map(({ keywordId }) => keywordId)
  }

  it.each([...filters])('%s %s %j leave %j', async (columnName, operator, values, left) => {
    expect(await kept({ column: { columnName }, operator, values })).toEqual(left)
  })

  it('are all fulfilled together', async () => {
    const filter = (columnName: string, operator: string, ...values: unknown[]) => ({
      column: { columnName },
      operator,
      values,
    })
    expect(
      await kept(filter('status', 'equals', 'Active'), filter('keywordMaxCpc', 'isNotNull')),
    ).toEqual(['9001'])
    expect(
      await kept(filter('clicks', 'greaterThan', 0), filter('keywordText', 'startsWith', 'z')),
    ).toEqual([])
  })
})

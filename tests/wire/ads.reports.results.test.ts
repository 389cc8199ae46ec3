import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import {
  generate,
  inMay,
  mayStatistics,
  ready,
  reportOf,
  rowsOf,
  scopes,
  tell,
} from '../support/ads-reports.ts'
import { onServers } from '../support/sites.ts'

onServers('the rows of reports', (site) => {
  let user: AdsUser

  beforeAll(async () => {
    await tellPlatform(site, mayStatistics)
    user = await newAdsUser(site)
  })

  const inDollars = { ...inMay, statisticsCurrency: 'usd', reportScope: scopes.account }

  it('sum the figures of a range, with ratios of the sums', async () => {
    const columns = [
      'campaign',
      'impr',
      'clicks',
      'cost',
      'ctr',
      'avgCpc',
      'avgCpm',
      'avgPos',
      'visits',
    ]
    expect(await rowsOf(user, reportOf('campaign', columns, inDollars))).toEqual([
      columns,
      ['C1', '1150', '12', '8.5', '0.010435', '0.708333', '7.391304', '1.173913', '11'],
    ])
  })

  it('are split by periods, which show their full bounds', async () => {
    const columns = ['date', 'weekStart', 'weekEnd', 'quarterStart', 'quarterEnd', 'clicks']
    expect(await rowsOf(user, reportOf('keyword', columns, inDollars))).toEqual([
      columns,
      ['2024-05-14', '2024-05-12', '2024-05-18', '2024-04-01', '2024-06-30', '10'],
      ['2024-05-15', '2024-05-12', '2024-05-18', '2024-04-01', '2024-06-30', '2'],
    ])
  })

  it('list keywords without traffic, with counts of 0 and empty ratios', async () => {
    const columns = ['keywordText', 'clicks', 'ctr', 'avgCpc']
    const report = reportOf('keyword', columns, {
      ...inDollars,
      filters: [
        { column: { columnName: 'keywordText' }, operator: 'startsWith', values: ['ros', 'flo'] },
      ],
    })
    expect(await rowsOf(user, report)).toEqual([
      columns,
      ['flowers', '12', '0.010435', '0.708333'],
      ['roses', '0', '', ''],
    ])
  })

  it('leave removed entities out unless they are requested, and keep their figures above', async () => {
    const removed = { ...inDollars, includeDeletedEntities: true }
    expect(await rowsOf(user, reportOf('campaign', ['campaign', 'clicks'], removed))).toEqual([
      ['campaign', 'clicks'],
      ['C1', '12'],
      ['C2', '4'],
    ])
    expect(await rowsOf(user, reportOf('account', ['account', 'clicks'], inDollars))).toEqual([
      ['account', 'clicks'],
      ['E1', '16'],
    ])
  })

  it('convert amounts by the rate of their day', async () => {
    const { report, files } = await ready(user, reportOf('campaign', ['campaign', 'cost'], inMay))
    expect(report).toMatchObject({ statisticsCurrencyCode: 'EUR', rowCount: 1 })
    // 5 dollars of the 14th at 0.9, and 3.5 of the 15th at 0.8.
    expect(files).toEqual(['campaign,cost\nC1,7.3\n'])
  })

  it('fulfill all filters, each with days of its own', async () => {
    const clicks = (day: string, operator: string, value: number) => ({
      column: { columnName: 'clicks', startDate: day, endDate: day },
      operator,
      values: [value],
    })
    const filtered = (...filters: object[]) =>
      rowsOf(user, reportOf('keyword', ['keywordText'], { ...inDollars, filters }))
    const flowers = [['keywordText'], ['flowers']]
    const [many, few] = [
      clicks('2024-05-14', 'greaterThan', 9),
      clicks('2024-05-15', 'lessThanOrEqual', 2),
    ]
    expect(await filtered(many, few)).toEqual(flowers)
    expect(await filtered(many, clicks('2024-05-15', 'equals', 0))).toEqual([['keywordText']])
    const active = (word: string) => ({
      column: { columnName: 'status' },
      operator: 'equals',
      values: [word],
    })
    expect(await filtered(many, active('Active'))).toEqual(flowers)
    expect(await filtered(many, active('active'))).toEqual([['keywordText']])
  })

  it('narrow figures by segments that are not shown, without splitting rows', async () => {
    const filters = [
      { column: { columnName: 'deviceSegment' }, operator: 'in', values: ['Mobile', 'Tablet'] },
    ]
    expect(
      await rowsOf(user, reportOf('keyword', ['keywordText', 'impr'], { ...inDollars, filters })),
    ).toEqual([
      ['keywordText', 'impr'],
      ['flowers', '50'],
    ])
  })

  it('show a column twice, with headers and days of its own', async () => {
    const january = {
      columnName: 'clicks',
      headerText: 'One day',
      startDate: '2024-05-15',
      endDate: '2024-05-15',
    }
    const [from, to] = [
      { columnName: 'date', headerText: 'From' },
      { columnName: 'date', headerText: 'To' },
    ]
    expect(
      await rowsOf(user, reportOf('campaign', ['campaign', 'clicks', january], inDollars)),
    ).toEqual([
      ['campaign', 'clicks', 'One day'],
      ['C1', '12', '2'],
    ])
    expect(await rowsOf(user, reportOf('campaign', [from, to, 'clicks'], inDollars))).toEqual([
      ['From', 'To', 'clicks'],
      ['2024-05-14', '2024-05-14', '10'],
      ['2024-05-15', '2024-05-15', '2'],
    ])
  })

  it('are put together by columns', async () => {
    const body = reportOf(
      'keyword',
      [{ columnName: 'campaign', groupByColumn: true }, 'keywordText', 'impr', 'ctr'],
      inDollars,
    )
    expect((await generate(user, body)).json.rows).toEqual([
      { campaign: 'C1', impr: 1150, ctr: 0.010435 },
    ])
  })

  it('are put in the order of what is true of all that were put together', async () => {
    const orderBy = [{ column: { columnName: 'bidStrategyInherited' }, sortOrder: 'ascending' }]
    const columns = [{ columnName: 'campaign', groupByColumn: true }, 'impr']
    const body = reportOf('keyword', columns, { ...inDollars, orderBy })
    expect((await generate(user, body)).json.rows).toEqual([{ campaign: 'C1', impr: 1150 }])
  })

  it('have shares and averages by the impressions that they are of', async () => {
    const columns = ['keywordText', 'qualityScoreAvg']
    const rows = await rowsOf(user, reportOf('keyword', columns, inDollars))
    expect(rows).toContainEqual(['flowers', '5.666667'])
    expect(
      await rowsOf(
        user,
        reportOf('campaign', ['searchImpressionShare', 'searchTopImpressionShare'], inDollars),
      ),
    ).toEqual([
      ['searchImpressionShare', 'searchTopImpressionShare'],
      ['0.4', ''],
    ])
  })

  it('are those that have changed since a time', async () => {
    const changed = async (type: string, since: string) =>
      (
        await generate(
          user,
          reportOf(type, ['campaign'], { timeRange: { changedAttributesSinceTimestamp: since } }),
        )
      ).json.rows
    const since = String((await site.call('/_almanac/clock')).json.now)
    expect(await changed('campaign', since)).toEqual([])
    await tell(site, {
      'campaigns.csv': `advertiserId,accountId,campaignId,name,newId,dailyBudget
${ids.advertiser},${ids.account},${ids.campaign},C1,${ids.newCampaign},12.5`,
    })
    expect(await changed('campaign', since)).toEqual([{ campaign: 'C1' }])
    expect(await changed('keyword', since)).toEqual([])
  })

  it.each([
    "x' or 1=1 --",
    "'; drop table entities; --",
    '\\',
    '%',
    '";',
    '$$',
    ':name',
    '\u{1f600}',
  ])('take %s for a text like any other', async (text) => {
    const filters = [{ column: { columnName: 'campaign' }, operator: 'equals', values: [text] }]
    const columns = [{ columnName: 'campaign', headerText: text }, 'campaignId']
    const { json, status } = await generate(user, reportOf('campaign', columns, { filters }))
    expect([status, json.rows]).toEqual([200, []])
    const part = [
      { column: { columnName: 'campaign' }, operator: 'doesNotContainSubstring', values: [text] },
    ]
    const all = await generate(user, reportOf('campaign', columns, { filters: part }))
    expect(all.json.rows).toEqual([{ [text]: 'C1', campaignId: ids.campaign }])
  })

  it('are generated at once, sorted and in pages', async () => {
    const body = reportOf('keyword', ['keywordText', 'keywordId', 'clicks', 'ctr'], {
      ...inDollars,
      orderBy: [{ column: { columnName: 'clicks' }, sortOrder: 'descending' }],
      startRow: 0,
      rowCount: 2,
    })
    const { status, json } = await generate(user, body)
    expect(status).toBe(200)
    expect(json).toMatchObject({ kind: 'doubleclicksearch#report', rowCount: 2 })
    expect(json.rows).toEqual([
      { keywordText: 'flowers', keywordId: ids.keyword, clicks: 12, ctr: 0.010435 },
      { keywordText: 'tulips, red', keywordId: ids.secondKeyword, clicks: 0 },
    ])
  })
})

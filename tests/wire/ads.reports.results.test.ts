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
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('the rows of reports', (site) => {
  let user: AdsUser

  beforeAll(async () => {
    await tellPlatform(site)
    await tell(site, mayStatistics)
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

  it('leave removed entities out unless they are asked for, and keep their figures above', async () => {
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

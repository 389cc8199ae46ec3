import { beforeAll, describe, expect, it } from 'vitest'
import { AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, inMay, reportOf, request, scopes } from '../support/ads-reports.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

type Otherwise = Readonly<Record<string, unknown>>

const columnOf = (columnName: string) => ({ columnName })

const filter = (columnName: string, operator: string, ...values: unknown[]) => ({
  filters: [{ column: columnOf(columnName), operator, values }],
})

/** What is asked, and where the first refusal says that it is wrong. */
const refused: readonly (readonly [string, object, string])[] = [
  ['no type', reportOf('', ['campaign'], { reportType: undefined }), 'reportType'],
  ['an unknown type', reportOf('campaigns', ['campaign']), 'reportType'],
  ['no columns', reportOf('campaign', []), 'columns'],
  [
    '301 columns',
    reportOf(
      'campaign',
      Array.from({ length: 301 }, (_, at) => ({ columnName: 'campaign', headerText: `c${at}` })),
    ),
    'columns',
  ],
  ['a column in another case', reportOf('campaign', ['Clicks'], inMay), 'columns[0].columnName'],
  [
    'two names in a column',
    reportOf('campaign', [{ columnName: 'campaign', savedColumnName: 'ROAS' }]),
    'columns[0]',
  ],
  ['no name in a column', reportOf('campaign', [{ headerText: 'x' }]), 'columns[0]'],
  [
    'a start without an end',
    reportOf('campaign', [{ columnName: 'clicks', startDate: '2024-01-01' }], inMay),
    'columns[0].endDate',
  ],
  [
    'a date that is none',
    reportOf('campaign', ['clicks'], {
      timeRange: { startDate: '2024-02-30', endDate: '2024-03-01' },
    }),
    'timeRange.startDate',
  ],
  [
    'an end before the start',
    reportOf('campaign', ['clicks'], {
      timeRange: { startDate: '2024-03-02', endDate: '2024-03-01' },
    }),
    'timeRange.endDate',
  ],
  ['figures without a range', reportOf('campaign', ['clicks']), 'timeRange'],
  ['segments without a range', reportOf('campaign', ['date']), 'timeRange'],
  ['events without a range', reportOf('conversion', ['conversionId']), 'timeRange'],
  [
    'changed attributes of events',
    reportOf('conversion', ['conversionId'], {
      timeRange: { changedAttributesSinceTimestamp: '2026-01-01T00:00:00Z' },
    }),
    'timeRange.changedAttributesSinceTimestamp',
  ],
  [
    'changed attributes with figures',
    reportOf('campaign', ['clicks'], {
      timeRange: { changedAttributesSinceTimestamp: '2026-01-01T00:00:00Z' },
    }),
    'timeRange.changedAttributesSinceTimestamp',
  ],
  [
    'changed figures of long ago',
    reportOf('campaign', ['date', 'clicks'], {
      timeRange: { changedMetricsSinceTimestamp: '2013-07-16T10:16:23.555Z' },
    }),
    'timeRange.changedMetricsSinceTimestamp',
  ],
  [
    'a time that is none',
    reportOf('campaign', ['date', 'clicks'], {
      timeRange: { changedMetricsSinceTimestamp: 'yesterday' },
    }),
    'timeRange.changedMetricsSinceTimestamp',
  ],
  [
    'two kinds of range',
    reportOf('campaign', ['date', 'clicks'], {
      timeRange: { ...inMay.timeRange, changedAttributesSinceTimestamp: '2026-01-01T00:00:00Z' },
    }),
    'timeRange',
  ],
  [
    'a scope with a gap',
    reportOf('campaign', ['campaign'], {
      reportScope: { agencyId: ids.agency, campaignId: ids.campaign },
    }),
    'reportScope.engineAccountId',
  ],
  [
    'no scope',
    reportOf('campaign', ['campaign'], { reportScope: undefined, statisticsCurrency: 'usd' }),
    'reportScope',
  ],
  [
    'no currency',
    reportOf('campaign', ['campaign'], { statisticsCurrency: undefined }),
    'statisticsCurrency',
  ],
  [
    'another currency',
    reportOf('campaign', ['campaign'], { statisticsCurrency: 'EUR' }),
    'statisticsCurrency',
  ],
  [
    'the currency of no account',
    reportOf('campaign', ['campaign'], { statisticsCurrency: 'account' }),
    'statisticsCurrency',
  ],
  [
    'the currency of no agency',
    reportOf('advertiser', ['advertiser'], {
      reportScope: undefined,
      statisticsCurrency: 'agency',
    }),
    'statisticsCurrency',
  ],
  [
    'an agency without a currency',
    reportOf('campaign', ['campaign'], { statisticsCurrency: 'agency' }),
    'statisticsCurrency',
  ],
  [
    'saved columns of several advertisers',
    reportOf('campaign', [{ savedColumnName: 'ROAS' }], {
      ...inMay,
      reportScope: scopes.agency,
      statisticsCurrency: 'usd',
    }),
    'columns[0].savedColumnName',
  ],
  [
    'an unknown saved column',
    reportOf('campaign', [{ savedColumnName: 'ROI' }], inMay),
    'columns[0].savedColumnName',
  ],
  [
    'a saved column with a space',
    reportOf('campaign', [{ savedColumnName: 'ROAS ' }], inMay),
    'columns[0].savedColumnName',
  ],
  [
    'a custom metric that is none',
    reportOf('campaign', [{ customMetricName: 'channel' }], inMay),
    'columns[0].customMetricName',
  ],
  [
    'a custom dimension that is none',
    reportOf('campaign', [{ customDimensionName: 'margin' }], inMay),
    'columns[0].customDimensionName',
  ],
  [
    'custom metrics where there are no figures',
    reportOf('floodlightActivity', [{ customMetricName: 'margin' }]),
    'columns[0].customMetricName',
  ],
  ['two columns of one header', reportOf('campaign', ['campaign', 'campaign']), 'columns[1]'],
  [
    'a header of two lines',
    reportOf('campaign', [{ columnName: 'campaign', headerText: 'a\nb' }]),
    'columns[0].headerText',
  ],
  [
    'another source',
    reportOf('campaign', [{ columnName: 'campaign', platformSource: 'other' }]),
    'columns[0].platformSource',
  ],
  [
    'a perspective of campaigns',
    reportOf('campaign', [{ columnName: 'campaign', productReportPerspective: 'sold' }]),
    'columns[0].productReportPerspective',
  ],
  [
    'isNull with a value',
    reportOf('campaign', ['campaign'], filter('campaign', 'isNull', 'x')),
    'filters[0].values',
  ],
  [
    'equals with two values',
    reportOf('campaign', ['campaign'], filter('campaign', 'equals', 'x', 'y')),
    'filters[0].values',
  ],
  [
    'equals without a value',
    reportOf('campaign', ['campaign'], filter('campaign', 'equals')),
    'filters[0].values',
  ],
  [
    'startsWith of numbers',
    reportOf('campaign', ['campaign'], { ...inMay, ...filter('clicks', 'startsWith', '1') }),
    'filters[0].operator',
  ],
  [
    'containsElement of a text',
    reportOf('campaign', ['campaign'], filter('campaign', 'containsElement', 'x')),
    'filters[0].operator',
  ],
  [
    'lessThan of a list',
    reportOf('campaign', ['campaign'], filter('campaignLabels', 'lessThan', 'x')),
    'filters[0].operator',
  ],
  [
    'an unknown operator',
    reportOf('campaign', ['campaign'], filter('campaign', 'equal', 'x')),
    'filters[0].operator',
  ],
  [
    'a column that cannot be filtered',
    reportOf('campaign', ['campaign'], {
      ...inMay,
      ...filter('searchImpressionShare', 'equals', 'x'),
    }),
    'filters[0].column',
  ],
  [
    'a word for a number',
    reportOf('campaign', ['campaign'], { ...inMay, ...filter('clicks', 'equals', 'many') }),
    'filters[0].values[0]',
  ],
  [
    'an object for a value',
    reportOf('campaign', ['campaign'], filter('campaign', 'equals', { a: 1 })),
    'filters[0].values[0]',
  ],
  [
    '301 values',
    reportOf(
      'campaign',
      ['campaign'],
      filter('campaign', 'in', ...Array.from({ length: 301 }, String)),
    ),
    'filters',
  ],
  [
    'several zones',
    reportOf('campaign', ['clicks'], { ...inMay, verifySingleTimeZone: true }),
    'verifySingleTimeZone',
  ],
]

const ofFiles: readonly (readonly [string, Otherwise, string])[] = [
  ['no format', { downloadFormat: undefined }, 'downloadFormat'],
  ['another format', { downloadFormat: 'xlsx' }, 'downloadFormat'],
  ['no rows per file', { maxRowsPerFile: undefined }, 'maxRowsPerFile'],
  ['few rows per file', { maxRowsPerFile: 500_000 }, 'maxRowsPerFile'],
  ['too many rows per file', { maxRowsPerFile: 100_000_001 }, 'maxRowsPerFile'],
]

const ofPages: readonly (readonly [string, Otherwise, string])[] = [
  ['too many rows', { rowCount: 10_001 }, 'rowCount'],
  ['fewer rows than none', { rowCount: -1 }, 'rowCount'],
  ['a first row far away', { startRow: 50_001 }, 'startRow'],
  [
    'no direction',
    { orderBy: [{ column: columnOf('campaign'), sortOrder: 'up' }] },
    'orderBy[0].sortOrder',
  ],
  ['an order by nothing', { orderBy: [{}] }, 'orderBy[0].column'],
  [
    'groups by figures',
    { ...inMay, columns: [{ columnName: 'clicks', groupByColumn: true }] },
    'columns[0].groupByColumn',
  ],
  [
    'groups by a formula',
    { ...inMay, columns: [{ savedColumnName: 'ROAS', groupByColumn: true }] },
    'columns[0].groupByColumn',
  ],
]

onEveryEngine('requests for reports', (site) => {
  let user: AdsUser

  beforeAll(async () => {
    await tellPlatform(site)
    user = await newAdsUser(site)
  })

  const isRefused = async (call: typeof request, body: object, location: string) => {
    const reply = await call(user, body)
    expect(reply.status).toBe(400)
    expect(reply.json.error!.errors[0]).toMatchObject({
      domain: 'global',
      location,
      locationType: 'parameter',
    })
  }

  describe('of files', () => {
    it.each([...refused])('are refused with %s', (_, body, location) =>
      isRefused(request, body, location),
    )

    it.each([...ofFiles])('are refused with %s', (_, otherwise, location) =>
      isRefused(request, reportOf('campaign', ['campaign'], otherwise), location),
    )
  })

  describe('of rows', () => {
    it.each([...refused])('are refused with %s', (_, body, location) =>
      isRefused(generate, body, location),
    )

    it.each([...ofPages])('are refused with %s', (_, otherwise, location) =>
      isRefused(generate, reportOf('campaign', ['campaign'], otherwise), location),
    )
  })

  it('leave no report behind when they are refused', async () => {
    const another = await newAdsUser(site)
    await request(another, reportOf('campaign', ['Clicks'], inMay))
    const { json } = await another.almanac('/ads/reports')
    expect(json.items).toEqual([])
  })

  it('name all bad columns at once, with what was probably meant', async () => {
    const { json } = await request(
      user,
      reportOf('campaign', ['Clicks', 'campaign', 'imprs'], inMay),
    )
    expect(json.error!.errors.map(({ location }) => location)).toEqual([
      'columns[0].columnName',
      'columns[2].columnName',
    ])
    expect(json.error!.errors[0]!.message).toContain('Did you mean clicks?')
    expect(json.error!.errors[1]!.message).toContain('Did you mean impr?')
  })

  it('are refused to those without a grant, and of what is not there', async () => {
    const stranger = await newAdsUser(site, { on: ['--advertiser', ids.otherAdvertiser] })
    const report = reportOf('campaign', ['campaign'])
    expectRefusal(await request(stranger, report), { status: 403, reason: 'forbidden' })
    expectRefusal(await generate(stranger, report), { status: 403, reason: 'forbidden' })
    const nowhere = { agencyId: ids.agency, advertiserId: '1' }
    expectRefusal(
      await request(user, reportOf('campaign', ['campaign'], { reportScope: nowhere })),
      { status: 404, reason: 'notFound' },
    )
    const elsewhere = { ...scopes.account, campaignId: '1' }
    expectRefusal(
      await request(user, reportOf('campaign', ['campaign'], { reportScope: elsewhere })),
      { status: 404, reason: 'notFound' },
    )
    const unknown = { agencyId: '1' }
    expectRefusal(
      await request(
        user,
        reportOf('campaign', ['campaign'], { reportScope: unknown, statisticsCurrency: 'usd' }),
      ),
      { status: 404, reason: 'notFound' },
    )
  })

  it('need no scope to list the advertisers that one sees', async () => {
    const body = {
      reportType: 'advertiser',
      columns: ['agency', 'agencyId', 'advertiser', 'advertiserId'].map(columnOf),
      statisticsCurrency: 'usd',
    }
    const { json } = await generate(user, body)
    expect(json.rows).toEqual([
      {
        agency: 'Agency A',
        agencyId: ids.agency,
        advertiser: 'Advertiser V',
        advertiserId: ids.advertiser,
      },
    ])
    expect(json.statisticsTimeZone).toBeUndefined()
    const nobody = new AdsUser(await site.user())
    expect((await generate(nobody, body)).json.rows).toEqual([])
    const figures = { ...body, columns: [...body.columns, columnOf('clicks')], ...inMay }
    expect((await generate(nobody, figures)).json.rows).toEqual([])
  })

  it('take words for truth, numbers for ids and values in other forms', async () => {
    const body = reportOf('campaign', ['campaign'], {
      includeRemovedEntities: 'False',
      reportScope: { agencyId: Number(20700000000000125n), advertiserId: ids.advertiser },
      ...filter('campaignId', 'in', Number(ids.campaign), ids.removedCampaign),
    })
    expect((await generate(user, { ...body, reportScope: scopes.advertiser })).json.rows).toEqual(
      [],
    )
    expect(
      (
        await generate(user, {
          ...body,
          ...filter('campaignId', 'in', ids.campaign),
          reportScope: scopes.advertiser,
        })
      ).json.rows,
    ).toEqual([{ campaign: 'C1' }])
  })
})

onEveryEngine(
  'a server that generates as little as the original',
  (site) => {
    it('generates reports about advertisers and accounts only', async () => {
      await tellPlatform(site)
      const user = await newAdsUser(site)
      expectRefusal(await generate(user, reportOf('campaign', ['campaign'])), {
        status: 400,
        reason: 'invalid',
        location: 'reportType',
      })
      expect((await generate(user, reportOf('account', ['account']))).status).toBe(200)
    })
  },
  { ALMANAC_REPORTS_AT_ONCE: 'few' },
)

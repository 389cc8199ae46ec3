import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, inMay, ready, reportOf, request } from '../support/ads-reports.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const filtered = (columnName: string, operator: string, ...values: unknown[]) => ({
  filters: [{ column: { columnName }, operator, values }],
})

/** What is asked, where it is refused, and the pair that the refusal names. */
const unknown: readonly (readonly [string, object, string, string])[] = [
  [
    'clicks by activity',
    reportOf('keyword', ['floodlightActivity', 'dfaRevenue', 'clicks'], inMay),
    'columns[2]',
    'clicks is not known by floodlightActivity',
  ],
  [
    'visits by group of activities',
    reportOf('campaign', ['visits', 'floodlightGroupId'], inMay),
    'columns[0]',
    'visits is not known by floodlightGroupId',
  ],
  [
    'shares by device',
    reportOf('campaign', ['deviceSegment', 'searchImpressionShare'], inMay),
    'columns[1]',
    'searchImpressionShare is not known by deviceSegment',
  ],
  [
    'quality scores by ad',
    reportOf('keyword', ['adId', 'qualityScoreAvg'], inMay),
    'columns[1]',
    'qualityScoreAvg is not known by adId',
  ],
  [
    'clicks by extension and device',
    reportOf('campaign', ['feedItemId', 'deviceSegment', 'clicks'], inMay),
    'columns[2]',
    'clicks is not known by deviceSegment',
  ],
  [
    'clicks by a custom dimension',
    reportOf('campaign', [{ customDimensionName: 'channel' }, 'clicks'], inMay),
    'columns[1]',
    'clicks is not known by channel',
  ],
  [
    'a saved column with cost by activity',
    reportOf('campaign', ['floodlightActivityId', { savedColumnName: 'ROAS' }], inMay),
    'columns[1]',
    'cost is not known by floodlightActivityId',
  ],
  [
    'a filter on clicks by activity',
    reportOf('campaign', ['floodlightActivityId', 'dfaActions'], {
      ...inMay,
      ...filtered('clicks', 'greaterThan', 0),
    }),
    'filters[0].column',
    'clicks is not known by floodlightActivityId',
  ],
]

const known: readonly (readonly [string, object])[] = [
  ['conversions by activity', reportOf('keyword', ['floodlightActivity', 'dfaRevenue'], inMay)],
  [
    'clicks by device and week',
    reportOf('keyword', ['deviceSegment', 'weekStart', 'clicks'], inMay),
  ],
  ['clicks by ad', reportOf('keyword', ['adId', 'clicks', 'dfaActions'], inMay)],
  ['clicks by extension', reportOf('campaign', ['feedItemId', 'clicks'], inMay)],
  ['shares by date', reportOf('campaign', ['date', 'searchImpressionShare'], inMay)],
  ['a saved column by date', reportOf('campaign', ['date', { savedColumnName: 'ROAS' }], inMay)],
]

onEmbeddedServer(
  'a server that is strict about segments',
  (site) => {
    let user: AdsUser

    beforeAll(async () => {
      await tellPlatform(site)
      user = await newAdsUser(site)
    })

    it.each([...unknown])('refuses %s', async (_, body, location, pair) => {
      for (const call of [request, generate]) {
        const { status, json } = await call(user, body)
        expect(status).toBe(400)
        expect(json.error!.errors).toHaveLength(1)
        expect(json.error!.errors[0]).toMatchObject({ reason: 'invalid', location })
        expect(json.error!.errors[0]!.message).toContain(pair)
      }
      expect((await user.almanac('/ads/reports')).json.items).toEqual([])
    })

    it.each([...known])('accepts %s', async (_, body) => {
      expect((await generate(user, body)).status).toBe(200)
    })

    it('writes truth as digits if that is set', async () => {
      const columns = ['keywordText', 'isDisplayKeyword', 'bidStrategyInherited']
      const { files } = await ready(user, reportOf('keyword', columns))
      expect(files[0]).toMatch(/^keywordText,isDisplayKeyword,bidStrategyInherited\n/)
      expect(
        files[0]!
          .trimEnd()
          .split('\n')
          .slice(1)
          .map((line) => line.split(',').at(-1)),
      ).toEqual(['0', '0', '0'])
      const { json } = await generate(user, reportOf('keyword', columns))
      expect(json.rows).toContainEqual({ keywordText: 'roses', bidStrategyInherited: false })
    })
  },
  { ALMANAC_REPORT_SEGMENTS: 'strict', ALMANAC_REPORT_BOOLEANS: 'digits' },
)

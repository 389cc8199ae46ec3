import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, inMay, mayStatistics, reportOf, scopes } from '../support/ads-reports.ts'
import { ofKeyword } from '../support/conversion-rows.ts'
import { runsAt } from '../support/property-runs.ts'
import { onServers } from '../support/sites.ts'

interface Column {
  readonly name: string
  readonly behaviour: string
}

interface Type {
  readonly name: string
  readonly columns: readonly Column[]
}

const own: readonly object[] = [
  { savedColumnName: 'ROAS' },
  { savedColumnName: 'Share of clicks' },
  { customMetricName: 'margin' },
  { customDimensionName: 'channel' },
]

const operators = [
  'equals',
  'notEquals',
  'in',
  'lessThan',
  'greaterThanOrEqual',
  'isNull',
  'isNotNull',
  'startsWith',
  'doesNotContainSubstring',
  'containsElement',
]

const values = [0, 1.5, -3, '2024-05-14', 'Active', "o'clock", true, ids.keyword, '', 'é"\\%']

const days = { startDate: '2024-05-14', endDate: '2024-05-15' }

/** Requests that are mostly right, of everything that there is. */
const requestsOf = (types: readonly Type[]) =>
  fc.constantFrom(...types).chain((type) => {
    const name = fc.constantFrom(...type.columns.map((column) => column.name))
    const column = fc.oneof(
      { weight: 8, arbitrary: name.map((columnName): object => ({ columnName })) },
      { weight: 1, arbitrary: name.map((columnName): object => ({ columnName, ...days })) },
      { weight: 2, arbitrary: fc.constantFrom(...own) },
    )
    const shown = fc.record({ column, isGrouped: fc.boolean() })
    return fc.record({
      reportType: fc.constant(type.name),
      columns: fc
        .tuple(fc.array(shown, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 9 }))
        .map(([list, chance]) =>
          list.map(({ column, isGrouped }, index) => ({
            ...column,
            headerText: `c${index}`,
            ...(chance === 0 && isGrouped && { groupByColumn: true }),
          })),
        ),
      filters: fc.array(
        fc.record({
          column,
          operator: fc.constantFrom(...operators),
          values: fc.array(fc.constantFrom(...values), { maxLength: 2 }),
        }),
        { maxLength: 2 },
      ),
      orderBy: fc.array(
        fc.record({ column, sortOrder: fc.constantFrom('ascending', 'descending') }),
        { maxLength: 2 },
      ),
      includeRemovedEntities: fc.boolean(),
      statisticsCurrency: fc.constantFrom('usd', 'advertiser'),
      reportScope: fc.constantFrom(scopes.advertiser, scopes.account),
    })
  })

onServers('any request for a report', (site) => {
  let user: AdsUser
  let types: readonly Type[]

  beforeAll(async () => {
    await tellPlatform(site, mayStatistics)
    user = await newAdsUser(site)
    const at = Temporal.Instant.from('2024-05-14T12:00:00Z').epochMilliseconds
    await user.insert(
      ofKeyword({
        conversionTimestamp: String(at),
        customDimension: [{ name: 'channel', value: 'shop' }],
      }),
    )
    types = (await user.almanac('/ads/reportTypes')).json.items as unknown as Type[]
  })

  it('is answered or refused', async () => {
    let answered = 0
    await fc.assert(
      fc.asyncProperty(requestsOf(types), async ({ reportType, columns, ...otherwise }) => {
        const body = reportOf(reportType, columns as never, { ...inMay, ...otherwise })
        const { status, text } = await generate(user, body)
        expect([200, 400], text).toContain(status)
        if (status === 200) answered += 1
      }),
      { numRuns: runsAt(site.place, 120) },
    )
    // Shows that the requests are not all refused, which would try little.
    expect(answered).toBeGreaterThan(0)
  })
})

import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import {
  generate,
  inMay,
  ready,
  reportOf,
  request,
  rowsOf,
  settled,
} from '../support/ads-reports.ts'
import { ofKeyword } from '../support/conversion-rows.ts'
import { onServers } from '../support/sites.ts'

const most = '9223372036854775807'
const conversionTimestamp = String(Temporal.Instant.from('2024-05-14T10:00:00Z').epochMilliseconds)

onServers('the largest numbers of conversions in reports', (site) => {
  let user: AdsUser

  beforeAll(async () => {
    await tellPlatform(site, {
      'activities.csv': `advertiserId,activityId,name,groupId,groupName,type,weight
${ids.advertiser},26260,Heavy,2,Calls,Action,999999999.999999`,
      'savedColumns.csv': `advertiserId,name,formula
${ids.advertiser},Trillions,dfaActions * 1000000000000
${ids.advertiser},Cube,dfaActions * dfaActions * dfaActions
${ids.advertiser},Boundless,${Array.from({ length: 22 }, () => 'dfaActions').join(' * ')}`,
    })
    user = await newAdsUser(site)
    const counted = { conversionTimestamp, countMillis: most }
    const inserted = await user.insert(
      ofKeyword({ ...counted, quantityMillis: most }),
      ofKeyword({ ...counted, quantityMillis: '1' }),
      ofKeyword({ ...counted, segmentationName: 'Heavy' }),
    )
    expect(inserted.status, inserted.text).toBe(200)
  })

  it('are counted, weighed and summed exactly', async () => {
    const columns = ['floodlightActivity', 'dfaActions', 'dfaWeightedActions']
    expect(await rowsOf(user, reportOf('keyword', columns, inMay))).toEqual([
      columns,
      ['Call', '18446744073709552', '36893488147419103.228'],
      ['Heavy', '9223372036854776', '9223372036854766583627963.145224'],
    ])
    expect(await rowsOf(user, reportOf('campaign', columns.slice(1), inMay))).toEqual([
      columns.slice(1),
      ['27670116110564327', '9223372073748254731047066.373224'],
    ])
  })

  it('can be filtered by, like the largest ids', async () => {
    const counted = (columnName: string, operator: string, value: unknown) =>
      rowsOf(
        user,
        reportOf('campaign', ['dfaActions'], {
          ...inMay,
          filters: [{ column: { columnName }, operator, values: [value] }],
        }),
      )
    const found = [['dfaActions'], ['27670116110564327']]
    const none = [['dfaActions']]
    expect(await counted('dfaActions', 'equals', '27670116110564327')).toEqual(found)
    expect(await counted('dfaActions', 'greaterThan', most)).toEqual(none)
    expect(await counted('dfaActions', 'lessThan', 1e21)).toEqual(found)
    const weighted = '9223372073748254731047066.373224'
    expect(await counted('dfaWeightedActions', 'equals', weighted)).toEqual(found)
    expect(await counted('dfaWeightedActions', 'greaterThan', weighted)).toEqual(none)
    expect(await counted('campaignId', 'lessThan', most)).toEqual(found)
    expect(await counted('campaignId', 'equals', '9'.repeat(30))).toEqual(none)
    expect(await counted('campaignId', 'notEquals', most)).toEqual(found)
  })

  it('are quantities of single conversions, one by default, which can be filtered by', async () => {
    const columns = ['conversionQuantity']
    const quantities = (operator: string, ...values: unknown[]) =>
      rowsOf(
        user,
        reportOf('conversion', columns, {
          ...inMay,
          filters: [{ column: { columnName: 'conversionQuantity' }, operator, values }],
        }),
      )
    const all = [['0.001'], ['1'], ['9223372036854775.807']]
    expect(await quantities('isNotNull')).toEqual([columns, ...all])
    expect(await quantities('greaterThan', 1)).toEqual([columns, ['9223372036854775.807']])
  })

  it('fit into every form of file', async () => {
    const report = reportOf('campaign', ['dfaActions', 'dfaWeightedActions'], inMay)
    for (const downloadFormat of ['csv', 'tsv', 'jsonl', 'parquet']) {
      const { report: made } = await ready(user, { ...report, downloadFormat })
      expect(made.rowCount).toBe(1)
    }
  })

  it('leave formulas an answer, whatever comes of them', async () => {
    const columns = [{ savedColumnName: 'Trillions' }, { savedColumnName: 'Cube' }]
    const { status, json } = await generate(user, reportOf('campaign', columns, inMay))
    expect(status).toBe(200)
    const [row] = json.rows as Record<string, number>[]
    expect(row!.Trillions! / 27670116110564327e12).toBeCloseTo(1, 12)
  })

  it('fail only their report if they exceed every number', async () => {
    const report = reportOf('campaign', [{ savedColumnName: 'Boundless' }], inMay)
    const { json } = await request(user, report)
    // One engine has no answer, and the other an empty one.
    expect([200, 410]).toContain((await settled(user, json.id)).status)
    expect([200, 400]).toContain((await generate(user, report)).status)
    expect((await generate(user, reportOf('campaign', ['dfaActions'], inMay))).status).toBe(200)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { conversionsIn, expectBadRows, type WireConversion } from '../support/conversion-answers.ts'
import { byNewIds, clicked, ofKeyword } from '../support/conversion-rows.ts'
import { onEmbeddedServer } from '../support/sites.ts'

onEmbeddedServer('changing conversions', (site) => {
  let user: AdsUser

  beforeAll(async () => {
    await tellPlatform(site)
    user = await newAdsUser(site)
  })

  const insert = async (row: object): Promise<WireConversion> =>
    conversionsIn(await user.insert(row))[0]!

  const stored = async (conversionId: unknown): Promise<WireConversion | undefined> =>
    conversionsIn(await user.list()).find((row) => row.conversionId === conversionId)

  /** What names a conversion that came of a click. */
  const named = (row: ReturnType<typeof clicked>) => ({
    conversionId: row.conversionId,
    conversionTimestamp: row.conversionTimestamp,
    clickId: row.clickId,
    type: row.type,
  })

  it('accepts another revenue, and returns the updated conversion', async () => {
    const row = clicked()
    const before = await insert(row)
    await site.call('/_almanac/clock', { method: 'POST', body: { advance: 'PT1S' } })
    const change = { ...named(row), revenueMicros: '5000000', currencyCode: 'EUR' }
    const [after] = conversionsIn(await user.update(change))
    expect(after).toEqual({
      ...before,
      revenueMicros: '5000000',
      conversionModifiedTimestamp: after!.conversionModifiedTimestamp,
    })
    expect(Number(after!.conversionModifiedTimestamp)).toBeGreaterThan(
      Number(before.conversionModifiedTimestamp),
    )
    expect(await stored(row.conversionId)).toEqual(after)
  })

  it('removes, removes again without effect, and restores', async () => {
    const row = clicked()
    await insert(row)
    const amounts = { revenueMicros: row.revenueMicros, currencyCode: row.currencyCode }
    const set = (state: string) => user.update({ ...named(row), ...amounts, state })
    const [removed] = conversionsIn(await set('REMOVED'))
    expect(removed!.state).toBe('REMOVED')
    expect(conversionsIn(await set('DELETED'))).toEqual([removed])
    expectBadRows(await user.insert(row), { index: 0, code: '0x0000011A' })
    const [restored] = conversionsIn(await set('Active'))
    expect(restored!.state).toBe('ACTIVE')
  })

  it('keeps custom variables that it does not name', async () => {
    const row = clicked({
      customMetric: [{ name: 'margin', value: 1 }],
      customDimension: [{ name: 'channel', value: 'phone' }],
    })
    await insert(row)
    const amounts = { revenueMicros: row.revenueMicros, currencyCode: row.currencyCode }
    const customMetric = [{ name: 'margin', value: 2 }]
    const change = { ...named(row), ...amounts, customMetric, floodlightOrderId: 'o-2' }
    const [after] = conversionsIn(await user.update(change))
    expect(after).toMatchObject({
      customMetric,
      customDimension: [{ name: 'channel', value: 'phone' }],
      floodlightOrderId: 'o-2',
    })
  })

  it('finds a conversion by its keyword, and by the ids of the new experience', async () => {
    const row = ofKeyword({ quantityMillis: '1000' })
    await insert(row)
    const [after] = conversionsIn(await user.update({ ...row, quantityMillis: '3000' }))
    expect(after!.quantityMillis).toBe('3000')
    const renamed = byNewIds({ quantityMillis: '1000' })
    await insert(renamed)
    const [answer] = conversionsIn(await user.update({ ...renamed, quantityMillis: '4000' }))
    expect(answer).toMatchObject({ quantityMillis: '4000', customerId: ids.customer })
    expectBadRows(await user.update({ ...renamed, criterionId: '7002', quantityMillis: '5000' }), {
      index: 0,
      code: '0x00000F07',
    })
  })

  describe('is refused, and changes nothing,', () => {
    it.each([
      ['without the revenue that there is', { revenueMicros: undefined }, '0x00000F01'],
      ['without the currency that there is', { currencyCode: undefined }, '0x00000F01'],
      ['with another type', { type: 'ACTION' }, '0x00000F07'],
      ['with another activity', { segmentationName: 'Call' }, '0x00000F07'],
      ['with another keyword', { criterionId: ids.secondKeyword }, '0x00000F07'],
      [
        'with a metric twice',
        {
          customMetric: [
            { name: 'margin', value: 1 },
            { name: 'margin', value: 2 },
          ],
        },
        '0x00000F02',
      ],
      ['with an unknown metric', { customMetric: [{ name: 'x', value: 1 }] }, '0x00000116'],
      ['with a bad amount', { revenueMicros: '-5' }, '0x00000F02'],
      ['with an unknown click', { clickId: 'nobody' }, '0x00000101'],
      ['with nothing to find it by', { clickId: undefined }, '0x00000F01'],
      ['by an unknown id', { conversionId: 'nobody' }, '0x0000011B'],
      ['at another time', { conversionTimestamp: '1700000000000' }, '0x0000011B'],
    ])('%s', async (_, otherwise, code) => {
      const row = clicked()
      const before = await insert(row)
      const amounts = { revenueMicros: '7', currencyCode: 'EUR' }
      const change = { ...named(row), ...amounts, ...otherwise }
      expectBadRows(await user.update(change), { index: 0, code })
      expect(await stored(row.conversionId)).toEqual(before)
    })

    it('through a click that is older than 60 days, while its keyword still finds it', async () => {
      const row = clicked({ clickId: ids.agingClick })
      const before = await insert(row)
      await site.call('/_almanac/clock', { method: 'POST', body: { advance: 'P2D' } })
      const change = { revenueMicros: '1', currencyCode: 'EUR' }
      expectBadRows(await user.update({ ...named(row), ...change }), {
        index: 0,
        code: '0x00000101',
      })
      const { agencyId, advertiserId, engineAccountId, campaignId, adGroupId, criterionId } = before
      const lineage = {
        agencyId,
        advertiserId,
        engineAccountId,
        campaignId,
        adGroupId,
        criterionId,
      }
      const { clickId: _, ...unclicked } = named(row)
      const [after] = conversionsIn(await user.update({ ...unclicked, ...lineage, ...change }))
      expect(after!.revenueMicros).toBe('1')
    })
  })

  it('changes the good rows of a batch and names the bad ones', async () => {
    const [one, other] = [ofKeyword({ quantityMillis: '1' }), ofKeyword({ quantityMillis: '1' })]
    conversionsIn(await user.insert(one, other))
    const rows = [
      { ...one, quantityMillis: '9' },
      { ...other, type: 'TRANSACTION', quantityMillis: '9' },
      { ...one, quantityMillis: '10' },
    ]
    expectBadRows(
      await user.update(...rows),
      { index: 1, code: '0x00000F07' },
      { index: 2, code: '0x0000011F' },
    )
    expect((await stored(one.conversionId))!.quantityMillis).toBe('9')
    expect((await stored(other.conversionId))!.quantityMillis).toBe('1')
  })
})

onEmbeddedServer(
  'uploads that are taken whole or not at all',
  (site) => {
    it('store nothing beside a bad row', async () => {
      await tellPlatform(site)
      const user = await newAdsUser(site)
      const good = clicked()
      expectBadRows(await user.insert(good, clicked({ clickId: 'nobody' })), {
        index: 1,
        code: '0x00000101',
      })
      expect(await user.allIds()).toEqual([])
      conversionsIn(await user.insert(good))
      expect(await user.allIds()).toEqual([good.conversionId])
    })
  },
  { ALMANAC_CONVERSION_BATCHES: 'whole' },
)

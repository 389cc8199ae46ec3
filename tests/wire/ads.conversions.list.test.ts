import { beforeAll, describe, expect, it } from 'vitest'
import { AdsUser, ids, newAdsUser, runAds, tellPlatform } from '../support/ads-platform.ts'
import { conversionsIn, idsIn } from '../support/conversion-answers.ts'
import { byNewIds, newConversionId, ofKeyword } from '../support/conversion-rows.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onServers } from '../support/sites.ts'

const at = (text: string) => String(Temporal.Instant.from(text).epochMilliseconds)

onServers('listing conversions', (site) => {
  let user: AdsUser
  const rows = Array.from({ length: 2500 }, (_, index) =>
    ofKeyword({
      conversionId: `c${String(index).padStart(4, '0')}`,
      conversionTimestamp: String(
        Temporal.Instant.from('2024-03-01T10:00:00Z').epochMilliseconds + index * 60_000,
      ),
    }),
  )

  beforeAll(async () => {
    await tellPlatform(site)
    user = await newAdsUser(site)
    for (let begin = 0; begin < rows.length; begin += 1000) {
      conversionsIn(await user.insert(...rows.slice(begin, begin + 1000)))
    }
  })

  const march = { startDate: 20240301, endDate: 20240331 }

  it('returns pages that join to the whole, in the order of time', async () => {
    const pages = []
    for (const startRow of [0, 1000, 2000]) {
      pages.push(idsIn(await user.list({ ...march, startRow })))
    }
    expect(pages.map(({ length }) => length)).toEqual([1000, 1000, 500])
    expect(pages.flat()).toEqual(rows.map(({ conversionId }) => conversionId))
  })

  it('returns any window of any size', async () => {
    for (const [startRow, rowCount] of [
      [0, 1],
      [839, 2],
      [840, 7],
      [2279, 3],
      [2499, 1000],
    ] as const) {
      const wanted = rows.slice(startRow, startRow + rowCount)
      expect(idsIn(await user.list({ ...march, startRow, rowCount }))).toEqual(
        wanted.map(({ conversionId }) => conversionId),
      )
      const narrow = { campaignId: ids.campaign, adGroupId: ids.adGroup, criterionId: ids.keyword }
      expect(idsIn(await user.list({ ...march, ...narrow, startRow, rowCount }))).toEqual(
        wanted.map(({ conversionId }) => conversionId),
      )
    }
  })

  it('goes by the dates of the zone in which the advertiser counts', async () => {
    const late = ofKeyword({ conversionTimestamp: at('2024-04-01T22:30:00Z') })
    conversionsIn(await user.insert(late))
    const on = async (day: number) => idsIn(await user.list({ startDate: day, endDate: day }))
    expect(await on(20240401)).toEqual([])
    expect(await on(20240402)).toEqual([late.conversionId])
  })

  it('narrows to a campaign and to what it contains', async () => {
    const one = ofKeyword({
      conversionTimestamp: at('2024-05-01T12:00:00Z'),
      criterionId: ids.secondKeyword,
      adId: ids.ad,
    })
    const other = ofKeyword({
      conversionTimestamp: at('2024-05-01T12:00:01Z'),
      criterionId: ids.campaignKeyword,
      adGroupId: undefined,
    })
    conversionsIn(await user.insert(other, one))
    const may = { startDate: 20240501, endDate: 20240531 }
    const found = async (more: Record<string, string>) =>
      idsIn(await user.list({ ...may, ...more }))
    const { campaign: campaignId, adGroup: adGroupId } = ids
    const both = [one.conversionId, other.conversionId]
    expect(await found({})).toEqual(both)
    expect(await found({ campaignId })).toEqual(both)
    expect(await found({ campaignId: ids.removedCampaign })).toEqual([])
    expect(await found({ campaignId, adGroupId })).toEqual([one.conversionId])
    expect(await found({ campaignId, adGroupId, adId: ids.ad })).toEqual([one.conversionId])
    expect(await found({ campaignId, criterionId: ids.campaignKeyword })).toEqual([
      other.conversionId,
    ])
    expect(idsIn(await user.list(may, ids.secondAccount))).toEqual([])
  })

  describe('of a client account by its new id', () => {
    const path = (customerId: string, more = '') =>
      `/customer/${customerId}/conversion?startDate=20240601&endDate=20240630&rowCount=10&startRow=0${more}`

    it('returns the ids of the new experience', async () => {
      const conversionTimestamp = at('2024-06-01T12:00:00Z')
      const conversionId = newConversionId()
      conversionsIn(await user.insert(byNewIds({ conversionId, conversionTimestamp })))
      for (const customerId of [ids.customer, '123-123-1234']) {
        expect(conversionsIn(await user.call(path(customerId)))).toEqual([
          expect.objectContaining({
            conversionId,
            customerId: ids.customer,
            campaignId: ids.newCampaign,
            adGroupId: ids.newAdGroup,
            criterionId: ids.newKeyword,
          }),
        ])
      }
      const narrow = `&campaignId=${ids.newCampaign}&adGroupId=${ids.newAdGroup}`
      const of = (keyword: string) =>
        user.call(path(ids.customer, `${narrow}&criterionId=${keyword}`))
      expect(idsIn(await of(ids.newKeyword))).toEqual([conversionId])
      expect(idsIn(await of('7002'))).toEqual([])
      expect(idsIn(await of('1'))).toEqual([])
    })

    it('refuses managers, and lineages that are not above it', async () => {
      for (const manager of [ids.manager, ids.subManager]) {
        expectRefusal(await user.call(path(manager)), {
          status: 400,
          reason: 'invalid',
          location: 'customerId',
        })
      }
      expectRefusal(await user.call(path('4711')), { status: 403, reason: 'forbidden' })
      expectRefusal(await user.call(path(ids.customer, '&advertiserId=1')), {
        status: 400,
        reason: 'invalid',
        location: 'advertiserId',
      })
      const right = `&agencyId=${ids.agency}&advertiserId=${ids.advertiser}`
      conversionsIn(await user.call(path(ids.customer, right)))
    })
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('returns an empty list past the end', async () => {
    const reply = await user.list({ ...march, startRow: 2500 })
    expect(reply.json).toEqual({ kind: 'doubleclicksearch#conversionList', conversion: [] })
    expect(idsIn(await user.list({ ...march, startRow: 4_294_967_295 }))).toEqual([])
  })

  it.each([
    [{ rowCount: 0 }, 'rowCount'],
    [{ rowCount: 1001 }, 'rowCount'],
    [{ rowCount: '' }, 'rowCount'],
    [{ startRow: '' }, 'startRow'],
    [{ startRow: -1 }, 'startRow'],
    [{ startDate: 20091031 }, 'startDate'],
    [{ startDate: 20240230 }, 'startDate'],
    [{ startDate: 'today' }, 'startDate'],
    [{ startDate: 20240302, endDate: 20240301 }, 'endDate'],
    [{ adGroupId: ids.adGroup }, 'campaignId'],
    [{ criterionId: ids.keyword }, 'campaignId'],
    [{ campaignId: ids.campaign, criterionId: ids.keyword }, 'adGroupId'],
    [{ campaignId: ids.campaign, adId: ids.ad }, 'adGroupId'],
    [{ campaignId: 'x' }, 'campaignId'],
    [{ customerId: '1' }, 'customerId'],
  ])('refuses %j', async (wanted, location) => {
    const reply = await user.list(wanted as Record<string, string | number>)
    const { reason } = reply.json.error!.errors[0]!
    expect(['invalid', 'invalidParameter', 'required']).toContain(reason)
    expectRefusal(reply, { status: 400, reason, location })
  })

  it('explains the format of a date when it is given another number', async () => {
    const { text } = await user.list({ startDate: 20240230 })
    expect(text).toContain(
      'The calendar has no 20240230. A date as YYYYMMDD, such as 20300131, is expected.',
    )
  })

  it('knows no account of another advertiser', async () => {
    expectRefusal(await user.list({}, '1'), notFound)
  })

  describe('and who may', () => {
    it('depends on the grant: none without one, reading for readers, both for uploaders', async () => {
      const stranger = new AdsUser(await site.user())
      const reader = await newAdsUser(site, { role: 'reader', on: ['--agency', ids.agency] })
      expectRefusal(await stranger.list(), { status: 403, reason: 'forbidden' })
      conversionsIn(await reader.list({ ...march, rowCount: 1 }))
      for (const who of [stranger, reader]) {
        // Strangers are not told whose a click is, so that the row names the advertiser.
        const row = ofKeyword()
        const reply = await who.insert(row)
        expectRefusal(reply, { status: 403, reason: 'forbidden' })
        expect(reply.json.error!.message).toContain('0x0000011D')
        expectRefusal(await who.update(row), { status: 403, reason: 'forbidden' })
        expect(await user.allIds()).not.toContain(row.conversionId)
      }
      await runAds(site, 'revoke', reader.email, '--agency', ids.agency)
      expectRefusal(await reader.list(), { status: 403, reason: 'forbidden' })
    })

    it('needs a token of this service', async () => {
      const path = '/doubleclicksearch/v2/customer/1/conversion'
      expectRefusal(await site.call(path), { status: 401, reason: 'required' })
      const wrong = new AdsUser(await site.user({ scopes: ['calendar'] }))
      expectRefusal(await wrong.list(), { status: 403, reason: 'insufficientPermissions' })
    })
  })
})

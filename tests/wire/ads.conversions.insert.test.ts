import { beforeAll, describe, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { conversionsIn, expectBadRows, idsIn } from '../support/conversion-answers.ts'
import {
  byNewIds,
  clicked,
  newConversionId,
  ofKeyword,
  recently,
} from '../support/conversion-rows.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const missing = '0x00000F01'
const malformed = '0x00000F02'
const lineage = '0x00000F05'

onEmbeddedServer('uploading conversions', (site) => {
  let user: AdsUser

  beforeAll(async () => {
    await tellPlatform(site)
    user = await newAdsUser(site)
  })

  const stored = () => user.allIds()

  describe('of a click', () => {
    it('returns the whole row, credited to what was clicked on', async () => {
      const row = clicked()
      const [answer] = conversionsIn(await user.insert(row))
      expect(answer).toMatchObject({
        ...row,
        state: 'ACTIVE',
        segmentationId: '26258',
        agencyId: ids.agency,
        advertiserId: ids.advertiser,
        engineAccountId: ids.account,
        campaignId: ids.campaign,
        adGroupId: ids.adGroup,
        criterionId: ids.keyword,
        dsConversionId: expect.stringMatching(/^\d+$/),
        conversionModifiedTimestamp: expect.stringMatching(/^\d{13}$/),
      })
      expect(conversionsIn(await user.list())).toContainEqual(answer)
    })

    it('accepts the activity by its id, and both if they agree', async () => {
      const { segmentationName: _, ...nameless } = clicked({ segmentationId: '26258' })
      const [answer] = conversionsIn(await user.insert(nameless))
      expect(answer!.segmentationName).toBe('Test')
      conversionsIn(await user.insert(clicked({ segmentationId: 26258 })))
      expectBadRows(await user.insert(clicked({ segmentationId: '26259' })), {
        index: 0,
        code: '0x0000010E',
        says: "Floodlight activity name 'Test' is not found",
      })
    })

    it.each([
      ['is unknown', { clickId: 'nobody' }],
      ['differs in case', { clickId: ids.click.toLowerCase() }],
      ['is older than 90 days', { clickId: ids.oldClick }],
      ['is of another advertiser', { advertiserId: ids.otherAdvertiser }],
    ])('is refused where the click %s', async (_, otherwise) => {
      const row = clicked(otherwise)
      expectBadRows(await user.insert(row), {
        index: 0,
        code: '0x00000101',
        says: `Click ID '${row.clickId}' is not found`,
        id: row.conversionId,
      })
    })

    it('is refused before its click', async () => {
      const longAgo = String(Number(recently()) - 3 * 86_400_000)
      expectBadRows(await user.insert(clicked({ conversionTimestamp: longAgo })), {
        index: 0,
        code: '0x00000F08',
        says: 'conversion timestamp is before click timestamp',
      })
    })

    it('is refused if it names another lineage than that of the click', async () => {
      const row = clicked({ criterionId: ids.secondKeyword })
      expectBadRows(await user.insert(row), { index: 0, code: lineage })
    })

    const newIds = {
      customerId: ids.customer,
      campaignId: ids.newCampaign,
      adGroupId: ids.newAdGroup,
      criterionId: ids.newKeyword,
    }

    it.each([
      ['the account alone', { customerId: '123-123-1234' }],
      ['a whole lineage', newIds],
    ])('returns the ids of the new experience if it names %s by them', async (_, named) => {
      const row = clicked(named)
      const [answer] = conversionsIn(await user.insert(row))
      expect(answer).toMatchObject({ ...newIds, clickId: ids.click })
      expect(answer).not.toHaveProperty('engineAccountId')
      const [after] = conversionsIn(await user.update({ ...row, revenueMicros: '1' }))
      expect(after).toMatchObject({ ...newIds, revenueMicros: '1' })
    })

    it.each([
      ['customerId', '999-999-9999'],
      ['campaignId', ids.campaign],
      ['adGroupId', '6002'],
      ['criterionId', '7002'],
    ])('is refused if the %s of the new experience is another one', async (field, value) => {
      const row = clicked({ customerId: ids.customer, [field]: value })
      expectBadRows(await user.insert(row), { index: 0, code: lineage })
    })
  })

  describe('of a keyword', () => {
    it('accepts a whole lineage, with an ad and without', async () => {
      const [plain, withAd] = conversionsIn(
        await user.insert(ofKeyword(), ofKeyword({ adId: ids.ad, quantityMillis: 1000 })),
      )
      expect(plain).toMatchObject({ criterionId: ids.keyword, adId: '0', state: 'ACTIVE' })
      expect(withAd).toMatchObject({ adId: ids.ad, quantityMillis: '1000' })
    })

    it('accepts one for a whole campaign, and a product group in its place', async () => {
      const ofCampaign = { criterionId: ids.campaignKeyword, adGroupId: undefined }
      const ofProduct = {
        criterionId: undefined,
        productGroupId: ids.productGroup,
        productId: 'sku-1',
        productCountry: 'de',
        productLanguage: 'DE',
        channel: 'local',
        storeId: 'berlin-1',
      }
      const [first, second] = conversionsIn(
        await user.insert(ofKeyword(ofCampaign), ofKeyword(ofProduct)),
      )
      expect(first).toMatchObject({ criterionId: ids.campaignKeyword })
      expect(first).not.toHaveProperty('adGroupId')
      expect(second).toMatchObject({ productCountry: 'DE', productLanguage: 'de' })
    })

    it('is for rows whose click id is empty as well', async () => {
      const [answer] = conversionsIn(await user.insert(ofKeyword({ clickId: '' })))
      expect(answer).toMatchObject({ criterionId: ids.keyword })
      expect(answer).not.toHaveProperty('clickId')
    })

    it.each([
      ['agencyId', undefined, missing],
      ['advertiserId', undefined, missing],
      ['engineAccountId', undefined, missing],
      ['campaignId', undefined, missing],
      ['adGroupId', undefined, missing],
      ['criterionId', undefined, missing],
      ['agencyId', '1', lineage],
      ['engineAccountId', ids.secondAccount, lineage],
      ['campaignId', ids.removedCampaign, lineage],
      ['adGroupId', '1', lineage],
      ['criterionId', '1', lineage],
      ['adId', '1', lineage],
      ['criterionId', 'abc', malformed],
      ['criterionId', '9223372036854775808', malformed],
    ])('is refused with the %s %s', async (field, value, code) => {
      expectBadRows(await user.insert(ofKeyword({ [field]: value })), { index: 0, code })
    })

    it('returns the ids of the new experience if it was sent those', async () => {
      const [answer] = conversionsIn(await user.insert(byNewIds()))
      expect(answer).toMatchObject({
        customerId: ids.customer,
        campaignId: ids.newCampaign,
        adGroupId: ids.newAdGroup,
        criterionId: ids.newKeyword,
      })
      for (const old of ['agencyId', 'advertiserId', 'engineAccountId']) {
        expect(answer).not.toHaveProperty(old)
      }
    })

    it.each([
      ['adGroupId', undefined, missing],
      ['campaignId', undefined, missing],
      ['criterionId', '9', lineage],
      ['customerId', '1', lineage],
      ['customerId', 'x-y', malformed],
    ])('is refused by new ids with the %s %s', async (field, value, code) => {
      expectBadRows(await user.insert(byNewIds({ [field]: value })), { index: 0, code })
    })
  })

  describe('in batches', () => {
    it.each([
      ['a string', 'order-1'],
      ['a number', 7],
      ['an array', []],
      ['null', null],
    ])('says that a conversion is an object where a row is %s', async (what, row) => {
      const { status, text } = await user.insert(row)
      expect(status).toBe(400)
      expect(text).toContain(`Details: [A conversion has to be an object, not ${what} index=0`)
    })

    it('stores the good rows together and names each bad one', async () => {
      const rows = [
        clicked(),
        clicked({ segmentationName: 'test' }),
        ofKeyword(),
        clicked({ clickId: 'nobody' }),
        byNewIds(),
      ]
      const reply = await user.insert(...rows)
      expectBadRows(
        reply,
        { index: 1, code: '0x0000010E', id: rows[1]!.conversionId },
        { index: 3, code: '0x00000101', id: rows[3]!.conversionId },
      )
      const present = new Set(await stored())
      expect(rows.map(({ conversionId }) => present.has(conversionId))).toEqual([
        true,
        false,
        true,
        false,
        true,
      ])
      expectBadRows(
        await user.insert(...rows),
        { index: 0, code: '0x0000011A', says: 'conversion ID is already specified' },
        { index: 1, code: '0x0000010E' },
        { index: 2, code: '0x0000011A' },
        { index: 3, code: '0x00000101' },
        { index: 4, code: '0x0000011A' },
      )
      expect((await stored()).filter((id) => id === rows[0]!.conversionId)).toHaveLength(1)
    })

    it('accepts an id once in a request, and once for each time otherwise', async () => {
      const conversionId = newConversionId()
      const first = clicked({ conversionId })
      const second = clicked({
        conversionId,
        conversionTimestamp: String(Number(first.conversionTimestamp) + 1),
      })
      expectBadRows(await user.insert(first, second), {
        index: 1,
        code: '0x0000011F',
        says: 'Advertiser conversion ID is already spec',
      })
      conversionsIn(await user.insert(second))
      expect((await stored()).filter((id) => id === conversionId)).toHaveLength(2)
    })

    it('accepts a thousand rows, which can be read at once', async () => {
      const before = (await stored()).length
      const rows = Array.from({ length: 1000 }, () => ofKeyword())
      expect(conversionsIn(await user.insert(...rows))).toHaveLength(1000)
      expect(idsIn(await user.list({ startRow: before }))).toHaveLength(1000)
    })

    it('refuses ten thousand, and none at all', async () => {
      const rows = Array.from({ length: 10_000 }, () => ({ conversionId: 'x' }))
      expectRefusal(await user.insert(...rows), { status: 400, reason: 'invalid' })
      expectRefusal(await user.insert(), { status: 400, reason: 'required' })
      const bare = await user.call('/conversion', { method: 'POST', body: {} })
      expectRefusal(bare, { status: 400, reason: 'required' })
    })
  })

  describe('in the spellings that clients use', () => {
    it('accepts ids, times and counts as numbers without losing a digit', async () => {
      const id = newConversionId().replaceAll(/\D/g, '')
      const text = JSON.stringify({
        conversion: [ofKeyword({ conversionId: 'ID', conversionTimestamp: `${recently()}.0` })],
      })
        .replace('"ID"', `9${id}`)
        .replaceAll(/"(\d+(?:\.0)?)"/g, '$1')
      const headers = { 'Content-Type': 'application/json' }
      const reply = await user.call('/conversion', { method: 'POST', body: text, headers })
      const [answer] = conversionsIn(reply)
      expect(answer).toMatchObject({
        conversionId: `9${id}`,
        agencyId: ids.agency,
        criterionId: ids.keyword,
        conversionTimestamp: expect.stringMatching(/^\d{13}$/),
      })
    })

    it('accepts words in any case and devices by their names', async () => {
      const row = clicked({ type: 'Transaction', state: 'Removed', deviceType: 'MOBILE' })
      const [answer] = conversionsIn(await user.insert(row))
      expect(answer).toMatchObject({ type: 'TRANSACTION', state: 'REMOVED', deviceType: 'Mobile' })
    })

    it('derives the type from the activity where none is given', async () => {
      const [answer] = conversionsIn(await user.insert(clicked({ type: undefined })))
      expect(answer!.type).toBe('TRANSACTION')
    })

    it('keeps every other field as it was given', async () => {
      const otherwise = {
        attributionModel: 'lastClick',
        countMillis: '500',
        quantityMillis: '2000',
        floodlightOrderId: 'o-1',
        adUserDataConsent: 'GRANTED',
        customMetric: [{ name: 'margin', value: 0.25 }],
        customDimension: [{ name: 'channel', value: 'phone' }],
      }
      const [answer] = conversionsIn(await user.insert(clicked(otherwise)))
      expect(answer).toMatchObject(otherwise)
    })
  })

  describe('with something wrong', () => {
    it.each([
      ['segmentationType', 'SEGMENT', malformed],
      ['segmentationType', undefined, missing],
      ['segmentationName', undefined, missing],
      ['conversionId', undefined, missing],
      ['conversionTimestamp', undefined, missing],
      ['conversionTimestamp', 'soon', malformed],
      ['conversionTimestamp', '1200000000000', '0x00000F06'],
      ['conversionTimestamp', '9999999999999', '0x00000F06'],
      ['currencyCode', 'EURO', '0x00000F03'],
      ['currencyCode', 'ZZZ', '0x00000F03'],
      ['currencyCode', undefined, missing],
      ['revenueMicros', undefined, missing],
      ['revenueMicros', '10.5', malformed],
      ['revenueMicros', '-1', malformed],
      ['revenueMicros', '9223372036854775808', malformed],
      ['quantityMillis', '-1', malformed],
      ['quantityMillis', '1.5', malformed],
      ['type', 'SALE', malformed],
      ['state', 'GONE', malformed],
      ['deviceType', 'Fridge', malformed],
      ['channel', 'mail', malformed],
      ['storeId', 'x', malformed],
      ['adUserDataConsent', 'MAYBE', malformed],
      ['productCountry', 'Germany', malformed],
      ['customMetric', [{ name: 'channel', value: 1 }], '0x00000116'],
      ['customDimension', [{ name: 'margin', value: 'x' }], '0x00000115'],
      ['customMetric', 'none', malformed],
      [
        'customMetric',
        [
          { name: 'margin', value: 1 },
          { name: 'margin', value: 2 },
        ],
        malformed,
      ],
      [
        'customDimension',
        [
          { name: 'channel', value: 'x' },
          { name: 'channel', value: 'y' },
        ],
        malformed,
      ],
    ])('the field %s of %j is refused', async (field, value, code) => {
      const row = clicked({ [field]: value })
      expectBadRows(await user.insert(row), { index: 0, code, id: row.conversionId ?? '' })
      expect(await stored()).not.toContain(row.conversionId)
    })

    it('refuses revenue on an action, unless it is nothing', async () => {
      const action = { segmentationName: 'Call', type: 'ACTION', currencyCode: 'EUR' }
      expectBadRows(await user.insert(clicked({ ...action, revenueMicros: '5' })), {
        index: 0,
        code: '0x00000F04',
      })
      conversionsIn(await user.insert(clicked({ ...action, revenueMicros: '0' })))
    })

    it.each([[null], [7], ['row'], [[]]])(
      'refuses the row %j and takes its neighbor',
      async (row) => {
        const good = clicked()
        expectBadRows(await user.insert(row, good), { index: 0, code: malformed })
        expect(await stored()).toContain(good.conversionId)
      },
    )
  })
})

import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { until } from '../support/calling.ts'
import { clicked } from '../support/conversion-rows.ts'
import type { WireBody } from '../support/http.ts'
import { discovered, signedIn } from '../support/official-clients.ts'
import { onServers } from '../support/sites.ts'

type Answer = WireBody & {
  readonly conversion?: readonly WireBody[]
  readonly files?: readonly WireBody[]
}

type Method = (params: object) => Promise<{ readonly data: Answer }>

/** The resources and methods of the client, which the official library makes from a description. */
interface SearchAdsClient {
  readonly conversion: Record<
    'get' | 'getByCustomerId' | 'insert' | 'update' | 'updateAvailability',
    Method
  >
  readonly reports: Record<'generate' | 'get' | 'getFile' | 'getIdMappingFile' | 'request', Method>
  readonly savedColumns: Record<'list', Method>
}

onServers('the official client of search advertising', (site) => {
  let user: AdsUser

  beforeAll(async () => {
    await tellPlatform(site)
    user = await newAdsUser(site)
  })

  const client = () =>
    discovered<SearchAdsClient>(`${site.base}/discovery/v1/apis/doubleclicksearch/v2/rest`, {
      auth: signedIn(user.token),
    })

  const account = {
    agencyId: ids.agency,
    advertiserId: ids.advertiser,
    engineAccountId: ids.account,
  }

  it('uploads, changes and lists conversions, and loses no digit of an id', async () => {
    const { conversion } = await client()
    const row = clicked()
    const inserted = await conversion.insert({ requestBody: { conversion: [row] } })
    expect(inserted.data.conversion?.[0]).toMatchObject({ ...account, criterionId: ids.keyword })
    const { conversionId, conversionTimestamp, clickId, type, currencyCode } = row
    const named = { conversionId, conversionTimestamp, clickId, type, currencyCode }
    const change = { ...named, revenueMicros: '5000000' }
    const updated = await conversion.update({ requestBody: { conversion: [change] } })
    expect(updated.data.conversion?.[0]?.revenueMicros).toBe('5000000')
    const range = { startDate: 20091101, endDate: 99991231, rowCount: 10, startRow: 0 }
    const { data } = await conversion.get({ ...account, ...range })
    expect(data.conversion).toEqual(updated.data.conversion)
    const byCustomer = await conversion.getByCustomerId({ customerId: ids.customer, ...range })
    expect(byCustomer.data.conversion?.[0]?.campaignId).toBe(ids.newCampaign)
  })

  it('reports what is wrong with each row', async () => {
    const bad = clicked({ clickId: 'nobody' })
    const { conversion } = await client()
    const failed = conversion.insert({ requestBody: { conversion: [bad] } })
    await expect(failed).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining('0x00000101'),
    })
  })

  it('requests a report, waits for it and downloads its files', async () => {
    const { reports } = await client()
    const body = {
      reportType: 'keyword',
      reportScope: { agencyId: ids.agency, advertiserId: ids.advertiser },
      columns: [{ columnName: 'keywordId' }, { columnName: 'keywordText' }],
      statisticsCurrency: 'advertiser',
    }
    const files = { downloadFormat: 'csv', maxRowsPerFile: 1_000_000 }
    const asked = await reports.request({ requestBody: { ...body, ...files } })
    const reportId = asked.data.id!
    const { data } = await until(
      () => reports.get({ reportId }),
      (reply) => reply.data.isReportReady === true,
    )
    expect(data.rowCount).toBe(3)
    const file = await reports.getFile({ reportId, reportFragment: 0 })
    const text = String(file.data)
    expect(String(Buffer.byteLength(text))).toBe(data.files?.[0]?.byteCount)
    expect(text).toContain(`${ids.secondKeyword},"tulips, red"\n`)
    const generated = await reports.generate({ requestBody: { ...body, rowCount: 1, startRow: 0 } })
    expect(generated.data.rows).toEqual([{ keywordId: ids.keyword, keywordText: 'flowers' }])
    const failed = reports.get({ reportId: 'none' })
    await expect(failed).rejects.toMatchObject({ code: 404 })
  })

  it('returns what is complete, lists saved columns and downloads the id file', async () => {
    const { conversion, savedColumns, reports } = await client()
    const availability = {
      agencyId: ids.agency,
      advertiserId: ids.advertiser,
      segmentationId: '26258',
      availabilityTimestamp: '1700000000000',
    }
    const said = await conversion.updateAvailability({
      requestBody: { availabilities: [availability] },
    })
    expect(said.data.availabilities).toEqual([availability])
    const { agencyId, advertiserId } = account
    const { data } = await savedColumns.list({ agencyId, advertiserId })
    expect(data.items?.map(({ savedColumnName }) => savedColumnName)).toEqual([
      'ROAS',
      'Share of clicks',
    ])
    const file = await reports.getIdMappingFile({ agencyId, advertiserId, alt: 'media' })
    expect(String(file.data)).toContain('Entity Type,Legacy IDs,New IDs')
  })
})

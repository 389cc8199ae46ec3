import { beforeAll, expect, it } from 'vitest'
import { AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { send } from '../support/http.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const path = `/agency/${ids.agency}/advertiser/${ids.advertiser}/idmapping`

onEmbeddedServer('the file of ids', (site) => {
  let user: AdsUser
  let whole: string

  beforeAll(async () => {
    await tellPlatform(site)
    user = await newAdsUser(site, { role: 'reader' })
    whole = (await user.call(path)).text
  })

  it('has a line for everything that both experiences know, below agencies', async () => {
    const above = `""agencyId"":""${ids.agency}"",""advertiserId"":""${ids.advertiser}""`
    const account = `${above},""engineAccountId"":""${ids.account}""`
    const campaign = `${account},""campaignId"":""${ids.campaign}""`
    const adGroup = `${campaign},""adGroupId"":""${ids.adGroup}""`
    const customer = `""customerId"":""${ids.customer}""`
    const newCampaign = `${customer},""campaignId"":""${ids.newCampaign}""`
    const newAdGroup = `${newCampaign},""adGroupId"":""${ids.newAdGroup}""`
    expect(whole.split('\n')).toEqual([
      'Entity Type,Legacy IDs,New IDs',
      `CUSTOMER,"{${above}}","{""customerId"":""${ids.subManager}""}"`,
      `CUSTOMER,"{${account}}","{${customer}}"`,
      `CAMPAIGN,"{${campaign}}","{${newCampaign}}"`,
      `AD_GROUP,"{${adGroup}}","{${newAdGroup}}"`,
      `CRITERION,"{${adGroup},""criterionId"":""${ids.keyword}""}","{${newAdGroup},""criterionId"":""${ids.newKeyword}""}"`,
      `CRITERION,"{${adGroup},""criterionId"":""${ids.secondKeyword}""}","{${newAdGroup},""criterionId"":""7002""}"`,
      '',
    ])
    const [, old, next] = /^CAMPAIGN,"(.*?\})","(.*)"$/m.exec(whole)!
    const parsed = (cell: string) => JSON.parse(cell.replaceAll('""', '"')) as unknown
    expect(parsed(old!)).toMatchObject({ campaignId: ids.campaign })
    expect(parsed(next!)).toEqual({ customerId: ids.customer, campaignId: ids.newCampaign })
  })

  it('comes as media by both addresses, and as an empty object where JSON is requested', async () => {
    const media = await user.call(`${path}?alt=media`)
    expect(media.status).toBe(200)
    expect(media.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(media.headers['content-length']).toBe(String(Buffer.byteLength(whole)))
    expect(media.text).toBe(whole)
    const headers = { Authorization: `Bearer ${user.token}` }
    const alias = `${site.base}/download/doubleclicksearch/v2${path}?alt=media`
    expect((await send(alias, { headers })).text).toBe(whole)
    const json = await user.call(`${path}?alt=json`)
    expect(json.json).toEqual({})
    expectRefusal(await user.call(`${path}?alt=proto`), {
      status: 400,
      reason: 'invalidParameter',
      location: 'alt',
    })
  })

  it('answers a HEAD with the head of the GET', async () => {
    const head = await user.call(path, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.bytes).toHaveLength(0)
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(whole)))
  })

  it('is loaded in parts that join to the whole', async () => {
    const size = Buffer.byteLength(whole)
    const first = await user.call(path, { headers: { Range: 'bytes=0-99' } })
    expect(first.status).toBe(206)
    expect(first.headers['content-range']).toBe(`bytes 0-99/${size}`)
    expect(first.headers['content-length']).toBe('100')
    const { etag } = first.headers
    const rest = await user.call(path, { headers: { Range: 'bytes=100-', 'If-Range': etag! } })
    expect(first.text + rest.text).toBe(whole)
    const last = await user.call(path, { headers: { Range: 'bytes=-7' } })
    expect(last.text).toBe(whole.slice(-7))
    const beyond = await user.call(path, { headers: { Range: `bytes=${size}-` } })
    expect(beyond.status).toBe(416)
    expect(beyond.headers['content-range']).toBe(`bytes */${size}`)
    const other = await user.call(path, { headers: { Range: 'bytes=0-9', 'If-Range': '"x"' } })
    expect({ status: other.status, text: other.text }).toEqual({ status: 200, text: whole })
    const known = await user.call(path, { headers: { 'If-None-Match': etag! } })
    expect(known.status).toBe(304)
  })

  it('is for those who may see the advertiser, and for no batch', async () => {
    expectRefusal(await new AdsUser(await site.user()).call(path), {
      status: 403,
      reason: 'forbidden',
    })
    const unknown = `/agency/${ids.agency}/advertiser/1/idmapping`
    const ofAgency = await newAdsUser(site, { on: ['--agency', ids.agency] })
    expectRefusal(await ofAgency.call(unknown), notFound)
    expectRefusal(await site.call(`/doubleclicksearch/v2${path}`), {
      status: 401,
      reason: 'required',
    })
    const body = `--b\r\nContent-Type: application/http\r\n\r\nGET /doubleclicksearch/v2${path} HTTP/1.1\r\nAuthorization: Bearer ${user.token}\r\n\r\n\r\n--b--\r\n`
    const headers = { 'Content-Type': 'multipart/mixed; boundary=b' }
    const reply = await site.call('/batch', { method: 'POST', headers, body })
    expect(reply.text).toContain('A file cannot be a part of a batch.')
  })
})

import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import {
  inMay,
  mayStatistics,
  ready,
  reportOf,
  request,
  scopes,
  settled,
  tell,
} from '../support/ads-reports.ts'
import { send } from '../support/http.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const awkward = 'a, "b"\nc\td; é漢字 #x'

onEmbeddedServer('files of reports', (site) => {
  let user: AdsUser
  const everyKeyword = reportOf('keyword', ['keywordId', 'keywordText', 'adGroup', 'campaign'])

  beforeAll(async () => {
    await tellPlatform(site, mayStatistics, {
      'campaigns.csv': `advertiserId,accountId,campaignId,name
${ids.advertiser},${ids.secondAccount},71700000087192499,"${awkward.replaceAll('"', '""')}"`,
    })
    user = await newAdsUser(site)
  })

  it('are promised at once, and named once they are ready', async () => {
    const asked = await request(user, reportOf('campaign', ['campaign', 'clicks'], inMay))
    expect(asked.status).toBe(200)
    const { id, ...promised } = asked.json
    expect(id).toMatch(/^[0-9a-z]{16}$/)
    expect(promised).toMatchObject({
      kind: 'doubleclicksearch#report',
      isReportReady: false,
      statisticsCurrencyCode: 'EUR',
      request: {
        reportType: 'campaign',
        reportScope: scopes.advertiser,
        columns: [{ columnName: 'campaign' }, { columnName: 'clicks' }],
        includeRemovedEntities: false,
        verifySingleTimeZone: false,
      },
    })
    expect(promised.files).toBeUndefined()
    const { json } = await settled(user, id)
    expect(json).toMatchObject({ id, isReportReady: true, rowCount: 2 })
    expect(promised.almanac).toEqual({ state: 'accepted', rowsSoFar: 0 })
    expect(json.almanac).toEqual({ state: 'ready', rowsSoFar: 2 })
    expect(json.statisticsTimeZone).toBeUndefined()
    const [file] = json.files as { url: string; byteCount: string }[]
    expect(file!.url).toBe(`${site.base}/doubleclicksearch/v2/reports/${id}/files/0`)
    const fetched = await send(file!.url, { headers: { Authorization: `Bearer ${user.token}` } })
    expect(file!.byteCount).toBe(String(fetched.bytes.length))
    expect((await user.call(`/reports/${id}?fields=id,files/byteCount`)).json).toEqual({
      id,
      files: [{ byteCount: file!.byteCount }],
    })
  })

  it('are the same bytes by every address, and as little of them as is requested', async () => {
    const { id, files } = await ready(user, everyKeyword)
    const path = `/reports/${id}/files/0`
    const [whole] = files
    for (const alt of ['', '?alt=media', '?alt=json']) {
      expect((await user.call(`${path}${alt}`)).text).toBe(whole)
    }
    const headers = { Authorization: `Bearer ${user.token}` }
    const alias = `${site.base}/download/doubleclicksearch/v2${path}?alt=media`
    expect((await send(alias, { headers })).text).toBe(whole)
    const head = await user.call(path, { method: 'HEAD' })
    const length = String(Buffer.byteLength(whole!))
    expect(head.bytes).toHaveLength(0)
    expect(head.headers).toMatchObject({
      'content-length': length,
      'content-type': 'text/csv; charset=utf-8',
      'accept-ranges': 'bytes',
    })
    const begin = await user.call(path, {
      headers: { Range: 'bytes=0-9', 'Accept-Encoding': 'gzip' },
    })
    expect(begin.status).toBe(206)
    expect(begin.headers['content-range']).toBe(`bytes 0-9/${length}`)
    const rest = await user.call(path, { headers: { Range: 'bytes=10-' } })
    expect(begin.text + rest.text).toBe(whole)
  })

  it('are compressed for those who take it, unless they ask for a part', async () => {
    const columns = Array.from({ length: 100 }, (_, at) => ({
      columnName: 'keywordText',
      headerText: `column ${at}`,
    }))
    const { id, files } = await ready(user, reportOf('keyword', columns))
    const reply = await user.call(`/reports/${id}/files/0`, {
      headers: { 'Accept-Encoding': 'gzip' },
    })
    expect(reply.headers['content-encoding']).toBe('gzip')
    expect(reply.headers.vary).toBe('Origin, X-Origin, Accept-Encoding')
    expect(gunzipSync(reply.bytes).toString()).toBe(files[0])
    const plain = await user.call(`/reports/${id}/files/0`)
    expect(plain.headers.vary).toBe('Origin, X-Origin, Accept-Encoding')
    expect(reply.headers.etag).toBe(plain.headers.etag!.replace(/"$/, ';gzip"'))
    for (const etag of [plain.headers.etag!, reply.headers.etag!]) {
      const headers = { 'If-None-Match': etag }
      const unchanged = await user.call(`/reports/${id}/files/0`, { headers })
      expect([unchanged.status, unchanged.headers.etag]).toEqual([304, etag])
    }
  })

  it('keep every character', async () => {
    const only = {
      filters: [
        { column: { columnName: 'campaignId' }, operator: 'equals', values: ['71700000087192499'] },
      ],
    }
    const columns = [{ columnName: 'campaign', headerText: 'a "name", or two' }, 'campaignId']
    const quoted = `"${awkward.replaceAll('"', '""')}"`
    const csv = await ready(user, reportOf('campaign', columns, only))
    expect(csv.files).toEqual([`"a ""name"", or two",campaignId\n${quoted},71700000087192499\n`])
    const tsv = await ready(user, reportOf('campaign', columns, { ...only, downloadFormat: 'tsv' }))
    expect(tsv.files).toEqual([`"a ""name"", or two"\tcampaignId\n${quoted}\t71700000087192499\n`])
    const json = await ready(
      user,
      reportOf('campaign', [...columns, 'clicks', 'ctr', 'campaignLabels'], {
        ...only,
        ...inMay,
        downloadFormat: 'jsonl',
      }),
    )
    expect(
      json.files.map((text) =>
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ),
    ).toEqual([[{ 'a "name", or two': awkward, campaignId: '71700000087192499', clicks: 0 }]])
  })

  it('can be Parquet', async () => {
    const { id, listed, report } = await ready(user, { ...everyKeyword, downloadFormat: 'parquet' })
    const { bytes, headers } = await user.call(`/reports/${id}/files/0`)
    expect(report.rowCount).toBe(3)
    expect(bytes.subarray(0, 4).toString()).toBe('PAR1')
    expect(String(bytes.length)).toBe(listed[0]!.byteCount)
    expect(headers['content-type']).toBe('application/vnd.apache.parquet')
  })

  it('contain the header alone if there are no rows', async () => {
    const none = {
      filters: [{ column: { columnName: 'status' }, operator: 'equals', values: ['active'] }],
    }
    const { report, files } = await ready(user, reportOf('campaign', ['campaign', 'status'], none))
    expect(report.rowCount).toBe(0)
    expect(files).toEqual(['campaign,status\n'])
  })

  it('are not there before they are ready, for others, and by other numbers', async () => {
    const { id } = await ready(user, everyKeyword)
    const other = await newAdsUser(site)
    expectRefusal(await other.call(`/reports/${id}`), notFound)
    expectRefusal(await other.call(`/reports/${id}/files/0`), notFound)
    expectRefusal(await other.almanac(`/ads/reports/${id}`, { method: 'DELETE' }), notFound)
    expectRefusal(await user.call(`/reports/${id}/files/1`), notFound)
    expectRefusal(await user.call(`/reports/${id}/files/-1`), {
      status: 400,
      reason: 'invalidParameter',
      location: 'reportFragment',
    })
    expectRefusal(await user.call(`/reports/${id}/files/first`), {
      status: 400,
      reason: 'invalidParameter',
    })
    expectRefusal(await user.call('/reports/0123456789abcdef'), notFound)
    expectRefusal(await user.call('/reports/generate'), notFound)
  })

  it('fail permanently if the request names unknown data, with the reason', async () => {
    const early = { timeRange: { startDate: '2024-05-01', endDate: '2024-05-31' } }
    await tell(site, {
      'dailyStatistics.csv': `advertiserId,accountId,campaignId,adGroupId,criterionKind,criterionId,date,adId,device,impr,clicks,cost
${ids.advertiser},${ids.account},${ids.campaign},${ids.adGroup},keyword,${ids.keyword},2019-01-01,0,Desktop,1,1,1`,
    })
    const asked = await request(
      user,
      reportOf('campaign', ['cost'], {
        timeRange: { startDate: '2019-01-01', endDate: '2019-01-02' },
      }),
    )
    const failed = { status: 410, reason: 'reportUnavailableRequestError' }
    expectRefusal(await settled(user, asked.json.id), failed)
    expectRefusal(await user.call(`/reports/${asked.json.id}`), failed)
    expectRefusal(await user.call(`/reports/${asked.json.id}/files/0`), notFound)
    const { json } = await user.almanac('/ads/reports')
    expect(json.items!.find(({ id }) => id === asked.json.id)).toMatchObject({
      state: 'failed',
      failureReason: failed.reason,
    })
    await ready(user, reportOf('campaign', ['cost'], early))
  })

  it('are listed for the user who requested them, and deleted', async () => {
    const mine = await newAdsUser(site)
    const { id } = await ready(mine, everyKeyword)
    const { json } = await mine.almanac('/ads/reports')
    expect(json.items).toMatchObject([
      { id, state: 'ready', reportType: 'keyword', rowCount: 3, fileCount: 1 },
    ])
    expect((await mine.almanac(`/ads/reports/${id}`, { method: 'DELETE' })).status).toBe(204)
    expectRefusal(await mine.call(`/reports/${id}`), notFound)
    expectRefusal(await mine.call(`/reports/${id}/files/0`), notFound)
    expect((await mine.almanac('/ads/reports')).json.items).toEqual([])
  })

  it('are described with all types and columns', async () => {
    const { json } = await user.almanac('/ads/reportTypes')
    expect(json.items).toHaveLength(22)
    const keyword = json.items!.find(({ name }) => name === 'keyword') as unknown as {
      columns: { name: string; segments?: string[] }[]
    }
    const segments = (name: string) =>
      keyword.columns.find((column) => column.name === name)!.segments
    expect(segments('clicks')).toContain('deviceSegment')
    expect(segments('clicks')).not.toContain('floodlightActivity')
    expect(segments('dfaRevenue')).toContain('floodlightActivity')
    expect(segments('qualityScoreAvg')).not.toContain('deviceSegment')
  })

  it('are deleted when their time is over', async () => {
    const { id } = await ready(user, everyKeyword)
    await site.call('/_almanac/clock', { method: 'POST', body: { advance: 'P8D' } })
    expectRefusal(await user.call(`/reports/${id}`), notFound)
    expectRefusal(await user.call(`/reports/${id}/files/0`), notFound)
    await site.call('/_almanac/clock', { method: 'POST', body: { reset: true } })
  })
})

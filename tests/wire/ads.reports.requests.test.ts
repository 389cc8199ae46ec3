import { beforeAll, describe, expect, it } from 'vitest'
import { AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, inMay, reportOf, request, scopes } from '../support/ads-reports.ts'
import { columnOf, filter, ofFiles, ofPages, refused } from '../support/bad-report-requests.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEmbeddedServer } from '../support/sites.ts'

onEmbeddedServer('requests for reports', (site) => {
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

  it('name all invalid columns at once, with suggestions', async () => {
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

  const days = (startDate: string) => ({ timeRange: { startDate, endDate: '2024-05-31' } })

  it.each([
    [
      'a filter without an operator',
      { filters: [{ column: columnOf('campaign'), values: ['x'] }] },
      'Required value: filters[0].operator',
    ],
    [
      'a filter with a wrong operator',
      filter('campaign', 'is', 'x'),
      'Invalid value for filters[0].operator: there is no operator "is". Did you mean in?',
    ],
    [
      'a filter with an operator of another language',
      filter('campaign', 'between', 'x'),
      'Invalid value for filters[0].operator: there is no operator "between". It is one of equals,',
    ],
    [
      'a day that the calendar has not',
      days('2024-02-30'),
      'Invalid value for timeRange.startDate: the calendar has no 2024-02-30.',
    ],
    [
      'a date in another form',
      days('01.05.2024'),
      'Invalid value for timeRange.startDate: a date such as 2030-01-31 is expected.',
    ],
    [
      'a filter by what is no date',
      filter('campaignStartDate', 'equals', 'May'),
      'Invalid value for filters[0].values[0]: a date such as 2030-01-31 is expected.',
    ],
  ])('say what is wrong with %s', async (_, otherwise, message) => {
    const rest = { ...inMay, ...otherwise }
    const { json } = await generate(user, reportOf('campaign', ['campaign', 'clicks'], rest))
    expect(json.error!.errors.map((error) => error.message)).toEqual([
      expect.stringContaining(message),
    ])
  })

  it('are refused to callers without a grant, and of what is not there', async () => {
    const stranger = await newAdsUser(site, { on: ['--advertiser', ids.otherAdvertiser] })
    const report = reportOf('campaign', ['campaign'])
    expectRefusal(await request(stranger, report), { status: 403, reason: 'forbidden' })
    expectRefusal(await generate(stranger, report), { status: 403, reason: 'forbidden' })
    const nowhere = { agencyId: ids.agency, advertiserId: '1' }
    const ofAgency = await newAdsUser(site, { on: ['--agency', ids.agency] })
    expectRefusal(
      await request(ofAgency, reportOf('campaign', ['campaign'], { reportScope: nowhere })),
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
      { status: 403, reason: 'forbidden' },
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

  it('accept words for truth, numbers for ids and values in other forms', async () => {
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

onEmbeddedServer(
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

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, reportOf, rowsOf } from '../support/ads-reports.ts'
import { idsIn } from '../support/conversion-answers.ts'
import { ofKeyword } from '../support/conversion-rows.ts'
import { freshFolder } from '../support/fresh.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers, type ServerSite } from '../support/sites.ts'

// Two of the morning in UTC and in Berlin, and still the evening before in New York.
const atNight = String(Temporal.Instant.from('2024-05-15T02:00:00Z').epochMilliseconds)

const advertiserWith = (column: string, value: string, timeZone = 'Europe/Berlin') =>
  `agencyId,advertiserId,name,currency,timeZone,customerId${column}
${ids.agency},${ids.advertiser},Advertiser V,EUR,${timeZone},222-222-2222${value}
`

const accountIn = (timeZone: string) => `advertiserId,accountId,name,currency,timeZone,customerId
${ids.advertiser},${ids.account},E1,USD,${timeZone},123-123-1234
`

async function told(site: ServerSite, files: Readonly<Record<string, string>>) {
  await using folder = await freshFolder()
  const paths: string[] = []
  for (const [name, text] of Object.entries(files)) {
    paths.push(join(folder.path, name))
    await writeFile(paths.at(-1)!, text)
  }
  const words = ['ads', 'import', ...paths]
  const { code, stdout, stderr } = await runAlmanac(words, site.place.environment)
  return { code, said: `${stdout}${stderr}` }
}

onServers('the dates of conversions', (site) => {
  let user: AdsUser

  beforeAll(async () => {
    await tellPlatform(site)
    user = await newAdsUser(site)
  })

  const byAccount = advertiserWith(',conversionDates', ',account')
  const around = { timeRange: { startDate: '2024-05-14', endDate: '2024-05-15' } }

  it('can be those of the zone of their account, as an advertiser has it', async () => {
    expect((await told(site, { 'advertisers.csv': byAccount })).code).toBe(0)
    const row = ofKeyword({ conversionTimestamp: atNight })
    expect((await user.insert(row)).status).toBe(200)
    const columns = ['date', 'dfaActions']
    expect(await rowsOf(user, reportOf('keyword', columns, around))).toEqual([
      columns,
      ['2024-05-14', '1'],
    ])
    const dated = ['conversionDate', 'advertiserConversionId']
    expect(await rowsOf(user, reportOf('conversion', dated, around))).toEqual([
      dated,
      ['2024-05-14', row.conversionId],
    ])
    expect(idsIn(await user.list({ startDate: 20240514, endDate: 20240514 }))).toEqual([
      row.conversionId,
    ])
    expect(idsIn(await user.list({ startDate: 20240515, endDate: 20240515 }))).toEqual([])
  })

  it('then are in one zone with the figures of one account', async () => {
    const ofAccount = {
      ...around,
      reportScope: {
        agencyId: ids.agency,
        advertiserId: ids.advertiser,
        engineAccountId: ids.account,
      },
      verifySingleTimeZone: true,
    }
    const columns = ['dfaActions', 'clicks']
    const { json, status } = await generate(user, reportOf('account', columns, ofAccount))
    expect({ status, zone: json.statisticsTimeZone }).toEqual({
      status: 200,
      zone: 'America/New_York',
    })
  })

  it('and in as many as the advertiser has accounts in', async () => {
    const several = reportOf('advertiser', ['dfaActions'], {
      ...around,
      verifySingleTimeZone: true,
    })
    const { status, text } = await generate(user, several)
    expect(status).toBe(400)
    expect(text).toContain('America/New_York, Europe/Berlin')
  })

  it('stay as they are once there are conversions', async () => {
    const cannot = 'cannot change: conversions have their dates by it'
    const zones = await told(site, {
      'advertisers.csv': advertiserWith('', '', 'Asia/Tokyo'),
      'accounts.csv': accountIn('Asia/Tokyo'),
    })
    expect(zones.said).toContain(`the zone of an advertiser ${cannot}`)
    expect(zones.said).toContain(`the zone of an account ${cannot}`)
    const dates = advertiserWith(',conversionDates', ',advertiser')
    expect((await told(site, { 'advertisers.csv': dates })).said).toContain(
      `conversionDates ${cannot}`,
    )
    // What is left out stays, and what is said again changes nothing.
    const accounts = accountIn('America/New_York')
    for (const advertisers of [advertiserWith('', ''), byAccount]) {
      const again = { 'advertisers.csv': advertisers, 'accounts.csv': accounts }
      expect((await told(site, again)).said).not.toContain('cannot change')
    }
    expect((await user.insert(ofKeyword({ conversionTimestamp: atNight }))).status).toBe(200)
    expect(idsIn(await user.list({ startDate: 20240514, endDate: 20240514 }))).toHaveLength(2)
  })

  it('are of one of the two', async () => {
    const { said } = await told(site, {
      'advertisers.csv': advertiserWith(',conversionDates', ',network'),
    })
    expect(said).toContain('conversionDates cannot be "network"')
  })
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, reportOf } from '../support/ads-reports.ts'
import { byNewIds, ofKeyword } from '../support/conversion-rows.ts'
import { freshFolder } from '../support/fresh.ts'
import { runAlmanac } from '../support/server.ts'
import { onEmbeddedServer, onServers, type ServerSite } from '../support/sites.ts'

/** Imports files in the order of their names, as a shell lists them. */
async function takeAll(
  site: ServerSite,
  files: Readonly<Record<string, string>>,
  ...options: string[]
) {
  await using folder = await freshFolder()
  const paths: string[] = []
  for (const name of Object.keys(files).sort()) {
    paths.push(join(folder.path, name))
    await writeFile(join(folder.path, name), `${files[name]}\n`)
  }
  return await runAlmanac(['ads', 'import', ...paths, ...options], site.place.environment)
}

const campaign = (number: number, name: string) =>
  `${ids.advertiser},${ids.account},7170000008719250${number},${name}`

onServers('importing tables of a platform', (site) => {
  beforeAll(() => tellPlatform(site))

  it('keeps what a narrower file does not mention, unless the file replaces', async () => {
    const columns = ['campaignId', 'status', 'dailyBudget', 'campaignLabels']
    const user = await newAdsUser(site)
    const campaigns = async () => {
      const filters = [{ column: { columnName: 'campaignId' }, operator: 'in', values: ['8003'] }]
      const wanted = reportOf('campaign', columns, { filters, includeRemovedEntities: true })
      return (await generate(user, { ...wanted, statisticsCurrency: 'usd' })).json.rows
    }
    const place = `${ids.advertiser},${ids.account},8003,C`
    const head = 'advertiserId,accountId,campaignId,name'
    await takeAll(site, {
      'campaigns.csv': `${head},status,dailyBudget,campaignLabels\n${place},Removed,,Spring;Sale`,
    })
    const whole = { campaignId: '8003', status: 'Removed', campaignLabels: ['Spring', 'Sale'] }
    expect(await campaigns()).toEqual([whole])
    await takeAll(site, { 'campaigns.csv': `${head}\n${place}` })
    expect(await campaigns()).toEqual([whole])
    await takeAll(site, { 'campaigns.csv': `${head}\n${place}` }, '--replace')
    expect(await campaigns()).toEqual([{ campaignId: '8003', status: 'Active' }])
  })

  it('passes a changed new id of a campaign on to its keywords at once', async () => {
    const user = await newAdsUser(site)
    const statusOf = async (campaignId: string) =>
      (await user.insert(byNewIds({ campaignId }))).status
    expect(await statusOf(ids.newCampaign)).toBe(200)
    const head = 'advertiserId,accountId,campaignId,name,newId'
    const place = `${ids.advertiser},${ids.account},${ids.campaign},C1`
    await takeAll(site, { 'campaigns.csv': `${head}\n${place},5999` })
    expect([await statusOf('5999'), await statusOf(ids.newCampaign)]).toEqual([200, 400])
    await takeAll(site, {
      'accounts.csv': `advertiserId,accountId,name,currency,timeZone,customerId
${ids.advertiser},${ids.account},E1,USD,America/New_York,123-123-9999`,
    })
    const moved = byNewIds({ campaignId: '5999', customerId: '123-123-9999' })
    expect((await user.insert(moved)).status).toBe(200)
    expect(await statusOf('5999')).toBe(400)
  })

  it('does not change the currency of an account that has costs', async () => {
    const account = (id: string, currency: string) => ({
      'accounts.csv': `advertiserId,accountId,name,currency,timeZone
${ids.advertiser},${id},E2,${currency},Europe/Berlin`,
    })
    const changed = account(ids.secondAccount, 'GBP')
    expect((await takeAll(site, changed)).code).toBe(0)
    await takeAll(site, {
      'campaigns.csv': `advertiserId,accountId,campaignId,name
${ids.advertiser},${ids.secondAccount},8005,C`,
      'dailyStatistics.csv': `date,advertiserId,accountId,campaignId,clicks,cost
2024-05-01,${ids.advertiser},${ids.secondAccount},8005,3,1.5`,
    })
    expect((await takeAll(site, changed)).code).toBe(0)
    const { code, stderr } = await takeAll(site, account(ids.secondAccount, 'EUR'))
    expect([code, stderr.trim()]).toEqual([
      1,
      `accounts.csv:2: the currency of the account ${ids.secondAccount} cannot change from GBP to EUR: it has costs`,
    ])
  })

  it('does not move a click to another advertiser', async () => {
    const other = ids.otherAdvertiser
    const { code, stderr } = await takeAll(site, {
      'accounts.csv': `advertiserId,accountId,name,currency,timeZone\n${other},9001,E,EUR,UTC`,
      'campaigns.csv': `advertiserId,accountId,campaignId,name\n${other},9001,9002,C`,
      'visits.csv': `advertiserId,clickId,time,accountId,campaignId
${other},${ids.click},2024-05-01T00:00:00Z,9001,9002
${other},shared-click,2024-05-01T00:00:00Z,9001,9002
${ids.advertiser},shared-click,2024-05-01T00:00:00Z,${ids.account},${ids.campaign}`,
    })
    expect([code, stderr.trim().split('\n')]).toEqual([
      1,
      [
        `visits.csv:2: the click ${ids.click} belongs to the advertiser ${ids.advertiser}`,
        `visits.csv:4: the click shared-click belongs to the advertiser ${other}`,
      ],
    ])
  })
})

onEmbeddedServer('reading tables of a platform', (site) => {
  beforeAll(() => tellPlatform(site))

  async function take(lines: readonly string[], newline = '\n') {
    await using folder = await freshFolder()
    const path = join(folder.path, 'campaigns.csv')
    const header = 'advertiserId,accountId,campaignId,name'
    await writeFile(path, `${[header, ...lines].join(newline)}${newline}`)
    return await runAlmanac(['ads', 'import', path], site.place.environment)
  }

  it('accepts cells with commas, line breaks and quotation marks', async () => {
    const { stdout, stderr } = await take([campaign(1, '"A, ""B""\nC"'), campaign(2, 'D "E"')])
    expect([stderr, stdout]).toEqual([
      '',
      expect.stringContaining('2 read, 2 imported, 0 rejected'),
    ])
  })

  it('accepts any line endings', async () => {
    for (const newline of ['\r\n', '\r']) {
      const { stdout } = await take([campaign(3, 'F'), '', campaign(4, '"G"')], newline)
      expect(stdout).toContain('2 read, 2 imported, 0 rejected')
    }
  })

  it('reports a row whose quotation mark is not closed, and imports the others', async () => {
    const { stdout, stderr, code } = await take([
      campaign(5, 'H'),
      campaign(6, '"I'),
      campaign(7, 'J'),
    ])
    expect(code).toBe(1)
    expect(stderr.trim()).toBe('campaigns.csv:3: a quotation mark is not closed')
    expect(stdout).toContain('3 read, 2 imported, 1 rejected')
  })

  it('accepts files after those that they rest on, also where semicolons separate their cells', async () => {
    const { code, stderr, stdout } = await takeAll(site, {
      'adGroups.csv': `advertiserId;campaignId;adGroupId;name
${ids.advertiser};8001;8101;G`,
      'campaigns.csv': `advertiserId,accountId,campaignId,name
${ids.advertiser},${ids.account},8001,C`,
      'dailyStatistics.csv': `date;advertiserId;accountId;campaignId;adGroupId;clicks
2024-05-01;${ids.advertiser};${ids.account};8001;8101;3`,
    })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.trim().split('\n')).toEqual([
      'campaigns.csv: campaign, 1 read, 1 imported, 0 rejected.',
      'adGroups.csv: adGroup, 1 read, 1 imported, 0 rejected.',
      'dailyStatistics.csv: dailyStatistics, 1 read, 1 imported, 0 rejected, 1 changed.',
    ])
  })

  it('fails when rows were rejected, unless that is allowed', async () => {
    const files = {
      'campaigns.csv': `advertiserId,accountId,campaignId,name\n${ids.advertiser},1,8002,C`,
    }
    const { code, stderr } = await takeAll(site, files)
    expect([code, stderr.trim()]).toEqual([1, 'campaigns.csv:2: the account 1 is not known'])
    expect((await takeAll(site, files, '--allow-rejected')).code).toBe(0)
  })
})

onServers('activities of a platform', (site) => {
  it('are found by their names after a reset and another import', async () => {
    for (const name of ['First', 'Second']) {
      await site.call('/_almanac/reset', { method: 'POST' })
      await tellPlatform(site, {
        'activities.csv': `advertiserId,activityId,name,groupId,groupName,type
${ids.advertiser},26260,${name},2,Calls,Action`,
      })
      const user = await newAdsUser(site)
      const { status, text } = await user.insert(ofKeyword({ segmentationName: name }))
      expect(status, text).toBe(200)
    }
  })
})

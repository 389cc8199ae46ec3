import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { idsIn } from './conversion-answers.ts'
import { freshFolder } from './fresh.ts'
import { type HttpReply, send } from './http.ts'
import { runAlmanac, type ServerPlace } from './server.ts'
import type { ServerSite } from './sites.ts'
import { WireUser } from './wire-user.ts'

/** The ids of a small account, as a platform tells of it. */
export const ids = {
  agency: '20700000000000125',
  advertiser: '21700000000012345',
  otherAdvertiser: '21700000000012346',
  account: '700000000042205',
  secondAccount: '700000000042206',
  campaign: '71700000087192405',
  removedCampaign: '71700000087192406',
  adGroup: '58700007213529045',
  keyword: '43700001095692142',
  secondKeyword: '43700001095692143',
  campaignKeyword: '43700001095692144',
  productGroup: '46700000000000001',
  ad: '44700000000000001',
  click: 'COiYmPDTv7kCFcP0KgodOzQAAA',
  oldClick: 'COiYmPDTv7kCFcP0KgodOzQ091',
  agingClick: 'COiYmPDTv7kCFcP0KgodOzQ061',
  /** The account in the new experience, and what is in it. */
  customer: '1231231234',
  manager: '9990000001',
  subManager: '2222222222',
  newCampaign: '5001',
  newAdGroup: '6001',
  newKeyword: '7001',
} as const

const daysBefore = (nowMs: number, days: number) => String(nowMs - days * 86_400_000)

const files = (nowMs: number): PlatformFiles => ({
  'agencies.csv': `agencyId,name,customerId
${ids.agency},Agency A,999-000-0001`,
  'advertisers.csv': `agencyId,advertiserId,name,currency,timeZone,customerId
${ids.agency},${ids.advertiser},Advertiser V,EUR,Europe/Berlin,222-222-2222
${ids.agency},${ids.otherAdvertiser},Advertiser W,EUR,Europe/Berlin,`,
  'accounts.csv': `advertiserId,accountId,name,currency,timeZone,customerId
${ids.advertiser},${ids.account},E1,USD,America/New_York,123-123-1234
${ids.advertiser},${ids.secondAccount},E2,EUR,Europe/Berlin,`,
  'campaigns.csv': `advertiserId,accountId,campaignId,name,status,newId
${ids.advertiser},${ids.account},${ids.campaign},C1,Active,${ids.newCampaign}
${ids.advertiser},${ids.account},${ids.removedCampaign},C2,Removed,`,
  'adGroups.csv': `advertiserId,campaignId,adGroupId,name,newId
${ids.advertiser},${ids.campaign},${ids.adGroup},G1,${ids.newAdGroup}`,
  'keywords.csv': `advertiserId,campaignId,adGroupId,keywordId,name,newId
${ids.advertiser},${ids.campaign},${ids.adGroup},${ids.keyword},flowers,${ids.newKeyword}
${ids.advertiser},${ids.campaign},${ids.adGroup},${ids.secondKeyword},"tulips, red",7002
${ids.advertiser},${ids.campaign},,${ids.campaignKeyword},roses,`,
  'ads.csv': `advertiserId,adGroupId,adId,name
${ids.advertiser},${ids.adGroup},${ids.ad},D1`,
  'productGroups.csv': `advertiserId,adGroupId,productGroupId,name
${ids.advertiser},${ids.adGroup},${ids.productGroup},P1`,
  'activities.csv': `advertiserId,activityId,name,groupId,groupName,type,weight
${ids.advertiser},26258,Test,1,Sales,Transaction,1
${ids.advertiser},26259,Call,2,Calls,Action,2`,
  'customVariables.csv': `advertiserId,kind,name
${ids.advertiser},metric,margin
${ids.advertiser},dimension,channel`,
  'savedColumns.csv': `advertiserId,name,formula
${ids.advertiser},ROAS,dfaRevenue / cost
${ids.advertiser},Share of clicks,to_percent(clicks / impr)`,
  'visits.csv': `advertiserId,clickId,time,accountId,campaignId,adGroupId,keywordId
${ids.advertiser},${ids.click},${daysBefore(nowMs, 2)},${placeOfClicks}
${ids.advertiser},${ids.oldClick},${daysBefore(nowMs, 91)},${placeOfClicks}
${ids.advertiser},${ids.agingClick},${daysBefore(nowMs, 59)},${placeOfClicks}`,
})

const placeOfClicks = `${ids.account},${ids.campaign},${ids.adGroup},${ids.keyword}`

/** The text of files of a platform by their names. */
type PlatformFiles = Readonly<Record<string, string>>

/** Tells the server of a site what a platform knows of a small account, and what else files tell. */
export async function tellPlatform(
  site: ServerSite,
  ...more: readonly PlatformFiles[]
): Promise<void> {
  await importPlatform(site.place, await nowAt(site), ...more)
}

/** The same where no server has to run. */
export async function importPlatform(
  { environment }: Pick<ServerPlace, 'environment'>,
  nowMs: number,
  ...more: readonly PlatformFiles[]
): Promise<void> {
  await using folder = await freshFolder()
  const paths: string[] = []
  for (const [index, told] of [files(nowMs), ...more].entries()) {
    // A name says what is in a file, so that two sets may have the same ones.
    const set = join(folder.path, String(index))
    await mkdir(set)
    for (const [name, text] of Object.entries(told)) {
      const path = join(set, name)
      await writeFile(path, `${text}\n`)
      paths.push(path)
    }
  }
  const { code, stderr } = await runAlmanac(['ads', 'import', ...paths], environment)
  if (code !== 0) throw new Error(`almanac ads import: ${stderr}`)
}

async function nowAt(site: ServerSite): Promise<number> {
  const { json } = await site.call('/_almanac/clock')
  return Temporal.Instant.from(String(json.now)).epochMilliseconds
}

/** Runs a command about search advertising, which has to succeed, and gives what it says. */
export async function runAds(site: ServerSite, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runAlmanac(['ads', ...words], site.place.environment)
  if (code !== 0) throw new Error(`almanac ads ${words[0]}: ${stderr}`)
  return stdout
}

/** Somebody who calls the search advertising service of one server. */
export class AdsUser {
  readonly email: string
  readonly #user: WireUser

  constructor(user: WireUser) {
    this.#user = user
    this.email = user.email
  }

  call(
    path: string,
    call: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<HttpReply> {
    const { base, token } = this.#user
    return send(`${base}/doubleclicksearch/v2${path}`, {
      ...call,
      headers: { Authorization: `Bearer ${token}`, ...call.headers },
    })
  }

  /** Calls what this server adds to the interfaces that it is compatible with. */
  almanac(path: string, call: { method?: string } = {}): Promise<HttpReply> {
    const { base, token } = this.#user
    return send(`${base}/almanac/v1${path}`, {
      ...call,
      headers: { Authorization: `Bearer ${token}` },
    })
  }

  /** The same user at another server. */
  at(base: string): AdsUser {
    const { paths, email, token } = this.#user
    return new AdsUser(new WireUser({ base, paths }, { email, token }))
  }

  get token(): string {
    return this.#user.token
  }

  insert(...conversion: readonly unknown[]): Promise<HttpReply> {
    return this.call('/conversion', { method: 'POST', body: { conversion } })
  }

  update(...conversion: readonly unknown[]): Promise<HttpReply> {
    return this.call('/conversion', { method: 'PUT', body: { conversion } })
  }

  /** A page of the conversions of an account; all of any time unless it is said otherwise. */
  list(
    wanted: Readonly<Record<string, string | number>> = {},
    account: string = ids.account,
  ): Promise<HttpReply> {
    const params = { startDate: 20091101, endDate: 99991231, rowCount: 1000, startRow: 0 }
    const query = new URLSearchParams(
      Object.entries({ ...params, ...wanted }).map(([name, value]) => [name, String(value)]),
    )
    const path = `/agency/${ids.agency}/advertiser/${ids.advertiser}/engine/${account}`
    return this.call(`${path}/conversion?${query}`)
  }

  /** The ids of all conversions of the account, page by page. */
  async allIds(): Promise<unknown[]> {
    const found: unknown[] = []
    for (;;) {
      const page = idsIn(await this.list({ startRow: found.length }))
      found.push(...page)
      if (page.length < 1000) return found
    }
  }
}

/** A user who may upload to, or only look at, the advertiser of the small account. */
export async function newAdsUser(
  site: ServerSite,
  {
    role = 'uploader',
    on = ['--advertiser', ids.advertiser],
  }: { role?: string; on?: string[] } = {},
): Promise<AdsUser> {
  const user = await site.user()
  await runAds(site, 'grant', user.email, ...on, '--role', role)
  return new AdsUser(user)
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { callerEmail, type Place } from './place.ts'

/** An advertiser with so many keywords that a year of them is ten million rows. */
export const shape = { campaigns: 100, adGroups: 10, keywords: 28, days: 365 } as const

export const ids = {
  agency: '20700000000000001',
  advertiser: '21700000000000001',
  account: '700000000000001',
} as const

export const campaignId = (number: number): string =>
  String(71_700_000_000_000_000n + BigInt(number))

const adGroupId = (number: number) => String(58_700_000_000_000_000n + BigInt(number))
const keywordId = (number: number) => String(43_700_000_000_000_000n + BigInt(number))

export const firstDay = '2025-01-01'
export const lastDay = '2025-12-31'

export const rowCount = shape.campaigns * shape.adGroups * shape.keywords * shape.days

/** Tells a server of the advertiser, and gives the file of its statistics. */
export async function seedAdvertising(place: Place, days: number = shape.days): Promise<string> {
  const { folder } = place
  const files = entityFiles().map(([name, lines]) => {
    const path = join(folder, name)
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  })
  const statistics = await writeStatistics(folder, days)
  await place.almanac('ads', 'import', ...files, statistics)
  await place.almanac(
    'ads',
    'grant',
    callerEmail,
    '--advertiser',
    ids.advertiser,
    '--role',
    'uploader',
  )
  return statistics
}

function entityFiles(): [string, string[]][] {
  const { advertiser, account } = ids
  const campaigns = ['advertiserId,accountId,campaignId,name']
  const adGroups = ['advertiserId,campaignId,adGroupId,name']
  const keywords = ['advertiserId,campaignId,adGroupId,keywordId,name,keywordMaxCpc']
  for (let campaign = 0; campaign < shape.campaigns; campaign++) {
    campaigns.push(`${advertiser},${account},${campaignId(campaign)},Campaign ${campaign}`)
    for (let group = 0; group < shape.adGroups; group++) {
      const adGroup = campaign * shape.adGroups + group
      adGroups.push(`${advertiser},${campaignId(campaign)},${adGroupId(adGroup)},Group ${adGroup}`)
      for (let word = 0; word < shape.keywords; word++) {
        const keyword = adGroup * shape.keywords + word
        const place = `${campaignId(campaign)},${adGroupId(adGroup)}`
        keywords.push(`${advertiser},${place},${keywordId(keyword)},keyword ${keyword},1.25`)
      }
    }
  }
  return [
    ['agencies.csv', ['agencyId,name', `${ids.agency},Agency`]],
    [
      'advertisers.csv',
      [
        'agencyId,advertiserId,name,currency,timeZone',
        `${ids.agency},${advertiser},Advertiser,EUR,Europe/Berlin`,
      ],
    ],
    [
      'accounts.csv',
      [
        'advertiserId,accountId,name,currency,timeZone',
        `${advertiser},${account},Account,EUR,Europe/Berlin`,
      ],
    ],
    ['campaigns.csv', campaigns],
    ['adGroups.csv', adGroups],
    ['keywords.csv', keywords],
  ]
}

async function writeStatistics(folder: string, days: number): Promise<string> {
  const path = join(folder, 'dailyStatistics.parquet')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const keywords = shape.campaigns * shape.adGroups * shape.keywords
  await connection.run(`copy (
    select ${ids.advertiser}::bigint as "advertiserId", ${ids.account}::bigint as "accountId",
      71700000000000000 + k.range // ${shape.adGroups * shape.keywords} as "campaignId",
      58700000000000000 + k.range // ${shape.keywords} as "adGroupId",
      'keyword' as "criterionKind", 43700000000000000 + k.range as "criterionId",
      cast(date '${firstDay}' + cast(d.range as integer) as date) as date,
      0::bigint as "adId", 'Desktop' as device,
      (k.range * 7 + d.range * 13) % 500 as impr, (k.range * 3 + d.range) % 20 as clicks,
      ((k.range * 11 + d.range * 17) % 100000) / 100.0 as cost,
      ((k.range * 7 + d.range * 13) % 500) * 1.5 as position
    from range(${days}) d, range(${keywords}) k) to '${path}' (format parquet)`)
  connection.closeSync()
  instance.closeSync()
  return path
}

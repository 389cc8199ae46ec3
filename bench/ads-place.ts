import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callerEmail, type Place } from './place.ts'

export const ids = {
  agency: '20700000000000125',
  advertiser: '21700000000012345',
  account: '700000000042205',
  campaign: '71700000087192405',
  adGroup: '58700007213529045',
  keyword: '43700001095692142',
}

export const accountPath = `/doubleclicksearch/v2/agency/${ids.agency}/advertiser/${ids.advertiser}`

const clicks = 5_000
const dayMs = 86_400_000

export const clickId = (number: number): string => `COiYmPDTv7kCFcP0Kgod${number % clicks}`

/** Tells a server of one account with clicks, to which the caller may upload. */
export async function tellSmallAccount({ folder, almanac }: Place): Promise<void> {
  const { agency, advertiser, account, campaign, adGroup, keyword } = ids
  const yesterday = Date.now() - dayMs
  const visits = Array.from({ length: clicks }, (_, number) =>
    [advertiser, clickId(number), yesterday - number, account, campaign, adGroup, keyword].join(
      ',',
    ),
  )
  const files = {
    agencies: ['agencyId,name', `${agency},A`],
    advertisers: [
      'agencyId,advertiserId,name,currency,timeZone',
      `${agency},${advertiser},V,EUR,Europe/Berlin`,
    ],
    accounts: [
      'advertiserId,accountId,name,currency,timeZone,customerId',
      `${advertiser},${account},E,EUR,Europe/Berlin,1231231234`,
    ],
    campaigns: [
      'advertiserId,accountId,campaignId,name,newId',
      `${advertiser},${account},${campaign},C,5001`,
    ],
    adGroups: [
      'advertiserId,campaignId,adGroupId,name,newId',
      `${advertiser},${campaign},${adGroup},G,6001`,
    ],
    keywords: [
      'advertiserId,campaignId,adGroupId,keywordId,name,newId',
      `${advertiser},${campaign},${adGroup},${keyword},flowers,7001`,
    ],
    activities: [
      'advertiserId,activityId,name,groupId,groupName,type',
      `${advertiser},26258,Test,1,Sales,Transaction`,
    ],
    visits: ['advertiserId,clickId,time,accountId,campaignId,adGroupId,keywordId', ...visits],
  }
  const paths = Object.entries(files).map(([name, lines]) => {
    const path = join(folder, `${name}.csv`)
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  })
  await almanac('ads', 'import', ...paths)
  await almanac('ads', 'grant', callerEmail, '--advertiser', advertiser, '--role', 'uploader')
}

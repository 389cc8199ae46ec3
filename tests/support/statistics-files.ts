import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ids } from './ads-platform.ts'

const columns = 'date,advertiserId,accountId,campaignId,adGroupId,criterionKind,criterionId,device'

/** A row of daily statistics of the keyword of the small account. */
export const dayOf = (
  date: string,
  figures: {
    impr?: number | string
    clicks?: number | string
    cost?: string
    keyword?: string
  } = {},
): string => {
  const { impr = 100, clicks = 10, cost = '1.25', keyword = ids.keyword } = figures
  const place = `${ids.advertiser},${ids.account},${ids.campaign},${ids.adGroup}`
  return `${date},${place},keyword,${keyword},Desktop,${impr},${clicks},${cost}`
}

/** The text of a file of daily statistics. */
export const daysFile = (rows: readonly string[]): string =>
  `${columns},impr,clicks,cost\n${rows.join('\n')}`

/** Writes a file of daily statistics and gives its path. */
export async function writeDays(
  folder: string,
  rows: readonly string[],
  name = 'dailyStatistics.csv',
): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `${daysFile(rows)}\n`)
  return path
}

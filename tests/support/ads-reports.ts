import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AdsUser, ids, runAds } from './ads-platform.ts'
import { until } from './calling.ts'
import { freshFolder } from './fresh.ts'
import type { HttpReply } from './http.ts'
import type { ServerSite } from './sites.ts'

/** The scopes that reports of the small account are usually about. */
export const scopes = {
  agency: { agencyId: ids.agency },
  advertiser: { agencyId: ids.agency, advertiserId: ids.advertiser },
  account: {
    agencyId: ids.agency,
    advertiserId: ids.advertiser,
    engineAccountId: ids.account,
  },
} as const

type Column = string | Readonly<Record<string, unknown>>

/** A request for files about the advertiser, with what a test says otherwise. */
export const reportOf = (
  reportType: string,
  columns: readonly Column[],
  otherwise: Readonly<Record<string, unknown>> = {},
) => ({
  reportType,
  columns: columns.map((column) => (typeof column === 'string' ? { columnName: column } : column)),
  reportScope: scopes.advertiser,
  statisticsCurrency: 'advertiser',
  downloadFormat: 'csv',
  maxRowsPerFile: 1_000_000,
  ...otherwise,
})

/** May, in which everything of the small account happens. */
export const inMay = { timeRange: { startDate: '2024-05-01', endDate: '2024-05-31' } }

export const request = (user: AdsUser, body: unknown): Promise<HttpReply> =>
  user.call('/reports', { method: 'POST', body })

export const generate = (user: AdsUser, body: unknown): Promise<HttpReply> =>
  user.call('/reports/generate', { method: 'POST', body })

// What a process leaves behind that dies is taken over after its lease.
const readyWithinMs = 60_000

/** Asks until there is another answer than that it is not ready. */
export const settled = (user: AdsUser, id: unknown): Promise<HttpReply> =>
  until(
    () => user.call(`/reports/${id}`),
    ({ status, json }) => status !== 200 || json.isReportReady === true,
    readyWithinMs,
  )

/** The report, once it is ready, and its files. */
export async function ready(user: AdsUser, body: unknown) {
  const asked = await request(user, body)
  if (asked.status !== 200) throw new Error(asked.text)
  const reply = await settled(user, asked.json.id)
  if (reply.status !== 200) throw new Error(reply.text)
  const id = String(asked.json.id)
  const files: string[] = []
  const listed = reply.json.files as { url: string; byteCount: string }[]
  for (const fragment of listed.keys()) {
    files.push((await user.call(`/reports/${id}/files/${fragment}`)).text)
  }
  return { id, report: reply.json, files, listed }
}

/** The rows of a report as lists of cells, in the order of their text, with the header first. */
export async function rowsOf(user: AdsUser, body: unknown): Promise<string[][]> {
  const { files } = await ready(user, body)
  const [header, ...rows] = files[0]!
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','))
  return [header!, ...rows.sort((one, other) => (one.join() < other.join() ? -1 : 1))]
}

/** Tells the server of a site what engines have counted, or anything else that files tell. */
export async function tell(
  site: ServerSite,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  await using folder = await freshFolder()
  const paths: string[] = []
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder.path, name)
    await writeFile(path, `${text}\n`)
    paths.push(path)
  }
  await runAds(site, 'import', ...paths)
}

const place = `${ids.advertiser},${ids.account},${ids.campaign},${ids.adGroup}`
const removedPlace = `${ids.advertiser},${ids.account},${ids.removedCampaign},0`
const keyword = `keyword,${ids.keyword}`

/** What the engines have counted for the small account in May. */
export const mayStatistics: Readonly<Record<string, string>> = {
  'dailyStatistics.csv': `advertiserId,accountId,campaignId,adGroupId,criterionKind,criterionId,date,adId,device,impr,clicks,cost,position,visits
${place},${keyword},2024-05-14,${ids.ad},Desktop,100,10,5,200,9
${place},${keyword},2024-05-14,0,Mobile,50,0,0,150,0
${place},${keyword},2024-05-15,${ids.ad},Desktop,1000,2,3.5,1000,2
${removedPlace},keyword,0,2024-05-15,0,Desktop,40,4,2,40,4`,
  'shareStatistics.csv': `advertiserId,accountId,campaignId,adGroupId,keywordId,date,impr,searchImpr,searchEligibleImpr,qualityScore,qualityScoreImpr
${place},${ids.keyword},2024-05-14,100,100,400,700,100
${place},${ids.keyword},2024-05-15,1000,100,100,1000,200`,
  'currencyRates.csv': `currency,date,perDollar
EUR,2024-05-14,0.9
EUR,2024-05-15,0.8`,
}

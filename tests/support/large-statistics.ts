import { ids } from './ads-platform.ts'
import { reportOf } from './ads-reports.ts'

const shape = { keywords: 25, days: 60, devices: ['Desktop', 'Mobile', 'Tablet', 'Other'] }

export const largeRowCount = shape.keywords * shape.days * shape.devices.length

const keywordId = (number: number) => String(43_700_002_000_000_000n + BigInt(number))
const firstDay = Temporal.PlainDate.from('2023-01-01')

/** Keywords of the small account, and what engines have counted for each day and device. */
export function largeStatistics(clicks: number): Readonly<Record<string, string>> {
  const place = `${ids.advertiser},${ids.account},${ids.campaign},${ids.adGroup}`
  const keywords = ['advertiserId,campaignId,adGroupId,keywordId,name']
  const rows = [
    'advertiserId,accountId,campaignId,adGroupId,criterionKind,criterionId,date,device,impr,clicks',
  ]
  for (let number = 0; number < shape.keywords; number++) {
    keywords.push(
      `${ids.advertiser},${ids.campaign},${ids.adGroup},${keywordId(number)},"word ${number}, or so"`,
    )
    for (let day = 0; day < shape.days; day++) {
      const date = firstDay.add({ days: day }).toString()
      for (const device of shape.devices) {
        rows.push(`${place},keyword,${keywordId(number)},${date},${device},${day},${clicks}`)
      }
    }
  }
  return { 'keywords.csv': keywords.join('\n'), 'dailyStatistics.csv': rows.join('\n') }
}

/** A report with as many rows as there are statistics. */
export const largeReport = (otherwise: Readonly<Record<string, unknown>> = {}) =>
  reportOf('keyword', ['keywordId', 'keywordText', 'date', 'deviceSegment', 'impr', 'clicks'], {
    timeRange: { startDate: '2023-01-01', endDate: '2023-12-31' },
    ...otherwise,
  })

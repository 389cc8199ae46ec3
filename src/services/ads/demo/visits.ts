import { Chance } from './chance.ts'
import type { DemoAdvertiser, DemoPlan } from './plan.ts'
import { devices } from './season.ts'

/** A click of the demo, with its conversion, if any. */
interface DemoVisit {
  readonly advertiser: DemoAdvertiser
  readonly values: Readonly<Record<string, string>>
  readonly clickId: string
  readonly atMs: number
  readonly device: string
  readonly sale:
    | { readonly atMs: number; readonly price: number; readonly isOrder: boolean }
    | undefined
}

// Older clicks get no conversions.
const daysMax = 85

/** Clicks of the last months, in proportion to the demand of each keyword. */
export function* visitsOf(plan: DemoPlan): Iterable<DemoVisit> {
  const todayMs = plan.today.toZonedDateTime('UTC').epochMilliseconds
  const days = Math.min(plan.days, daysMax)
  for (const advertiser of plan.advertisers) {
    for (const account of advertiser.accounts) {
      for (const campaign of account.campaigns) {
        if (campaign.status !== 'Active') continue
        for (const adGroup of campaign.adGroups) {
          for (const keyword of adGroup.keywords) {
            const chance = new Chance(plan.seed, keyword.id, 'visits')
            const count = chance.count(Math.min(12, keyword.demand / 18))
            for (let number = 0; number < count; number++) {
              const atMs = todayMs - Math.floor(chance.between(1, days * 24) * 3_600_000)
              const clickId = `Demo${keyword.id.slice(-9)}${number}${chance.whole(100, 999)}`
              const device = chance.of(devices)
              const place = {
                advertiserId: advertiser.id,
                accountId: account.id,
                campaignId: campaign.id,
                adGroupId: adGroup.id,
                keywordId: keyword.id,
                adId: adGroup.adIds[number % adGroup.adIds.length]!,
              }
              const search = { visitSearchQuery: keyword.text, visitNetworkType: 'Search' }
              const values = { ...place, clickId, time: String(atMs), device, ...search }
              const isSold = chance.next() < 0.3
              const laterMs = chance.whole(60_000, Math.min(7_200_000, todayMs - atMs))
              const { price } = chance.of(advertiser.trade.products)
              const sale = { atMs: atMs + laterMs, price, isOrder: chance.next() < 0.75 }
              yield { advertiser, values, clickId, atMs, device, sale: isSold ? sale : undefined }
            }
          }
        }
      }
    }
  }
}

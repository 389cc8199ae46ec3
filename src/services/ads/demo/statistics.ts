import type { FactName } from '../warehouse/facts.ts'
import { Chance } from './chance.ts'
import type { DemoAccount, DemoAdvertiser, DemoKeyword, DemoPlan } from './plan.ts'
import { deviceMix, devices, perDollar, seasonOf } from './season.ts'
import { productGroupId, productOf } from './targets.ts'
import { visitsOf } from './visits.ts'

type Values = Readonly<Record<string, string>>

/** A day of the demo, and its activity relative to an ordinary day. */
interface Day {
  readonly date: string
  readonly number: number
  readonly season: number
}

interface Spot {
  readonly advertiser: DemoAdvertiser
  readonly account: DemoAccount
  readonly campaignId: string
  readonly adGroupId: string
  readonly adIds: readonly string[]
}

/** The statistics of the demo, day by day. Days without impressions have no rows. */
export function* statisticsOf(plan: DemoPlan, fact: FactName): Iterable<Values> {
  if (fact === 'productSales') yield* productSales(plan)
  const rowsOf = makers[fact]
  if (rowsOf === undefined) return
  for (const advertiser of plan.advertisers) {
    const days = daysOf(plan, advertiser)
    for (const account of advertiser.accounts) {
      for (const campaign of account.campaigns) {
        if (campaign.status !== 'Active') continue
        for (const { id: adGroupId, adIds, keywords } of campaign.adGroups) {
          const spot = { advertiser, account, campaignId: campaign.id, adGroupId, adIds }
          for (const [index, keyword] of keywords.entries()) {
            const chance = new Chance(plan.seed, keyword.id, fact)
            const shopping = new Chance(plan.seed, keyword.id, 'shopping')
            for (const day of days) yield* rowsOf({ spot, keyword, index, day, chance, shopping })
          }
        }
      }
    }
  }
}

interface Making {
  readonly spot: Spot
  readonly keyword: DemoKeyword
  readonly index: number
  readonly day: Day
  readonly chance: Chance
  /** Shared by several facts about product ads. */
  readonly shopping: Chance
}

const makers: Partial<Record<FactName, (making: Making) => Iterable<Values>>> = {
  dailyStatistics: criterionDays,
  shareStatistics: shares,
  feedItemStatistics: sitelinks,
  productStatistics: products,
  searchTermStatistics: searchTerms,
}

export const demoFacts = [...Object.keys(makers), 'productSales'] as FactName[]

/** The products of the demo's orders, usually the advertised ones. */
function* productSales(plan: DemoPlan): Iterable<Values> {
  for (const { advertiser, clickId, values, sale } of visitsOf(plan)) {
    if (sale === undefined || !sale.isOrder) continue
    const { products, timeZone } = advertiser.trade
    const sold = products.find(({ price }) => price === sale.price)!
    const clicked = productOf(advertiser, values.adGroupId!)
    const at = Temporal.Instant.fromEpochMilliseconds(sale.atMs).toZonedDateTimeISO(timeZone)
    const { advertiserId, accountId, campaignId, adGroupId, device } = values
    yield {
      date: at.toPlainDate().toString(),
      ...{ advertiserId, accountId, campaignId, adGroupId, device },
      activityId: advertiser.activities[0]!.id,
      conversionId: `demo-${clickId}`,
      productId: sold.id,
      productCountry: 'DE',
      productLanguage: 'de',
      clickedProductId: clicked.id,
      units: '1',
      revenue: sale.price.toFixed(2),
      costOfGoods: (sale.price * 0.5).toFixed(2),
    } as Values
  }
}

function daysOf({ today, days }: DemoPlan, { trade: { peakDay } }: DemoAdvertiser): Day[] {
  return Array.from({ length: days }, (_, number) => {
    const day = today.subtract({ days: days - number })
    return { date: day.toString(), number, season: seasonOf(day, { peakDay, dayNumber: number }) }
  })
}

const placeOf = ({ advertiser, account, campaignId, adGroupId }: Spot, date: string) => ({
  date,
  advertiserId: advertiser.id,
  accountId: account.id,
  campaignId,
  adGroupId,
})

/** Prices are planned in dollars and reported in the currency of the account. */
const amount = (dollars: number, { account }: Spot, day: Day) =>
  (dollars * perDollar(account.facts.currency, day.number)).toFixed(6)

function* criterionDays(making: Making): Iterable<Values> {
  yield* keywordDays(making)
  const { spot, day } = making
  const criterionId = productGroupId(spot.adGroupId)
  for (const figures of shoppingDays(making)) {
    const criterion = { criterionKind: 'productGroup', criterionId }
    yield { ...placeOf(spot, day.date), ...criterion, ...figures }
  }
}

function* keywordDays({ spot, keyword, day, chance }: Making): Iterable<Values> {
  for (const device of devices) {
    const { share, ctr, cpc } = deviceMix[device]
    const impr = chance.count(keyword.demand * share * day.season)
    if (impr === 0) continue
    const position = chance.between(1.1, 3.4)
    const clicks = Math.min(impr, chance.count((impr * 0.11 * ctr) / position))
    const cost = clicks * keyword.maxCpc * cpc * chance.between(0.6, 0.95)
    const sales = chance.count(clicks * 0.03)
    yield {
      ...placeOf(spot, day.date),
      criterionKind: 'keyword',
      criterionId: keyword.id,
      adId: spot.adIds[day.number % spot.adIds.length]!,
      device,
      impr: String(impr),
      clicks: String(clicks),
      cost: amount(cost, spot, day),
      position: (position * impr).toFixed(3),
      adWordsConversions: String(sales),
      adWordsConversionValue: amount(sales * chance.between(20, 120), spot, day),
      adWordsViewThroughConversions: '0',
      visits: String(Math.max(0, clicks - chance.count(clicks * 0.04))),
    }
  }
}

function* shares({ spot, keyword, day, chance }: Making): Iterable<Values> {
  const impr = chance.count(keyword.demand * day.season)
  if (impr === 0) return
  const eligible = Math.ceil(impr * chance.between(1.1, 2.2))
  const lost = eligible - impr
  const budgetLost = Math.floor(lost * chance.between(0.2, 0.5))
  const top = Math.floor(impr * chance.between(0.4, 0.8))
  const first = Math.floor(top * chance.between(0.3, 0.7))
  const qualityScore = 4 + (keyword.text.length % 6)
  yield {
    ...placeOf(spot, day.date),
    keywordId: keyword.id,
    impr: String(impr),
    searchImpr: String(impr),
    searchEligibleImpr: String(eligible),
    searchBudgetLostImpr: String(budgetLost),
    searchRankLostImpr: String(lost - budgetLost),
    topImpr: String(top),
    absoluteTopImpr: String(first),
    searchEligibleTopImpr: String(eligible),
    searchBudgetLostTopImpr: String(budgetLost),
    searchRankLostTopImpr: String(lost - budgetLost),
    searchEligibleAbsoluteTopImpr: String(eligible),
    searchBudgetLostAbsoluteTopImpr: String(budgetLost),
    searchRankLostAbsoluteTopImpr: String(lost - budgetLost),
    qualityScore: String(qualityScore * impr),
    qualityScoreImpr: String(impr),
    topOfPageBid: amount(keyword.maxCpc * 1.2, spot, day),
    topOfPageBids: '1',
  }
}

/** Statistics of the first keyword of each ad group, which represents the ad group. */
function* sitelinks({ spot, keyword, index, day, chance }: Making): Iterable<Values> {
  if (index !== 0) return
  for (const feedItemId of spot.account.sitelinkIds) {
    const impr = chance.count(keyword.demand * 0.2 * day.season)
    if (impr === 0) continue
    const clicks = Math.min(impr, chance.count(impr * 0.05))
    const cost = amount(clicks * keyword.maxCpc * 0.8, spot, day)
    yield {
      ...placeOf(spot, day.date),
      feedItemId,
      feedId: spot.account.id.slice(-8),
      impr: String(impr),
      clicks: String(clicks),
      cost,
      visits: String(clicks),
      clicksWithFeedItemShowing: String(clicks),
      costWithFeedItemShowing: cost,
    }
  }
}

function* products(making: Making): Iterable<Values> {
  const { spot, day } = making
  const { id: productId } = productOf(spot.advertiser, spot.adGroupId)
  const product = { productId, productCountry: 'DE', productLanguage: 'de' }
  for (const figures of shoppingDays(making)) {
    yield { ...placeOf(spot, day.date), ...product, ...figures }
  }
}

/** Ads for the product of an ad group. Its second keyword determines the demand. */
function* shoppingDays({ spot, keyword, index, day, shopping }: Making): Iterable<Values> {
  if (index !== 1) return
  for (const device of devices) {
    const impr = shopping.count(keyword.demand * 0.3 * deviceMix[device].share * day.season)
    if (impr === 0) continue
    const clicks = Math.min(impr, shopping.count(impr * 0.04))
    yield {
      device,
      impr: String(impr),
      clicks: String(clicks),
      cost: amount(clicks * keyword.maxCpc * 0.7, spot, day),
      visits: String(clicks),
    }
  }
}

function* searchTerms({ spot, keyword, index, day, chance }: Making): Iterable<Values> {
  if (index > 1 || day.number % 7 !== 0) return
  for (const serpType of ['Ad', 'Both', 'Organic']) {
    const paid = serpType === 'Organic' ? 0 : chance.count(keyword.demand * 0.4)
    const organic = serpType === 'Ad' ? 0 : chance.count(keyword.demand * 0.5)
    const paidClicks = Math.min(paid, chance.count(paid * 0.08))
    const organicClicks = Math.min(organic, chance.count(organic * 0.2))
    yield {
      ...placeOf(spot, day.date),
      keywordId: keyword.id,
      searchQuery: keyword.text,
      serpType,
      paidClicks: String(paidClicks),
      organicClicks: String(organicClicks),
      paidAndOrganicClicks: String(paidClicks + organicClicks),
      paidImpressions: String(paid),
      organicQueries: String(organic),
      paidAndOrganicQueries: String(Math.max(paid, organic)),
      paidPosition: (paid * chance.between(1, 3)).toFixed(3),
      organicPosition: (organic * chance.between(2, 8)).toFixed(3),
      paidCost: amount(paidClicks * keyword.maxCpc, spot, day),
    }
  }
}

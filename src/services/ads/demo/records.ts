import type { KindName } from '../platform/kinds.ts'
import { Chance } from './chance.ts'
import type { DemoAccount, DemoAdvertiser, DemoPlan } from './plan.ts'
import { perDollar } from './season.ts'
import { targetsOf } from './targets.ts'

type Values = Readonly<Record<string, string>>

/** The demo without its statistics and visits, kind by kind. */
export function* recordsOf(plan: DemoPlan, kind: KindName): Iterable<Values> {
  if (kind === 'agency') {
    const { agencyId } = plan
    const customerId = customerIdOf(agencyId, 7)
    yield { agencyId, name: 'Northwind Search', currency: 'USD', timeZone: 'UTC', customerId }
  } else if (kind === 'currencyRate') yield* rates(plan)
  else {
    for (const advertiser of plan.advertisers) {
      yield* ofAdvertiser(plan, advertiser, kind)
      for (const account of advertiser.accounts) yield* ofAccount(plan, advertiser, account, kind)
    }
  }
}

function* ofAdvertiser(
  { agencyId, seed }: DemoPlan,
  { id: advertiserId, trade, activities }: DemoAdvertiser,
  kind: KindName,
): Iterable<Values> {
  const { name, currency, timeZone } = trade
  if (kind === 'advertiser') {
    const dfa = { dfaAdvertiserId: advertiserId.slice(-7), dfaNetworkTimeZone: timeZone }
    const customerId = customerIdOf(advertiserId, 8)
    yield { agencyId, advertiserId, name, currency, timeZone, customerId, ...dfa }
  }
  if (kind === 'label') {
    yield { advertiserId, labelId: labelId(advertiserId, 1), name: 'Top seller' }
    yield { advertiserId, labelId: labelId(advertiserId, 2), name: 'Seasonal' }
  }
  if (kind === 'bidStrategy') {
    const { ofCampaigns, ofTopSellers } = bidStrategyIds(advertiserId)
    const revenue = { bidStrategyGoal: 'Revenue', roasTarget: '4.5', bidStrategyMaxBid: '3.00' }
    const clicks = { bidStrategyGoal: 'Clicks', bidStrategyMaxBid: '4.00' }
    yield { advertiserId, bidStrategyId: ofCampaigns, name: 'Revenue at a fair price', ...revenue }
    yield { advertiserId, bidStrategyId: ofTopSellers, name: 'Clicks on top sellers', ...clicks }
  }
  if (kind === 'activity') {
    for (const [index, { id, name: activity, type }] of activities.entries()) {
      const group = { groupId: String(index + 1), groupName: index === 0 ? 'Sales' : 'Leads' }
      const tags = {
        floodlightGroupTag: index === 0 ? 'sales' : 'leads',
        floodlightActivityTag: index === 0 ? 'order' : 'signup',
        floodlightConfigurationId: advertiserId.slice(-6).replace(/^0+/, '9'),
      }
      yield { advertiserId, activityId: id, name: activity, type, weight: '1', ...group, ...tags }
    }
  }
  if (kind === 'customVariable') {
    yield { advertiserId, kind: 'metric', name: 'margin' }
    yield { advertiserId, kind: 'dimension', name: 'customer' }
  }
  if (kind === 'savedColumn') {
    yield { advertiserId, name: 'ROAS', formula: 'dfaRevenue / cost' }
    yield { advertiserId, name: 'CPA', formula: 'to_money(cost / (dfaActions + dfaTransactions))' }
    yield { advertiserId, name: 'Conversion rate', formula: 'to_percent(dfaTransactions / clicks)' }
  }
  if (kind === 'product') {
    const chance = new Chance(seed, advertiserId, 'products')
    for (const { id, title, price } of trade.products) {
      const place = { productId: id, productCountry: 'DE', productLanguage: 'de' }
      const productCostOfGoodsSold = (price * chance.between(0.4, 0.6)).toFixed(2)
      const prices = { productPrice: price.toFixed(2), productCostOfGoodsSold }
      const rest = {
        productBrand: trade.name,
        productAvailability: 'in stock',
        productTitle: title,
      }
      yield { advertiserId, ...place, name: title, ...prices, ...rest }
    }
  }
}

const labelId = (advertiserId: string, number: number) => `${advertiserId.slice(-9)}${number}`

/** The bid strategies of an advertiser: one for its campaigns, one for their best keywords. */
const bidStrategyIds = (advertiserId: string) => ({
  ofCampaigns: `77${advertiserId.slice(-12)}`,
  ofTopSellers: `78${advertiserId.slice(-12)}`,
})

function* ofAccount(
  { today, days }: DemoPlan,
  advertiser: DemoAdvertiser,
  account: DemoAccount,
  kind: KindName,
): Iterable<Values> {
  const { id: advertiserId, trade } = advertiser
  const { id: accountId, facts, campaigns, sitelinkIds } = account
  if (kind === 'account') {
    const { name, currency, timeZone, type: accountType } = facts
    const accountEngineId = accountId.slice(-10)
    const kinds = { accountType, accountEngineId }
    const customerId = customerIdOf(accountId, 9)
    yield { advertiserId, accountId, name, currency, timeZone, customerId, ...kinds }
  }
  if (kind === 'feedItem') {
    const texts = ['Delivery and returns', 'New this week', 'Gift ideas']
    for (const [index, feedItemId] of sitelinkIds.entries()) {
      const text = texts[index]!
      const page = `${trade.site}/${text.toLowerCase().replaceAll(' ', '-')}`
      const link = { sitelinkDisplayText: text, sitelinkLandingPageUrl: page }
      const feed = { feedId: accountId.slice(-8), feedType: 'sitelink' }
      yield {
        advertiserId,
        accountId,
        feedItemId,
        ...nameAndId(text, feedItemId),
        ...feed,
        ...link,
      }
    }
  }
  const { ofCampaigns: effectiveBidStrategyId, ofTopSellers } = bidStrategyIds(advertiserId)
  for (const { id: campaignId, name, status, adGroups } of campaigns) {
    if (kind === 'campaign') {
      const budget = { dailyBudget: (40 + 15 * adGroups.length).toFixed(2) }
      const rest = { campaignType: 'Search', deliveryMethod: 'Standard', effectiveBidStrategyId }
      const start = { campaignStartDate: today.subtract({ days: days + 30 }).toString() }
      const place = { advertiserId, accountId, campaignId, ...nameAndId(name, campaignId) }
      yield { ...place, status, ...budget, ...rest, ...start }
    }
    if (kind === 'negativeCampaignKeyword') {
      const negativeCampaignKeywordId = `45${campaignId.slice(2)}`
      const match = { negativeCampaignKeywordMatchType: 'Broad' }
      yield { advertiserId, campaignId, negativeCampaignKeywordId, name: 'free', ...match }
    }
    if (kind === 'negativeCampaignTarget') {
      const negativeCampaignTargetId = `47${campaignId.slice(2)}`
      const target = { name: 'Hamburg', locationTargetName: 'Hamburg' }
      yield { advertiserId, campaignId, negativeCampaignTargetId, ...target }
    }
    if (kind === 'campaignTarget') {
      const campaignTargetId = `46${campaignId.slice(2)}`
      const target = { locationTargetName: 'Berlin', locationTargetBidModifier: '1.1' }
      yield { advertiserId, campaignId, campaignTargetId, name: 'Berlin', ...target }
    }
    for (const adGroup of adGroups) {
      const { id: adGroupId, name: groupName, adIds, keywords } = adGroup
      yield* targetsOf(advertiser, adGroup, kind)
      if (kind === 'adGroup') {
        const adGroupLabels = groupName.length % 2 === 0 ? 'Seasonal' : ''
        const bid = { adGroupSearchMaxCpc: '1.20', adGroupLabels }
        yield { advertiserId, campaignId, adGroupId, ...nameAndId(groupName, adGroupId), ...bid }
      }
      if (kind === 'ad') {
        for (const [index, adId] of adIds.entries()) {
          const adHeadline = index === 0 ? `${groupName} in stock` : `${groupName}: up to 30% off`
          const texts = { adHeadline, adHeadline2: trade.name, adType: 'Expanded text ad' }
          const page = { adLandingPage: `${trade.site}/${slug(groupName)}` }
          const adDescription1 = 'Free delivery from 50. Sixty days to send it back.'
          yield {
            advertiserId,
            adGroupId,
            adId,
            ...nameAndId(adHeadline, adId),
            ...texts,
            ...page,
            adDescription1,
          }
        }
      }
      if (kind === 'keyword') {
        for (const [index, { id: keywordId, text, matchType, maxCpc }] of keywords.entries()) {
          const topSeller = { keywordLabels: 'Top seller', effectiveBidStrategyId: ofTopSellers }
          const bid = index % 3 === 2 ? undefined : { keywordMaxCpc: maxCpc.toFixed(2) }
          const rest = {
            keywordMatchType: matchType,
            keywordLandingPage: `${trade.site}/${slug(groupName)}`,
            qualityScoreCurrent: String(5 + (text.length % 5)),
          }
          const place = { advertiserId, campaignId, adGroupId, keywordId }
          yield {
            ...place,
            ...nameAndId(text, keywordId),
            ...rest,
            ...bid,
            ...(index === 0 && topSeller),
          }
        }
      }
    }
  }
}

/** A ten-digit id of the new experience, unique across seeds. */
const customerIdOf = (id: string, first: number) => `${first}${id.slice(3, 6)}${id.slice(-6)}`

const nameAndId = (name: string, id: string) => ({ name, newId: String(Number(id.slice(3))) })

const slug = (text: string) => text.toLowerCase().replaceAll(' ', '-')

function* rates({ today, days }: DemoPlan): Iterable<Values> {
  for (const currency of ['EUR', 'GBP', 'JPY', 'USD']) {
    for (let number = 0; number <= days; number++) {
      const date = today.subtract({ days: days - number }).toString()
      const rate = currency === 'USD' ? 1 : perDollar(currency, number)
      yield { currency, date, perDollar: rate.toFixed(6) }
    }
  }
}

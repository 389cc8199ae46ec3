import type { PlannedScope } from '../request/plan.ts'
import { isOneOf } from './dialect.ts'
import type { SourceName } from './sums.ts'

/** Conditions on the rows `f` of a source: they belong to the scope. */
export function scopeOfFacts(source: SourceName, scope: PlannedScope): string[] {
  const { advertisers, accountId, campaignId, adGroupId, keywordId, adId } = scope
  const ids = advertisers.map(({ id }) => id)
  return [
    isOneOf('f.advertiser_id', ids),
    ...(accountId === undefined ? [] : [`f.account_id = ${accountId}`]),
    ...(campaignId === undefined ? [] : [`f.campaign_id = ${campaignId}`]),
    ...(adGroupId === undefined ? [] : [`f.ad_group_id = ${adGroupId}`]),
    ...(keywordId === undefined ? [] : [ofKeyword(source, keywordId)]),
    ...(adId === undefined ? [] : [ofAd(source, adId)]),
  ]
}

/** A source without keywords has no rows for one. */
function ofKeyword(source: SourceName, id: string): string {
  if (source === 'conversions') return `f.criterion_id = ${id}`
  if (source === 'dailyStatistics') {
    return `f.criterion_kind = 'keyword' and f.criterion_id = ${id}`
  }
  const knows = source === 'shareStatistics' || source === 'searchTermStatistics'
  return knows ? `f.keyword_id = ${id}` : 'false'
}

function ofAd(source: SourceName, id: string): string {
  const knows = source === 'conversions' || source === 'dailyStatistics'
  return knows ? `f.ad_id = ${id}` : 'false'
}

import type { Reader } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'

/** A click and what it was on. */
export interface VisitRow {
  readonly clickId: string
  readonly advertiserId: string
  readonly atMs: number
  readonly accountId: string
  readonly campaignId: string
  readonly adGroupId: string
  readonly keywordId: string
  readonly adId: string
  readonly productGroupId: string
  readonly device: string
}

/** The visits that a platform has told of. */
export class Visits {
  findAll(reader: Reader, clickIds: readonly string[]): Promise<VisitRow[]> {
    return reader.all(findAll, { clickIds: JSON.stringify(clickIds) })
  }
}

const findAll = statement<{ clickIds: string }, VisitRow>(
  ({ inTexts }) => `select click_id as "clickId", advertiser_id as "advertiserId", at_ms as "atMs",
      account_id as "accountId", campaign_id as "campaignId", ad_group_id as "adGroupId",
      keyword_id as "keywordId", ad_id as "adId", product_group_id as "productGroupId", device
    from ads_visits where click_id ${inTexts('clickIds')}`,
)

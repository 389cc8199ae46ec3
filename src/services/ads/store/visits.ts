import type { Reader } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import type { Place } from '../domain/conversion/place.ts'

/** A click and what it was on, as the place that its conversions are credited to. */
export interface VisitRow extends Place {
  readonly clickId: string
  readonly clickedAt: number
}

/** The visits that a platform has told of. */
export class Visits {
  findAll(reader: Reader, clickIds: readonly string[]): Promise<VisitRow[]> {
    return reader.all(findAll, { clickIds: JSON.stringify(clickIds) })
  }
}

const findAll = statement<{ clickIds: string }, VisitRow>(
  ({
    inTexts,
  }) => `select click_id as "clickId", advertiser_id as "advertiserId", at_ms as "clickedAt",
      account_id as "accountId", campaign_id as "campaignId", ad_group_id as "adGroupId",
      keyword_id as "criterionId", ad_id as "adId", product_group_id as "productGroupId", device
    from ads_visits where click_id ${inTexts('clickIds')}`,
)

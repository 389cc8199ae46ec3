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
  async findAll(reader: Reader, clickIds: readonly string[]): Promise<VisitRow[]> {
    const found = await reader.all(findAll, { clickIds: JSON.stringify(clickIds) })
    const lineages = new Map<string, Lineage>()
    return found.map((visit) =>
      visitRow(visit, lineages.getOrInsertComputed(visit.lineage, lineageIn)),
    )
  }
}

type Lineage = Omit<Place, 'clickedAt'>

interface FoundVisit {
  readonly clickId: string
  readonly clickedAt: number
  readonly lineage: string
}

// Clicks of one batch are mostly on few things. One text for all ids of a row costs half of a text for
// each; neither ids nor devices have spaces in them.
const findAll = statement<{ clickIds: string }, FoundVisit>(
  ({ inTexts }) => `select click_id as "clickId", at_ms as "clickedAt",
      concat_ws(' ', advertiser_id, account_id, campaign_id, ad_group_id, keyword_id, ad_id,
        product_group_id, device) as lineage
    from ads_visits where click_id ${inTexts('clickIds')}`,
)

function lineageIn(text: string): Lineage {
  const [
    advertiserId,
    accountId,
    campaignId,
    adGroupId,
    criterionId,
    adId,
    productGroupId,
    device,
  ] = text.split(' ') as [string, string, string, string, string, string, string, string]
  return {
    advertiserId,
    accountId,
    campaignId,
    adGroupId,
    criterionId,
    adId,
    productGroupId,
    device,
  }
}

// Written out, as copying the lineage would cost eight times as much.
const visitRow = ({ clickId, clickedAt }: FoundVisit, lineage: Lineage): VisitRow => ({
  clickId,
  clickedAt,
  advertiserId: lineage.advertiserId,
  accountId: lineage.accountId,
  campaignId: lineage.campaignId,
  adGroupId: lineage.adGroupId,
  criterionId: lineage.criterionId,
  adId: lineage.adId,
  productGroupId: lineage.productGroupId,
  device: lineage.device,
})

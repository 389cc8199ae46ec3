import type { Reader } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { query } from '#/storage/sql/statement.ts'
import type { Place } from '../domain/conversion/place.ts'
import { adsVisits } from './tables.ts'

/** A click, with the position that its conversions are attributed to. */
export interface VisitRow extends Place {
  readonly clickId: string
  readonly clickedAt: number
}

/** The visits imported from a platform. */
export class Visits {
  async findAll(reader: Reader, clickIds: readonly string[]): Promise<VisitRow[]> {
    const found = await reader.all(findAll, { clickIds: JSON.stringify(clickIds) })
    const lineages = new Map<string, Lineage>()
    return found.map((visit) =>
      visitRow(visit, lineages.getOrInsertComputed(visit.lineage, lineageIn)),
    )
  }
}

interface FoundVisit {
  readonly clickId: string
  readonly clickedAt: number
  readonly lineage: string
}

// One concatenated text instead of eight columns saves a fifth of the time, because the clicks of a batch
// share few positions. Neither ids nor devices contain spaces.
const findAll = query<{ clickIds: string }, FoundVisit>(
  ({ clickIds }, { inTexts }) => sql`select click_id as "clickId", at_ms as "clickedAt",
      concat_ws(' ', advertiser_id, account_id, campaign_id, ad_group_id, keyword_id, ad_id,
        product_group_id, device) as lineage
    from ${adsVisits} where click_id ${inTexts(clickIds)}`,
)

/** The columns of a lineage, in order. */
type Lineage = readonly [string, string, string, string, string, string, string, string]

const lineageIn = (text: string) => text.split(' ') as readonly string[] as Lineage

function visitRow({ clickId, clickedAt }: FoundVisit, lineage: Lineage): VisitRow {
  const [
    advertiserId,
    accountId,
    campaignId,
    adGroupId,
    criterionId,
    adId,
    productGroupId,
    device,
  ] = lineage
  return {
    clickId,
    clickedAt,
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

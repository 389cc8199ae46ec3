import type { NewPlace } from '../domain/conversion/place.ts'
import type { AdsContext } from '../operation.ts'
import type { Conversion } from '../schemas/conversion.ts'
import type { EntityKind, EntityRow } from '../store/entities.ts'

/** Where conversions of an account stand in the new experience, in their order. */
export async function newPlacesOf(
  { database, entities }: Pick<AdsContext, 'database' | 'entities'>,
  { advertiserId, customerId }: EntityRow,
  conversions: readonly Conversion[],
): Promise<NewPlace[]> {
  const found = async (kind: EntityKind, field: 'campaignId' | 'adGroupId' | 'criterionId') => {
    const ids = [...new Set(conversions.flatMap((conversion) => conversion[field] ?? []))]
    const rows =
      ids.length === 0 ? [] : await entities.findAll(database, { advertiserId, kind, ids })
    return new Map(rows.map((row) => [row.id, row.newId]))
  }
  const campaigns = await found('campaign', 'campaignId')
  const adGroups = await found('adGroup', 'adGroupId')
  const keywords = await found('keyword', 'criterionId')
  return conversions.map(({ campaignId = '', adGroupId = '', criterionId = '' }) => ({
    customerId,
    campaignId: campaigns.get(campaignId) ?? '',
    adGroupId: adGroups.get(adGroupId) ?? '',
    criterionId: keywords.get(criterionId) ?? '',
  }))
}

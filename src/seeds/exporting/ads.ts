import { exportedRecords } from '#/services/ads/platform/exported-records.ts'
import type { SeedExport } from '../export.ts'
import { pluralOf } from '../format/ads.ts'
import { pick, withoutDefaults } from './resources.ts'

/** What the server gives every conversion, and what it shows in another form only. */
const derivedNames = ['dsConversionId', 'conversionModifiedTimestamp']
/** Where a conversion belongs, which follows from its click where it has one. */
const placeNames = [
  'agencyId',
  'advertiserId',
  'engineAccountId',
  'campaignId',
  'adGroupId',
  'criterionId',
  'adId',
  'productGroupId',
]

/** Everything of search advertising but statistics; undefined where there is nothing. */
export async function exportedAds({ core, resources }: SeedExport): Promise<object | undefined> {
  const sections: Record<string, readonly object[]> = {}
  for (const [kind, rows] of await exportedRecords(core.database)) sections[pluralOf(kind)] = rows
  sections.grants = resources.all('ads.grant').map((grant) => {
    const { user, agencyId, advertiserId, role } = grant
    const place = advertiserId === undefined ? { agencyId } : { advertiserId }
    return withoutDefaults({ user, ...place, role }, { role: 'uploader' })
  })
  sections.conversions = resources.all('ads.conversion').map((conversion) => {
    const derived = conversion.clickId === undefined ? [] : placeNames
    const names = Object.keys(conversion).filter(
      (name) => !derivedNames.includes(name) && !derived.includes(name),
    )
    return withoutDefaults(pick(conversion, names), { state: 'ACTIVE', adId: '0' })
  })
  const filled = Object.entries(sections).filter(([, rows]) => rows.length > 0)
  return filled.length === 0 ? undefined : Object.fromEntries(filled)
}

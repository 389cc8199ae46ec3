import type { Transaction } from '#/storage/port.ts'
import type { EntityKind } from '../../store/entities.ts'
import type { KindName } from '../kinds.ts'
import {
  belowAccount,
  belowAdGroup,
  belowCampaign,
  inAccount,
  ofAccount,
  ofAdvertiser,
} from './positions.ts'
import {
  type BadRecord,
  type Located,
  type Values,
  Writing,
  type WritingContext,
} from './writing-batch.ts'
import {
  requireZoneKept,
  writeAdvertisers,
  writeAgencies,
  writeEntities,
} from './writing-entities.ts'
import { writeRates, writeVisits } from './writing-history.ts'
import { writeActivities, writeSavedColumns, writeVariables } from './writing-settings.ts'

/** Upserts records of one kind, and returns those whose parents do not exist. */
export async function writeRecords(
  context: WritingContext,
  tx: Transaction,
  kind: KindName,
  located: readonly Located[],
): Promise<BadRecord[]> {
  const writing = new Writing(context, tx, { kind, located })
  await writers[kind](writing)
  return writing.bad
}

type Positions = Parameters<typeof writeEntities>[0]['positions']

/** Entities whose id is in the column named after their kind. */
const plain = (kind: EntityKind, positions: Positions) =>
  writeEntities({ kind, idOf: (values: Values) => values[`${kind}Id`]!, positions })

/** Product ids are unique only within their feed. */
const productId = ({ productCountry, productLanguage, productId }: Values) =>
  `${productCountry}:${productLanguage}:${productId}`

const writers: Readonly<Record<KindName, (writing: Writing) => Promise<void>>> = {
  agency: writeAgencies,
  advertiser: writeAdvertisers,
  account: writeEntities({
    kind: 'account',
    idOf: ({ accountId }) => accountId!,
    positions: ofAccount,
    alsoKept: ['currency', 'timeZone'],
    requireKept: requireZoneKept,
  }),
  campaign: plain('campaign', belowAccount),
  adGroup: plain('adGroup', belowCampaign),
  keyword: plain('keyword', belowAdGroup),
  ad: plain('ad', belowAdGroup),
  productGroup: plain('productGroup', belowAdGroup),
  productTarget: plain('productTarget', belowAdGroup),
  adGroupTarget: plain('adGroupTarget', belowAdGroup),
  campaignTarget: plain('campaignTarget', belowCampaign),
  negativeAdGroupKeyword: plain('negativeAdGroupKeyword', belowAdGroup),
  negativeCampaignKeyword: plain('negativeCampaignKeyword', belowCampaign),
  negativeAdGroupTarget: plain('negativeAdGroupTarget', belowAdGroup),
  negativeCampaignTarget: plain('negativeCampaignTarget', belowCampaign),
  feedItem: plain('feedItem', inAccount),
  product: writeEntities({
    kind: 'product',
    idOf: productId,
    positions: ofAdvertiser,
    alsoKept: ['productId', 'productCountry', 'productLanguage'],
  }),
  label: plain('label', ofAdvertiser),
  bidStrategy: plain('bidStrategy', ofAdvertiser),
  activity: writeActivities,
  customVariable: writeVariables,
  savedColumn: writeSavedColumns,
  visit: writeVisits,
  currencyRate: writeRates,
}

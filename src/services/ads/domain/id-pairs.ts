import type { EntityKind, EntityRow } from '../store/entities.ts'

/** The kinds of which the file of ids tells, by the names and keys that they have there. */
export const pairedKinds: readonly {
  readonly kind: EntityKind
  readonly type: string
  readonly key: string
}[] = [
  { kind: 'account', type: 'CUSTOMER', key: 'engineAccountId' },
  { kind: 'campaign', type: 'CAMPAIGN', key: 'campaignId' },
  { kind: 'adGroup', type: 'AD_GROUP', key: 'adGroupId' },
  { kind: 'ad', type: 'AD', key: 'adId' },
  { kind: 'keyword', type: 'CRITERION', key: 'criterionId' },
  { kind: 'productGroup', type: 'CRITERION', key: 'criterionId' },
  { kind: 'productTarget', type: 'CRITERION', key: 'criterionId' },
  { kind: 'adGroupTarget', type: 'CRITERION', key: 'criterionId' },
  { kind: 'negativeAdGroupKeyword', type: 'CRITERION', key: 'criterionId' },
  { kind: 'negativeAdGroupTarget', type: 'CRITERION', key: 'criterionId' },
  { kind: 'campaignTarget', type: 'CRITERION', key: 'criterionId' },
  { kind: 'negativeCampaignKeyword', type: 'CRITERION', key: 'criterionId' },
  { kind: 'negativeCampaignTarget', type: 'CRITERION', key: 'criterionId' },
  { kind: 'feedItem', type: 'FEED_ITEM', key: 'feedItemId' },
]

export const pairsHeader = 'Entity Type,Legacy IDs,New IDs\n'

interface Above {
  readonly agencyId: string
  readonly advertiserId: string
}

/** The line of an advertiser, which is an account above others in the new experience. */
export const advertiserLine = (above: Above, customerId: string): string =>
  line('CUSTOMER', { ...above }, { customerId })

/** The line of anything below an advertiser. */
export function pairLine(
  { type, key }: { readonly type: string; readonly key: string },
  { agencyId, advertiserId }: Above,
  entity: EntityRow,
): string {
  const { accountId, campaignId, adGroupId, customerId, newCampaignId, newAdGroupId } = entity
  const isAccount = key === 'engineAccountId'
  const old = {
    agencyId,
    advertiserId,
    engineAccountId: accountId,
    campaignId,
    adGroupId,
    [key]: entity.id,
  }
  const next = {
    customerId,
    campaignId: newCampaignId,
    adGroupId: newAdGroupId,
    ...(!isAccount && { [key]: entity.newId }),
  }
  return line(type, old, next)
}

const line = (type: string, old: Ids, next: Ids) => `${type},${cell(old)},${cell(next)}\n`

type Ids = Readonly<Record<string, string>>

/** Ids are digits, so that quoting is all that the two formats inside each other need. */
function cell(ids: Ids): string {
  const members = Object.entries(ids)
    .filter(([, id]) => id !== '')
    .map(([name, id]) => `""${name}"":""${id}""`)
  return `"{${members.join(',')}}"`
}

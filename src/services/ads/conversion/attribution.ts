import { lackingRole } from '../access.ts'
import type { Draft } from '../domain/conversion/draft.ts'
import type { NewPlace, Place } from '../domain/conversion/place.ts'
import { missing, RowFault } from '../domain/conversion/row-fault.ts'
import { isAtLeast } from '../domain/role.ts'
import type { EntityRow } from '../store/entities.ts'
import type { VisitRow } from '../store/visits.ts'
import type { KnownAdvertiser, References } from './references.ts'

const dayMs = 86_400_000

/** Clicks older than this get no conversions. */
const clickAgeMaxMs = 90 * dayMs

export interface Attributed {
  readonly place: Place
  readonly advertiser: KnownAdvertiser
  /** The ids of the new experience, if the row has them; the response contains them. */
  readonly newPlace?: NewPlace
}

/** The attribution of a row: its click, or the keyword or product group that it names. */
export function attributionOf(draft: Draft, references: References, nowMs: number): Attributed {
  if (draft.clickId !== undefined) {
    return ofClick(draft, references, nowMs)
  }
  return draft.customerId === undefined
    ? ofLineage(draft, references)
    : ofNewLineage(draft, references)
}

function ofClick(draft: Draft, references: References, nowMs: number): Attributed {
  const place = requireVisit(draft, references, nowMs - clickAgeMaxMs)
  const advertiser = requireOpen(references, place.advertiserId)
  if (draft.atMs < place.clickedAt) {
    throw new RowFault('beforeClick', 'The conversion timestamp is before click timestamp')
  }
  if (draft.customerId !== undefined) {
    return { place, advertiser, newPlace: newPlaceOf(draft, place, references) }
  }
  requireSame(draft, place, advertiser)
  return { place, advertiser }
}

/** The ids of a click in the new experience, for rows that contain such ids. They must not differ. */
export function newPlaceOf(
  draft: Draft,
  { advertiserId, accountId, criterionId }: Place,
  references: References,
): NewPlace {
  const customerId = draft.customerId!
  const account = references.account(customerId)
  if (account?.advertiserId !== advertiserId || account.id !== accountId) {
    throw otherLineage('customerId')
  }
  const keyword = references.entity(advertiserId, 'keyword', criterionId)
  const newPlace = {
    customerId,
    campaignId: keyword?.newCampaignId ?? '',
    adGroupId: keyword?.newAdGroupId ?? '',
    criterionId: keyword?.newId ?? '',
  }
  for (const field of ['campaignId', 'adGroupId', 'criterionId'] as const) {
    requireTrue(draft, field, newPlace[field])
  }
  return newPlace
}

/** The click of a row, if it is recent enough. Clicks of advertisers that the caller cannot see are unknown. */
export function requireVisit(
  { clickId, advertiserId }: Draft,
  references: References,
  sinceMs: number,
): VisitRow {
  const visit = references.visit(clickId!)
  const isVisible =
    visit !== undefined && references.advertiser(visit.advertiserId)?.role !== undefined
  const isOther = advertiserId !== undefined && advertiserId !== visit?.advertiserId
  if (!isVisible || visit.clickedAt < sinceMs || isOther) {
    throw new RowFault('clickNotFound', `Click ID '${clickId}' is not found`)
  }
  return visit
}

/** The advertiser with this id, if the caller can upload to it. */
export function requireOpen(references: References, advertiserId: string): KnownAdvertiser {
  const advertiser = references.advertiser(advertiserId)
  if (advertiser !== undefined && isAtLeast(advertiser.role, 'uploader')) return advertiser
  throw new RowFault('notPermitted', lackingRole(advertiserId, advertiser?.role))
}

function ofLineage(draft: Draft, references: References): Attributed {
  const { agencyId, advertiserId, engineAccountId, campaignId } = draft
  if (agencyId === undefined) throw missing('agencyId')
  if (advertiserId === undefined) throw missing('advertiserId')
  if (engineAccountId === undefined) throw missing('engineAccountId')
  if (campaignId === undefined) throw missing('campaignId')
  const advertiser = requireOpen(references, advertiserId)
  if (advertiser.row.agencyId !== agencyId) throw otherLineage('agencyId')
  const target = namedTarget(draft, references, advertiserId)
  const { criterionId = '', productGroupId = '', adId = '0' } = draft
  const place = {
    advertiserId,
    accountId: target.accountId,
    campaignId: target.campaignId,
    adGroupId: target.adGroupId,
    criterionId,
    productGroupId,
    adId: adId === '0' ? '' : adId,
    device: '',
    clickedAt: null,
  }
  requireSame(draft, place, advertiser)
  if (place.adId !== '') requireAdOf(place, references)
  return { place, advertiser }
}

/** The keyword of a row, or the product group instead. */
function namedTarget(draft: Draft, references: References, advertiserId: string): EntityRow {
  const { criterionId, productGroupId, adGroupId } = draft
  const [kind, field, id] =
    criterionId !== undefined
      ? (['keyword', 'criterionId', criterionId] as const)
      : (['productGroup', 'productGroupId', productGroupId] as const)
  if (id === undefined) throw missing('criterionId')
  const target = references.entity(advertiserId, kind, id)
  if (target === undefined) throw otherLineage(field)
  if (target.adGroupId !== '' && adGroupId === undefined) throw missing('adGroupId')
  return target
}

function requireAdOf({ advertiserId, adId, adGroupId }: Place, references: References): void {
  const ad = references.entity(advertiserId, 'ad', adId)
  if (ad === undefined || ad.adGroupId !== adGroupId) throw otherLineage('adId')
}

const otherLineage = (field: string) =>
  new RowFault('lineage', `Field '${field}' does not belong to the given lineage`)

function ofNewLineage(draft: Draft, references: References): Attributed {
  const { campaignId, adGroupId, criterionId } = draft
  const customerId = draft.customerId!
  if (campaignId === undefined) throw missing('campaignId')
  if (adGroupId === undefined) throw missing('adGroupId')
  if (criterionId === undefined) throw missing('criterionId')
  const account = references.account(customerId)
  if (account === undefined) throw otherLineage('customerId')
  const advertiser = requireOpen(references, account.advertiserId)
  const keyword = references.keywordOf({
    customerId,
    newCampaignId: campaignId,
    newAdGroupId: adGroupId,
    newId: criterionId,
  })
  if (keyword === undefined) throw otherLineage('criterionId')
  return {
    place: {
      advertiserId: account.advertiserId,
      accountId: keyword.accountId,
      campaignId: keyword.campaignId,
      adGroupId: keyword.adGroupId,
      criterionId: keyword.id,
      adId: '',
      productGroupId: '',
      device: '',
      clickedAt: null,
    },
    advertiser,
    newPlace: { customerId, campaignId, adGroupId, criterionId },
  }
}

/** Rejects a row whose lineage contradicts its attribution. */
function requireSame(draft: Draft, place: Place, { row }: KnownAdvertiser): void {
  requireTrue(draft, 'agencyId', row.agencyId)
  requireTrue(draft, 'advertiserId', row.id)
  requireTrue(draft, 'engineAccountId', place.accountId)
  requireTrue(draft, 'campaignId', place.campaignId)
  requireTrue(draft, 'adGroupId', place.adGroupId)
  requireTrue(draft, 'criterionId', place.criterionId)
  requireTrue(draft, 'productGroupId', place.productGroupId)
  requireTrue(draft, 'adId', place.adId)
}

type LineageField =
  | 'agencyId'
  | 'advertiserId'
  | 'engineAccountId'
  | 'campaignId'
  | 'adGroupId'
  | 'criterionId'
  | 'productGroupId'
  | 'adId'

function requireTrue(draft: Draft, field: LineageField, truth: string): void {
  const value = draft[field]
  if (value !== undefined && value !== truth && value !== '0') throw otherLineage(field)
}

import type { Conversion } from '../../schemas/conversion.ts'
import type { Draft } from './draft.ts'
import type { NewPlace, Place } from './place.ts'

interface Facts {
  readonly agencyId: string
  readonly activity: { readonly id: string; readonly name: string; readonly type: string }
  readonly dsId: number
  readonly modifiedAt: number
}

/** The conversion as it is kept and shown. Its members are set one by one, since there are many. */
export function newConversion(draft: Draft, place: Place, facts: Facts): Conversion {
  const { agencyId, activity, dsId, modifiedAt } = facts
  const { atMs: _at, customerId: _customer, ...made }: Members = draft
  made.agencyId = agencyId
  made.advertiserId = place.advertiserId
  made.engineAccountId = place.accountId
  made.campaignId = place.campaignId
  if (place.adGroupId !== '') made.adGroupId = place.adGroupId
  if (place.criterionId !== '') made.criterionId = place.criterionId
  if (place.productGroupId !== '') made.productGroupId = place.productGroupId
  made.adId = place.adId === '' ? '0' : place.adId
  if (made.deviceType === undefined && place.device !== '') made.deviceType = place.device
  made.segmentationType = 'FLOODLIGHT'
  made.segmentationId = activity.id
  made.segmentationName = activity.name
  made.type ??= activity.type
  made.state ??= 'ACTIVE'
  made.dsConversionId = String(dsId)
  made.conversionModifiedTimestamp = String(modifiedAt)
  return made as Conversion
}

type Members = { -readonly [Name in keyof Draft]?: Draft[Name] }

/** What an update changes; custom variables that it does not name stay. */
export function changedConversion(held: Conversion, draft: Draft): Conversion {
  return {
    ...held,
    ...present('revenueMicros', draft.revenueMicros),
    ...present('currencyCode', draft.currencyCode),
    ...present('quantityMillis', draft.quantityMillis),
    ...present('floodlightOrderId', draft.floodlightOrderId),
    ...present('state', draft.state),
    ...merged('customMetric', held, draft),
    ...merged('customDimension', held, draft),
  }
}

/** The same conversion with the ids of the new experience. */
export function withNewIds(conversion: Conversion, place: NewPlace): Conversion {
  const {
    agencyId: _agency,
    advertiserId: _advertiser,
    engineAccountId: _account,
    campaignId: _campaign,
    adGroupId: _adGroup,
    criterionId: _criterion,
    adId: _ad,
    ...rest
  } = conversion
  return {
    customerId: place.customerId,
    ...present('campaignId', place.campaignId),
    ...present('adGroupId', place.adGroupId),
    ...present('criterionId', place.criterionId),
    ...rest,
  }
}

const present = (name: keyof Conversion, value: string | undefined): Conversion =>
  value === undefined || value === '' ? {} : { [name]: value }

type Variables = readonly { readonly name?: string }[]

function merged(
  name: 'customMetric' | 'customDimension',
  held: Conversion,
  draft: Draft,
): Conversion {
  const given: Variables | undefined = draft[name]
  if (given === undefined) return {}
  const names = new Set(given.map((variable) => variable.name))
  const kept = ((held[name] ?? []) as Variables).filter((variable) => !names.has(variable.name))
  return { [name]: [...kept, ...given] }
}

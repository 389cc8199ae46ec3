import type { Conversion } from '../../schemas/conversion.ts'
import type { Draft } from './draft.ts'
import type { NewPlace, Place } from './place.ts'

interface Facts {
  readonly agencyId: string
  readonly activity: { readonly id: string; readonly name: string; readonly type: string }
  readonly dsId: number
  readonly modifiedAt: number
}

/**
 * The conversion as stored and shown. Absent members are undefined, because objects of one shape are created
 * and serialized in half the time.
 */
export function newConversion(draft: Draft, place: Place, facts: Facts): Conversion {
  const { agencyId, activity, dsId, modifiedAt } = facts
  return {
    clickId: draft.clickId,
    conversionId: draft.conversionId,
    conversionTimestamp: draft.conversionTimestamp,
    revenueMicros: draft.revenueMicros,
    currencyCode: draft.currencyCode,
    quantityMillis: draft.quantityMillis,
    countMillis: draft.countMillis,
    attributionModel: draft.attributionModel,
    floodlightOrderId: draft.floodlightOrderId,
    customMetric: draft.customMetric,
    customDimension: draft.customDimension,
    deviceType: draft.deviceType ?? (place.device || undefined),
    productId: draft.productId,
    productCountry: draft.productCountry,
    productLanguage: draft.productLanguage,
    inventoryAccountId: draft.inventoryAccountId,
    channel: draft.channel,
    storeId: draft.storeId,
    adUserDataConsent: draft.adUserDataConsent,
    agencyId,
    advertiserId: place.advertiserId,
    engineAccountId: place.accountId,
    campaignId: place.campaignId,
    adGroupId: place.adGroupId || undefined,
    criterionId: place.criterionId || undefined,
    productGroupId: place.productGroupId || undefined,
    adId: place.adId || '0',
    segmentationType: 'FLOODLIGHT',
    segmentationId: activity.id,
    segmentationName: activity.name,
    type: draft.type ?? activity.type,
    state: draft.state ?? 'ACTIVE',
    dsConversionId: String(dsId),
    conversionModifiedTimestamp: String(modifiedAt),
  } satisfies Record<Exclude<keyof Conversion, 'customerId'>, unknown> as Conversion
}

/** A conversion after an update. Custom variables that the update omits stay. */
export function updatedConversion(stored: Conversion, draft: Draft): Conversion {
  return {
    ...stored,
    ...present('revenueMicros', draft.revenueMicros),
    ...present('currencyCode', draft.currencyCode),
    ...present('quantityMillis', draft.quantityMillis),
    ...present('floodlightOrderId', draft.floodlightOrderId),
    ...present('state', draft.state),
    ...mergedVariables('customMetric', stored, draft),
    ...mergedVariables('customDimension', stored, draft),
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

function mergedVariables(
  name: 'customMetric' | 'customDimension',
  stored: Conversion,
  draft: Draft,
): Conversion {
  const variables: Variables | undefined = draft[name]
  if (variables === undefined) return {}
  const names = new Set(variables.map((variable) => variable.name))
  const others = ((stored[name] ?? []) as Variables).filter((variable) => !names.has(variable.name))
  return { [name]: [...others, ...variables] }
}

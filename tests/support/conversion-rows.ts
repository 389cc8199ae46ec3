import { ids } from './ads-platform.ts'

let count = 0

/** An id that no other conversion has. */
export const newConversionId = () => `order-${process.pid}-${++count}`

const hourMs = 3_600_000

/** A time shortly before now, on the server's clock when nobody has moved it. */
export const recently = () => String(Temporal.Now.instant().epochMilliseconds - hourMs)

/** A transaction that came of a click, with what a test says otherwise. */
export const clicked = (otherwise: Readonly<Record<string, unknown>> = {}) => ({
  conversionId: newConversionId(),
  conversionTimestamp: recently(),
  clickId: ids.click,
  segmentationType: 'FLOODLIGHT',
  segmentationName: 'Test',
  type: 'TRANSACTION',
  revenueMicros: '10000000',
  currencyCode: 'EUR',
  ...otherwise,
})

/** An action that is credited to a keyword. */
export const ofKeyword = (otherwise: Readonly<Record<string, unknown>> = {}) => ({
  conversionId: newConversionId(),
  conversionTimestamp: recently(),
  agencyId: ids.agency,
  advertiserId: ids.advertiser,
  engineAccountId: ids.account,
  campaignId: ids.campaign,
  adGroupId: ids.adGroup,
  criterionId: ids.keyword,
  adId: '0',
  segmentationType: 'FLOODLIGHT',
  segmentationName: 'Call',
  type: 'ACTION',
  ...otherwise,
})

/** An action by the ids of the new experience. */
export const byNewIds = (otherwise: Readonly<Record<string, unknown>> = {}) => ({
  conversionId: newConversionId(),
  conversionTimestamp: recently(),
  customerId: '123-123-1234',
  campaignId: ids.newCampaign,
  adGroupId: ids.newAdGroup,
  criterionId: ids.newKeyword,
  segmentationType: 'FLOODLIGHT',
  segmentationName: 'Call',
  type: 'ACTION',
  ...otherwise,
})

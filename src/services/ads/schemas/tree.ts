import {
  about,
  array,
  dateTime,
  int64,
  kind,
  object,
  oneOf,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import type { EntityKind } from '../store/entities.ts'
import type { ActivityView, AdvertiserView, AgencyView, EntityView } from '../store/tree.ts'

/** The entity kinds that can be listed, parents first. */
export const listedEntityKinds = [
  'account',
  'campaign',
  'adGroup',
  'keyword',
  'ad',
  'productGroup',
  'label',
  'bidStrategy',
] as const satisfies readonly EntityKind[]

const role = oneOf('reader', 'uploader')
const status = string({ about: 'Such as `Active`, as the platform calls it.' })
const currency = string({ about: 'A code of ISO 4217.' })
const timeZone = string({ about: 'An IANA name.' })
const customerId = int64({ about: 'Its id in the new Search Ads 360, if it has one.' })
const nextPageToken = string({ about: 'The token of the next page; absent on the last page.' })

const Agency = object('Agency', {
  kind: kind('almanac#agency'),
  id: int64({ about: 'The agency.' }),
  name: string({ about: 'The name.' }),
  status,
  currency,
  timeZone,
  customerId,
  role: about("The caller's grant for the whole agency, if any.", role),
})

export const AgencyList = object('AgencyList', {
  kind: kind('almanac#agencies'),
  items: array(Agency),
  nextPageToken,
})

const Advertiser = object('Advertiser', {
  kind: kind('almanac#advertiser'),
  id: int64({ about: 'The advertiser.' }),
  agencyId: int64({ about: 'Its agency.' }),
  agencyName: string({ about: 'The name of the agency.' }),
  name: string({ about: 'The name.' }),
  status,
  currency,
  timeZone,
  customerId,
  role: about("The caller's grant.", role),
})

export const AdvertiserList = object('AdvertiserList', {
  kind: kind('almanac#advertisers'),
  items: array(Advertiser),
  nextPageToken,
})

const AdsEntity = object('AdsEntity', {
  kind: kind('almanac#adsEntity'),
  type: string({ about: 'The type, as requested.' }),
  id: int64({ about: 'Its id.' }),
  name: string({ about: 'The name; for keywords, the text.' }),
  status,
  accountId: int64({ about: 'The engine account that it is in.' }),
  campaignId: int64({ about: 'The campaign that it is in.' }),
  adGroupId: int64({ about: 'The ad group that it is in.' }),
  customerId,
})

export const AdsEntityList = object('AdsEntityList', {
  kind: kind('almanac#adsEntities'),
  items: array(AdsEntity),
  nextPageToken,
})

const AdsActivity = object('AdsActivity', {
  kind: kind('almanac#adsActivity'),
  id: int64({ about: 'The id that conversions name.' }),
  name: string({ about: 'The name.' }),
  groupId: int64({ about: 'Its group.' }),
  groupName: string({ about: 'The name of the group.' }),
  type: string({ about: '`ACTION` or `TRANSACTION`.' }),
  status,
  completeThrough: dateTime({
    about: 'Until when all conversions are uploaded, if known.',
  }),
})

export const AdsActivityList = object('AdsActivityList', {
  kind: kind('almanac#adsActivities'),
  items: array(AdsActivity),
  nextPageToken,
})

export const wireAgency = ({ role: ownRole, ...agency }: AgencyView): TypeOf<typeof Agency> => ({
  kind: 'almanac#agency',
  ...present(agency),
  ...(ownRole !== null && { role: ownRole }),
})

export const wireAdvertiser = (
  advertiser: Omit<AdvertiserView, 'role'> & Partial<Pick<AdvertiserView, 'role'>>,
): TypeOf<typeof Advertiser> => ({
  kind: 'almanac#advertiser',
  ...present(advertiser),
})

export const wireEntity = (type: EntityKind, entity: EntityView): TypeOf<typeof AdsEntity> => ({
  kind: 'almanac#adsEntity',
  type,
  ...present(entity),
})

export const wireActivity = ({
  completeThrough,
  ...activity
}: ActivityView): TypeOf<typeof AdsActivity> => ({
  kind: 'almanac#adsActivity',
  ...present(activity),
  ...(completeThrough !== null && {
    completeThrough: Temporal.Instant.fromEpochMilliseconds(completeThrough).toString(),
  }),
})

/** Omits empty texts, which denote absent values; names can be empty. */
function present<T extends { readonly name: string }>(row: T): Partial<T> {
  const entries = Object.entries(row).filter(([name, value]) => value !== '' || name === 'name')
  return Object.fromEntries(entries) as Partial<T>
}

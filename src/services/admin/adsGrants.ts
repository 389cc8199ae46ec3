import { about, array, kind, object, oneOf, string, type TypeOf } from '#/contract/schema.ts'
import type { AdsGrant as AdsGrantRecord } from './adsGrants/ads-grants.ts'

export const agencyId = string({ about: 'The id of an agency.', lengthMax: 20 })
export const advertiserId = string({ about: 'The id of an advertiser.', lengthMax: 20 })

export const AdsGrant = object('AdsGrant', {
  kind: kind('admin#adsGrant'),
  agencyId: string({
    about: 'The agency; to grant one of its advertisers, name that instead.',
    lengthMax: 20,
  }),
  advertiserId: string({
    about: 'The advertiser; absent where the grant is about the whole agency.',
    lengthMax: 20,
  }),
  role: about(
    '`reader` unless given. An uploader also uploads conversions.',
    oneOf('reader', 'uploader'),
  ),
})

export const AdsGrantList = object('AdsGrantList', {
  kind: kind('admin#adsGrants'),
  items: array(AdsGrant),
})

export const wireAdsGrant = (grant: AdsGrantRecord): TypeOf<typeof AdsGrant> => ({
  kind: 'admin#adsGrant',
  ...grant,
})

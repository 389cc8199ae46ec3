import type { EntityKind } from './entities.ts'

export interface AgencyRecord {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly customerId: string
  readonly currency: string
  readonly timeZone: string
  readonly createdAt: number
  readonly modifiedAt: number
  readonly attributes: string
}

export interface AdvertiserRecord extends AgencyRecord {
  readonly agencyId: string
  /** The zone of conversion dates: `advertiser` or `account`. */
  readonly conversionDates: string
}

export interface KnownAdvertiserRecord extends AdvertiserRecord {
  readonly conversionSequence: number
}

export interface EntityRecord {
  readonly advertiserId: string
  readonly kind: EntityKind
  readonly id: string
  readonly accountId: string
  readonly campaignId: string
  readonly adGroupId: string
  readonly name: string
  readonly status: string
  readonly customerId: string
  readonly newCampaignId: string
  readonly newAdGroupId: string
  readonly newId: string
  readonly createdAt: number
  readonly modifiedAt: number
  readonly attributes: string
}

export interface ActivityRecord {
  readonly advertiserId: string
  readonly id: string
  readonly name: string
  readonly groupId: string
  readonly groupName: string
  readonly type: string
  readonly weightMicros: number
  readonly status: string
  readonly createdAt: number
  readonly modifiedAt: number
  readonly attributes: string
}

export interface VariableRecord {
  readonly advertiserId: string
  readonly kind: string
  readonly name: string
}

export interface SavedColumnRecord {
  readonly advertiserId: string
  readonly name: string
  readonly type: string
  readonly formula: string
}

export interface VisitRecord {
  readonly advertiserId: string
  readonly clickId: string
  readonly atMs: number
  readonly accountId: string
  readonly campaignId: string
  readonly adGroupId: string
  readonly keywordId: string
  readonly adId: string
  readonly productGroupId: string
  readonly device: string
  readonly attributes: string
}

export interface RateRecord {
  readonly currency: string
  readonly day: number
  readonly perDollarMicros: number
}

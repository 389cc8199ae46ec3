import type { Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
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

type Many = { readonly ids: string }

/** Writes what a platform tells, over what it has told before. */
export class Platform {
  agencies(reader: Reader, ids: readonly string[]): Promise<AgencyRecord[]> {
    return reader.all(findAgencies, { ids: JSON.stringify(ids) })
  }

  advertisers(reader: Reader, ids: readonly string[]): Promise<AdvertiserRecord[]> {
    return reader.all(findAdvertisers, { ids: JSON.stringify(ids) })
  }

  entities(
    reader: Reader,
    key: { advertiserId: string; kind: EntityKind; ids: readonly string[] },
  ): Promise<EntityRecord[]> {
    return reader.all(findEntities, { ...key, ids: JSON.stringify(key.ids) })
  }

  /** The saved columns of an advertiser, in the order of their names. */
  savedColumns(reader: Reader, advertiserId: string): Promise<SavedColumnRecord[]> {
    return reader.all(listSavedColumns, { advertiserId })
  }

  putAgencies(tx: Transaction, rows: readonly AgencyRecord[]): Promise<void> {
    return tx.runEach(putAgency, rows)
  }

  /** New ones get the next free numbers. */
  async putAdvertisers(tx: Transaction, rows: readonly AdvertiserRecord[]): Promise<void> {
    let { number } = (await tx.first(lastNumber, {}))!
    await tx.runEach(
      putAdvertiser,
      rows.map((row) => {
        number += 1
        return { ...row, number }
      }),
    )
  }

  putEntities(
    tx: Transaction,
    rows: readonly EntityRecord[],
    sequenceOf: (advertiserId: string) => number,
  ): Promise<void> {
    return tx.runEach(
      putEntity,
      rows.map((row) => ({ ...row, sequence: sequenceOf(row.advertiserId) })),
    )
  }

  putActivities(tx: Transaction, rows: readonly ActivityRecord[]): Promise<void> {
    return tx.runEach(putActivity, rows)
  }

  putVariables(tx: Transaction, rows: readonly VariableRecord[]): Promise<void> {
    return tx.runEach(putVariable, rows)
  }

  putSavedColumns(tx: Transaction, rows: readonly SavedColumnRecord[]): Promise<void> {
    return tx.runEach(putSavedColumn, rows)
  }

  putVisits(tx: Transaction, rows: readonly VisitRecord[]): Promise<void> {
    return tx.runEach(putVisit, rows)
  }

  putRates(tx: Transaction, rows: readonly RateRecord[]): Promise<void> {
    return tx.runEach(putRate, rows)
  }

  /** The number that what is told of an advertiser from now on has. */
  async advance(tx: Transaction, advertiserId: string): Promise<number> {
    return (await tx.first(advance, { advertiserId }))!.sequence
  }
}

const agencyColumns = `id, name, status, customer_id as "customerId", currency,
  time_zone as "timeZone", created_at as "createdAt", modified_at as "modifiedAt", attributes`

const findAgencies = statement<Many, AgencyRecord>(
  ({ inTexts }) => `select ${agencyColumns} from ads_agencies where id ${inTexts('ids')}`,
)

const findAdvertisers = statement<Many, AdvertiserRecord>(
  ({ inTexts }) => `select agency_id as "agencyId", ${agencyColumns} from ads_advertisers
    where id ${inTexts('ids')}`,
)

const findEntities = statement<Many & { advertiserId: string; kind: string }, EntityRecord>(
  ({ inTexts }) => `select advertiser_id as "advertiserId", kind, id, account_id as "accountId",
      campaign_id as "campaignId", ad_group_id as "adGroupId", name, status,
      customer_id as "customerId", new_campaign_id as "newCampaignId",
      new_ad_group_id as "newAdGroupId", new_id as "newId", created_at as "createdAt",
      modified_at as "modifiedAt", attributes
    from ads_entities
    where advertiser_id = :advertiserId and kind = :kind and id ${inTexts('ids')}`,
)

const putAgency = statement<AgencyRecord>(
  `insert into ads_agencies (id, name, status, customer_id, currency, time_zone, created_at,
      modified_at, attributes)
    values (:id, :name, :status, :customerId, :currency, :timeZone, :createdAt, :modifiedAt,
      :attributes)
    on conflict (id) do update set name = excluded.name, status = excluded.status,
      customer_id = excluded.customer_id, currency = excluded.currency,
      time_zone = excluded.time_zone, created_at = excluded.created_at,
      modified_at = excluded.modified_at, attributes = excluded.attributes`,
)

const lastNumber = statement<object, { number: number }>(
  'select coalesce(max(number), 0) as number from ads_advertisers',
)

const putAdvertiser = statement<AdvertiserRecord & { number: number }>(
  `insert into ads_advertisers (id, agency_id, number, name, status, customer_id, currency,
      time_zone, created_at, modified_at, attributes, platform_sequence, conversion_sequence)
    values (:id, :agencyId, :number, :name, :status, :customerId, :currency, :timeZone, :createdAt,
      :modifiedAt, :attributes, 0, 0)
    on conflict (id) do update set agency_id = excluded.agency_id, name = excluded.name,
      status = excluded.status, customer_id = excluded.customer_id, currency = excluded.currency,
      time_zone = excluded.time_zone, created_at = excluded.created_at,
      modified_at = excluded.modified_at, attributes = excluded.attributes`,
)

const putEntity = statement<EntityRecord & { sequence: number }>(
  `insert into ads_entities (advertiser_id, kind, id, account_id, campaign_id, ad_group_id, name,
      status, customer_id, new_campaign_id, new_ad_group_id, new_id, created_at, modified_at,
      attributes, sequence)
    values (:advertiserId, :kind, :id, :accountId, :campaignId, :adGroupId, :name, :status,
      :customerId, :newCampaignId, :newAdGroupId, :newId, :createdAt, :modifiedAt, :attributes,
      :sequence)
    on conflict (advertiser_id, kind, id) do update set account_id = excluded.account_id,
      campaign_id = excluded.campaign_id, ad_group_id = excluded.ad_group_id,
      name = excluded.name, status = excluded.status, customer_id = excluded.customer_id,
      new_campaign_id = excluded.new_campaign_id, new_ad_group_id = excluded.new_ad_group_id,
      new_id = excluded.new_id, created_at = excluded.created_at,
      modified_at = excluded.modified_at, attributes = excluded.attributes,
      sequence = excluded.sequence`,
)

const putActivity = statement<ActivityRecord>(
  `insert into ads_activities (advertiser_id, id, name, group_id, group_name, type, weight_micros,
      status, attributes, complete_through)
    values (:advertiserId, :id, :name, :groupId, :groupName, :type, :weightMicros, :status,
      :attributes, null)
    on conflict (advertiser_id, id) do update set name = excluded.name,
      group_id = excluded.group_id, group_name = excluded.group_name, type = excluded.type,
      weight_micros = excluded.weight_micros, status = excluded.status,
      attributes = excluded.attributes`,
)

const putVariable = statement<VariableRecord>(
  `insert into ads_custom_variables (advertiser_id, kind, name)
    values (:advertiserId, :kind, :name) on conflict (advertiser_id, kind, name) do nothing`,
)

const putSavedColumn = statement<SavedColumnRecord>(
  `insert into ads_saved_columns (advertiser_id, name, type, formula)
    values (:advertiserId, :name, :type, :formula)
    on conflict (advertiser_id, name) do update set type = excluded.type,
      formula = excluded.formula`,
)

const listSavedColumns = statement<{ advertiserId: string }, SavedColumnRecord>(
  `select advertiser_id as "advertiserId", name, type, formula from ads_saved_columns
    where advertiser_id = :advertiserId order by name`,
)

const putVisit = statement<VisitRecord>(
  `insert into ads_visits (advertiser_id, click_id, at_ms, account_id, campaign_id, ad_group_id,
      keyword_id, ad_id, product_group_id, device, attributes)
    values (:advertiserId, :clickId, :atMs, :accountId, :campaignId, :adGroupId, :keywordId, :adId,
      :productGroupId, :device, :attributes)
    on conflict (advertiser_id, click_id) do update set at_ms = excluded.at_ms,
      account_id = excluded.account_id, campaign_id = excluded.campaign_id,
      ad_group_id = excluded.ad_group_id, keyword_id = excluded.keyword_id,
      ad_id = excluded.ad_id, product_group_id = excluded.product_group_id,
      device = excluded.device, attributes = excluded.attributes`,
)

const putRate = statement<RateRecord>(
  `insert into ads_currency_rates (currency, day, per_dollar_micros)
    values (:currency, :day, :perDollarMicros)
    on conflict (currency, day) do update set per_dollar_micros = excluded.per_dollar_micros`,
)

const advance = statement<{ advertiserId: string }, { sequence: number }>(
  `update ads_advertisers set platform_sequence = platform_sequence + 1 where id = :advertiserId
    returning platform_sequence as sequence`,
)

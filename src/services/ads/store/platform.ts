import type { Reader, Transaction } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'
import type { EntityKind } from './entities.ts'
import type {
  AdvertiserRecord,
  AgencyRecord,
  EntityRecord,
  KnownAdvertiserRecord,
} from './platform-records.ts'

type Many = { readonly ids: string }

/** What belongs to no advertiser has numbers of its own. */
export type PlatformSubject = 'agencies' | 'currencyRates'

/** Agencies, advertisers and what is in their accounts, written over what was told before. */
export class Platform {
  /** Whether nothing was told yet but of this agency, and nothing was uploaded. */
  async isUntouchedBut(reader: Reader, agencyId: string): Promise<boolean> {
    return (await reader.first(findAnything, { agencyId })) === undefined
  }

  agencies(reader: Reader, ids: readonly string[]): Promise<AgencyRecord[]> {
    return reader.all(findAgencies, { ids: JSON.stringify(ids) })
  }

  advertisers(reader: Reader, ids: readonly string[]): Promise<KnownAdvertiserRecord[]> {
    return reader.all(findAdvertisers, { ids: JSON.stringify(ids) })
  }

  entities(
    reader: Reader,
    key: { advertiserId: string; kind: EntityKind; ids: readonly string[] },
  ): Promise<EntityRecord[]> {
    return reader.all(findEntities, { ...key, ids: JSON.stringify(key.ids) })
  }

  async putAgencies(tx: Transaction, rows: readonly AgencyRecord[]): Promise<void> {
    await tx.runEach(putAgency, rows, { areDistinct: true })
  }

  /** New ones get the next free numbers. */
  async putAdvertisers(tx: Transaction, rows: readonly AdvertiserRecord[]): Promise<void> {
    let { number } = (await tx.first(lastNumber, none))!
    const numbered = rows.map((row) => {
      number += 1
      return { ...row, number }
    })
    await tx.runEach(putAdvertiser, numbered, { areDistinct: true })
  }

  async putEntities(
    tx: Transaction,
    rows: readonly EntityRecord[],
    sequenceOf: (advertiserId: string) => number,
  ): Promise<void> {
    const numbered = rows.map((row) => ({ ...row, sequence: sequenceOf(row.advertiserId) }))
    await tx.runEach(putEntity, numbered, { areDistinct: true })
  }

  /** The number that what is told of an advertiser from now on has. */
  async advance(tx: Transaction, advertiserId: string): Promise<number> {
    return (await tx.first(advance, { advertiserId }))!.sequence
  }

  /** The number that what is told of agencies or rates from now on has. */
  async advanceSubject(tx: Transaction, subject: PlatformSubject): Promise<number> {
    return (await tx.first(advanceSubject, { subject }))!.sequence
  }
}

const agencyColumns = `id, name, status, customer_id as "customerId", currency,
  time_zone as "timeZone", created_at as "createdAt", modified_at as "modifiedAt", attributes`

const findAgencies = statement<Many, AgencyRecord>(
  ({ inTexts }) => `select ${agencyColumns} from ads_agencies where id ${inTexts('ids')}`,
)

const findAnything = statement<{ agencyId: string }, { found: number }>(
  `select 1 as found where exists (select 1 from ads_agencies where id <> :agencyId)
    or exists (select 1 from ads_conversions)`,
)

const findAdvertisers = statement<Many, KnownAdvertiserRecord>(
  ({ inTexts }) => `select agency_id as "agencyId", ${agencyColumns},
      conversion_dates as "conversionDates", conversion_sequence as "conversionSequence"
    from ads_advertisers where id ${inTexts('ids')}`,
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

const lastNumber = statement<typeof none, { number: number }>(
  'select coalesce(max(number), 0) as number from ads_advertisers',
)

const putAdvertiser = statement<AdvertiserRecord & { number: number }>(
  `insert into ads_advertisers (id, agency_id, number, name, status, customer_id, currency,
      time_zone, conversion_dates, created_at, modified_at, attributes, platform_sequence,
      conversion_sequence)
    values (:id, :agencyId, :number, :name, :status, :customerId, :currency, :timeZone,
      :conversionDates, :createdAt, :modifiedAt, :attributes, 0, 0)
    on conflict (id) do update set agency_id = excluded.agency_id, name = excluded.name,
      status = excluded.status, customer_id = excluded.customer_id, currency = excluded.currency,
      time_zone = excluded.time_zone, conversion_dates = excluded.conversion_dates,
      created_at = excluded.created_at, modified_at = excluded.modified_at,
      attributes = excluded.attributes`,
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

const advance = statement<{ advertiserId: string }, { sequence: number }>(
  `update ads_advertisers set platform_sequence = platform_sequence + 1 where id = :advertiserId
    returning platform_sequence as sequence`,
)

// A server that was put back to its first state has no row of a subject yet.
const advanceSubject = statement<{ subject: string }, { sequence: number }>(
  `insert into ads_platform_changes (subject, sequence) values (:subject, 1)
    on conflict (subject) do update set sequence = ads_platform_changes.sequence + 1
    returning sequence`,
)

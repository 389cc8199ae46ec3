import type { Reader, Transaction } from '#/storage/port.ts'
import { none, type Statement, statement } from '#/storage/statement.ts'
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

  /** Passes the new ids of an account, a campaign or an ad group on to everything below it. */
  async updateLineageBelow(tx: Transaction, row: EntityRecord, sequence: number): Promise<void> {
    const { advertiserId, kind, id } = row
    for (const update of lineageBelow[kind] ?? []) {
      await tx.run(update, { advertiserId, id, sequence })
    }
  }

  /** Takes the next change number of an advertiser. */
  async advance(tx: Transaction, advertiserId: string): Promise<number> {
    return (await tx.first(advance, { advertiserId }))!.sequence
  }

  /** Takes the next change number of the agencies or of the rates. */
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

type Below = Pick<EntityRecord, 'advertiserId' | 'id'> & { readonly sequence: number }

/**
 * Derives the new ids of everything in `scope` from the parent that it stands directly below. Only what
 * has a new id itself, below a parent that has one, is known in the new experience.
 */
const inheritNewIds = (
  scope: 'account_id' | 'campaign_id' | 'ad_group_id',
  parent: {
    readonly kind: EntityKind
    readonly idColumn: string
    readonly isKnown: string
    readonly newCampaignId: string
    readonly newAdGroupId: string
    /** Which entities stand directly below such a parent. */
    readonly children: string
  },
) => {
  const inherited = (value: string) =>
    `case when ads_entities.new_id <> '' and ${parent.isKnown} then ${value} else '' end`
  return statement<Below>(
    `update ads_entities set (customer_id, new_campaign_id, new_ad_group_id) = (
        select ${inherited('p.customer_id')}, ${inherited(parent.newCampaignId)},
          ${inherited(parent.newAdGroupId)}
        from ads_entities p where p.advertiser_id = ads_entities.advertiser_id
          and p.kind = '${parent.kind}' and p.id = ads_entities.${parent.idColumn}),
      sequence = :sequence
    where advertiser_id = :advertiserId and ${scope} = :id and ${scope} <> '' and ${parent.children}`,
  )
}

const belowAccount = {
  kind: 'account',
  idColumn: 'account_id',
  isKnown: 'true',
  newCampaignId: "''",
  newAdGroupId: "''",
  children: "kind in ('campaign', 'feedItem')",
} as const

const belowCampaign = {
  kind: 'campaign',
  idColumn: 'campaign_id',
  isKnown: "p.new_id <> ''",
  newCampaignId: 'p.new_id',
  newAdGroupId: "''",
  children: "kind <> 'campaign' and campaign_id <> '' and (kind = 'adGroup' or ad_group_id = '')",
} as const

const belowAdGroup = {
  kind: 'adGroup',
  idColumn: 'ad_group_id',
  isKnown: "p.new_id <> ''",
  newCampaignId: 'p.new_campaign_id',
  newAdGroupId: 'p.new_id',
  children: "kind <> 'adGroup' and ad_group_id <> ''",
} as const

const lineageBelow: Partial<Record<EntityKind, readonly Statement<Below, never>[]>> = {
  account: [
    inheritNewIds('account_id', belowAccount),
    inheritNewIds('account_id', belowCampaign),
    inheritNewIds('account_id', belowAdGroup),
  ],
  campaign: [
    inheritNewIds('campaign_id', belowCampaign),
    inheritNewIds('campaign_id', belowAdGroup),
  ],
  adGroup: [inheritNewIds('ad_group_id', belowAdGroup)],
}

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

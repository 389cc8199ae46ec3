import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, raw, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, none, query, type Statement } from '#/storage/sql/statement.ts'
import type { EntityKind } from './entities.ts'
import type {
  AdvertiserRecord,
  AgencyRecord,
  EntityRecord,
  KnownAdvertiserRecord,
} from './platform-records.ts'
import {
  adsAdvertisers,
  adsAgencies,
  adsConversions,
  adsEntities,
  adsPlatformChanges,
} from './tables.ts'

type Many = { readonly ids: string }

/** Data that belongs to no advertiser has a separate sequence of change numbers. */
type PlatformSubject = 'agencies' | 'currencyRates'

/** Agencies, advertisers and the contents of their accounts. An import replaces earlier values. */
export class Platform {
  /** Whether nothing was imported except for this agency, and nothing was uploaded. */
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

  /** New advertisers get the next free numbers. */
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

  /** Passes the new ids of an account, a campaign or an ad group on to its descendants. */
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

const agencyColumns = sql`id, name, status, customer_id as "customerId", currency,
  time_zone as "timeZone", created_at as "createdAt", modified_at as "modifiedAt", attributes`

const findAgencies = query<Many, AgencyRecord>(
  ({ ids }, { inTexts }) =>
    sql`select ${agencyColumns} from ${adsAgencies} where id ${inTexts(ids)}`,
)

const findAnything = query<{ agencyId: string }, { found: number }>(
  ({ agencyId }) => sql`
   select 1 as found where exists (select 1 from ${adsAgencies} where id <> ${agencyId})
    or exists (select 1 from ${adsConversions})`,
)

const findAdvertisers = query<Many, KnownAdvertiserRecord>(
  ({ ids }, { inTexts }) => sql`select agency_id as "agencyId", ${agencyColumns},
      conversion_dates as "conversionDates", conversion_sequence as "conversionSequence"
    from ${adsAdvertisers} where id ${inTexts(ids)}`,
)

const findEntities = query<Many & { advertiserId: string; kind: string }, EntityRecord>(
  ({ advertiserId, kind, ids }, { inTexts }) => sql`
    select advertiser_id as "advertiserId", kind, id, account_id as "accountId",
      campaign_id as "campaignId", ad_group_id as "adGroupId", name, status,
      customer_id as "customerId", new_campaign_id as "newCampaignId",
      new_ad_group_id as "newAdGroupId", new_id as "newId", created_at as "createdAt",
      modified_at as "modifiedAt", attributes
    from ${adsEntities}
    where advertiser_id = ${advertiserId} and kind = ${kind} and id ${inTexts(ids)}`,
)

const putAgency = command<AgencyRecord>((args) =>
  insertInto(
    adsAgencies,
    rowOf(adsAgencies, args),
    sql`on conflict (id) do update set name = excluded.name, status = excluded.status,
      customer_id = excluded.customer_id, currency = excluded.currency,
      time_zone = excluded.time_zone, created_at = excluded.created_at,
      modified_at = excluded.modified_at, attributes = excluded.attributes`,
  ),
)

const lastNumber = query<typeof none, { number: number }>(
  () => sql`select coalesce(max(number), 0) as number from ${adsAdvertisers}`,
)

const putAdvertiser = command<AdvertiserRecord & { number: number }>((args) =>
  insertInto(
    adsAdvertisers,
    rowOf(adsAdvertisers, args, { platform_sequence: sql`0`, conversion_sequence: sql`0` }),
    sql`on conflict (id) do update set agency_id = excluded.agency_id, name = excluded.name,
      status = excluded.status, customer_id = excluded.customer_id, currency = excluded.currency,
      time_zone = excluded.time_zone, conversion_dates = excluded.conversion_dates,
      created_at = excluded.created_at, modified_at = excluded.modified_at,
      attributes = excluded.attributes`,
  ),
)

const putEntity = command<EntityRecord & { sequence: number }>((args) =>
  insertInto(
    adsEntities,
    rowOf(adsEntities, args),
    sql`on conflict (advertiser_id, kind, id) do update set account_id = excluded.account_id,
      campaign_id = excluded.campaign_id, ad_group_id = excluded.ad_group_id,
      name = excluded.name, status = excluded.status, customer_id = excluded.customer_id,
      new_campaign_id = excluded.new_campaign_id, new_ad_group_id = excluded.new_ad_group_id,
      new_id = excluded.new_id, created_at = excluded.created_at,
      modified_at = excluded.modified_at, attributes = excluded.attributes,
      sequence = excluded.sequence`,
  ),
)

type Below = Pick<EntityRecord, 'advertiserId' | 'id'> & { readonly sequence: number }

/**
 * Derives the new ids of everything in `scope` from its direct parent. Only entities with a new id whose
 * parents have one exist in the new experience.
 */
const inheritNewIds = (
  scope: 'account_id' | 'campaign_id' | 'ad_group_id',
  parent: {
    readonly kind: EntityKind
    readonly idColumn: string
    readonly isKnown: string
    readonly newCampaignId: string
    readonly newAdGroupId: string
    /** The condition for entities directly below such a parent. */
    readonly children: string
  },
) => {
  const inheritedColumn = (value: string) =>
    sql`case when ${adsEntities}.new_id <> '' and ${raw(parent.isKnown)} then ${raw(value)} else '' end`
  return command<Below>(
    ({ sequence, advertiserId, id }) => sql`
      update ${adsEntities} set (customer_id, new_campaign_id, new_ad_group_id) = (
        select ${inheritedColumn('p.customer_id')}, ${inheritedColumn(parent.newCampaignId)},
          ${inheritedColumn(parent.newAdGroupId)}
        from ${adsEntities} p where p.advertiser_id = ${adsEntities}.advertiser_id
          and p.kind = '${raw(parent.kind)}' and p.id = ${adsEntities}.${raw(parent.idColumn)}),
      sequence = ${sequence}
    where advertiser_id = ${advertiserId} and ${raw(scope)} = ${id} and ${raw(scope)} <> ''
      and ${raw(parent.children)}`,
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

const advance = command<{ advertiserId: string }, { sequence: number }>(
  ({ advertiserId }) => sql`
   update ${adsAdvertisers} set platform_sequence = platform_sequence + 1 where id = ${advertiserId}
    returning platform_sequence as sequence`,
)

// A server that was reset has no row of a subject yet.
const advanceSubject = command<{ subject: string }, { sequence: number }>(({ subject }) =>
  insertInto(
    adsPlatformChanges,
    { subject, sequence: sql`1` },
    sql`on conflict (subject) do update set sequence = ${adsPlatformChanges}.sequence + 1
    returning sequence`,
  ),
)

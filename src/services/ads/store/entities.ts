import type { Reader } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { query } from '#/storage/sql/statement.ts'
import { adsEntities } from './tables.ts'

export type EntityKind =
  | 'account'
  | 'campaign'
  | 'adGroup'
  | 'keyword'
  | 'ad'
  | 'productGroup'
  | 'productTarget'
  | 'adGroupTarget'
  | 'campaignTarget'
  | 'negativeAdGroupKeyword'
  | 'negativeCampaignKeyword'
  | 'negativeAdGroupTarget'
  | 'negativeCampaignTarget'
  | 'feedItem'
  | 'product'
  | 'label'
  | 'bidStrategy'

/** The position of an entity: its ancestors, and its ids in the new experience. */
export interface EntityRow {
  readonly advertiserId: string
  readonly kind: EntityKind
  readonly id: string
  readonly accountId: string
  readonly campaignId: string
  readonly adGroupId: string
  readonly customerId: string
  readonly newCampaignId: string
  readonly newAdGroupId: string
  readonly newId: string
}

/** Accounts, campaigns and their contents, as imported from a platform. */
export class Entities {
  find(
    reader: Reader,
    key: { advertiserId: string; kind: EntityKind; id: string },
  ): Promise<EntityRow | undefined> {
    return reader.first(find, key)
  }

  findAll(
    reader: Reader,
    { ids, ...key }: { advertiserId: string; kind: EntityKind; ids: readonly string[] },
  ): Promise<EntityRow[]> {
    return reader.all(findAll, { ...key, ids: JSON.stringify(ids) })
  }

  /** The account with this new id. */
  accountOf(reader: Reader, customerId: string): Promise<EntityRow | undefined> {
    return reader.first(accountOf, { customerId })
  }

  /** The latest change number of the entities of an advertiser. */
  async lastSequence(reader: Reader, advertiserId: string): Promise<number> {
    return (await reader.first(lastSequence, { advertiserId }))!.sequence
  }

  /** The entities within an account that have these new ids. */
  findAllNew(
    reader: Reader,
    { newIds, ...key }: { customerId: string; kind: EntityKind; newIds: readonly string[] },
  ): Promise<EntityRow[]> {
    return reader.all(findAllNew, { ...key, newIds: JSON.stringify(newIds) })
  }
}

const columns = sql`advertiser_id as "advertiserId", kind, id, account_id as "accountId",
  campaign_id as "campaignId", ad_group_id as "adGroupId", customer_id as "customerId",
  new_campaign_id as "newCampaignId", new_ad_group_id as "newAdGroupId", new_id as "newId"`

const find = query<{ advertiserId: string; kind: string; id: string }, EntityRow>(
  ({ advertiserId, kind, id }) => sql`select ${columns} from ${adsEntities}
    where advertiser_id = ${advertiserId} and kind = ${kind} and id = ${id}`,
)

const findAll = query<{ advertiserId: string; kind: string; ids: string }, EntityRow>(
  ({ advertiserId, kind, ids }, { inTexts }) => sql`select ${columns} from ${adsEntities}
    where advertiser_id = ${advertiserId} and kind = ${kind} and id ${inTexts(ids)}`,
)

const accountOf = query<{ customerId: string }, EntityRow>(
  ({ customerId }) => sql`select ${columns} from ${adsEntities}
    where customer_id = ${customerId} and customer_id <> '' and kind = 'account'`,
)

const findAllNew = query<{ customerId: string; kind: string; newIds: string }, EntityRow>(
  ({ customerId, kind, newIds }, { inTexts }) => sql`select ${columns} from ${adsEntities}
    where customer_id = ${customerId} and customer_id <> '' and kind = ${kind}
      and new_id ${inTexts(newIds)}`,
)

const lastSequence = query<{ advertiserId: string }, { sequence: number }>(
  ({ advertiserId }) => sql`select coalesce(max(sequence), 0) as sequence from ${adsEntities}
    where advertiser_id = ${advertiserId}`,
)

import type { Reader } from '#/storage/port.ts'
import { limit, type Sql, sql } from '#/storage/sql/sql.ts'
import { type Parameters, query } from '#/storage/sql/statement.ts'
import type { AdsRole } from '../domain/role.ts'
import type { EntityKind } from './entities.ts'
import { adsActivities, adsAdvertisers, adsAgencies, adsEntities, adsGrants } from './tables.ts'

/** The common properties of agencies and advertisers. */
interface Named {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly currency: string
  readonly timeZone: string
  readonly customerId: string
}

export interface AgencyView extends Named {
  /** The user's role on all of it; null if the user has access to some of its advertisers only. */
  readonly role: AdsRole | null
}

export interface AdvertiserView extends Named {
  readonly agencyId: string
  readonly agencyName: string
  readonly role: AdsRole
}

export interface EntityView {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly accountId: string
  readonly campaignId: string
  readonly adGroupId: string
  readonly customerId: string
}

export interface ActivityView {
  readonly id: string
  readonly name: string
  readonly groupId: string
  readonly groupName: string
  readonly type: string
  readonly status: string
  readonly completeThrough: number | null
}

interface Page {
  readonly after: string
  readonly limit: number
}

interface Words {
  /** A JSON array of lowercase texts that a name has to contain. */
  readonly words: string
}

/** The position of an entity; empty members match anything. */
interface EntityPlace {
  readonly accountId: string
  readonly campaignId: string
  readonly adGroupId: string
}

/** Lists the agencies, advertisers and entities that a user can see, ordered by id. */
export const tree = {
  /** All agencies, regardless of access. */
  everyAgency: (reader: Reader, page: Page): Promise<AgencyView[]> =>
    reader.all(listEveryAgency, page),
  /** All advertisers, regardless of access. */
  everyAdvertiser: (reader: Reader, page: Page): Promise<Omit<AdvertiserView, 'role'>[]> =>
    reader.all(listEveryAdvertiser, page),
  agencies: (reader: Reader, page: Page & { readonly userId: string }): Promise<AgencyView[]> =>
    reader.all(listAgencies, page),
  advertisers: (
    reader: Reader,
    page: Page & Words & { readonly userId: string; readonly agencyId: string },
  ): Promise<AdvertiserView[]> => reader.all(listAdvertisers, page),
  entities: (
    reader: Reader,
    page: Page & Words & EntityPlace & { readonly advertiserId: string; readonly kind: EntityKind },
  ): Promise<EntityView[]> => reader.all(entitiesBelow[narrowestOf(page)], page),
  activities: (
    reader: Reader,
    page: Page & { readonly advertiserId: string },
  ): Promise<ActivityView[]> => reader.all(listActivities, page),
}

/** The highest of the roles in a group of grants. */
const highestRole = (condition: Sql) =>
  sql`case max(case when not (${condition}) then 0 when g.role = 'uploader' then 2 else 1 end)
     when 2 then 'uploader' when 1 then 'reader' end`

const listAgencies = query<Page & { userId: string }, AgencyView>(
  (args) => sql`select a.id, a.name, a.status, a.currency, a.time_zone as "timeZone",
     a.customer_id as "customerId", ${highestRole(sql`g.advertiser_id = ''`)} as role
   from ${adsGrants} g join ${adsAgencies} a on a.id = g.agency_id
   where g.user_id = ${args.userId} and a.id > ${args.after}
   group by a.id, a.name, a.status, a.currency, a.time_zone, a.customer_id
   order by a.id ${limit(args.limit)}`,
)

const listAdvertisers = query<Page & Words & { userId: string; agencyId: string }, AdvertiserView>(
  (args, { containsAll }) => sql`
    select a.id, a.name, a.status, a.currency, a.time_zone as "timeZone",
     a.customer_id as "customerId", a.agency_id as "agencyId",
     coalesce((select name from ${adsAgencies} where id = a.agency_id), '') as "agencyName",
     ${highestRole(sql`1 = 1`)} as role
   from ${adsGrants} g join ${adsAdvertisers} a
     on a.agency_id = g.agency_id and g.advertiser_id in ('', a.id)
   where g.user_id = ${args.userId} and a.id > ${args.after}
     and a.agency_id = case when ${args.agencyId} = '' then a.agency_id else ${args.agencyId} end
     and ${containsAll(sql`lower(a.name)`, args.words)}
   group by a.id, a.name, a.status, a.currency, a.time_zone, a.customer_id, a.agency_id
   order by a.id ${limit(args.limit)}`,
)

const listEveryAgency = query<Page, AgencyView>(
  (args) => sql`
    select id, name, status, currency, time_zone as "timeZone", customer_id as "customerId",
     null as role
   from ${adsAgencies} where id > ${args.after} order by id ${limit(args.limit)}`,
)

const listEveryAdvertiser = query<Page, Omit<AdvertiserView, 'role'>>(
  (args) => sql`select a.id, a.name, a.status, a.currency, a.time_zone as "timeZone",
     a.customer_id as "customerId", a.agency_id as "agencyId",
     coalesce((select name from ${adsAgencies} where id = a.agency_id), '') as "agencyName"
   from ${adsAdvertisers} a where a.id > ${args.after} order by a.id ${limit(args.limit)}`,
)

const narrowestOf = ({ campaignId, adGroupId }: EntityPlace) =>
  adGroupId !== '' ? 'adGroup' : campaignId !== '' ? 'campaign' : 'account'

/** The condition with an index comes first. */
type EntityPage = Page & Words & EntityPlace & { advertiserId: string; kind: string }

const entitiesBelowWhere = (condition: (args: Parameters<EntityPage>) => Sql) =>
  query<EntityPage, EntityView>(
    (args, { containsAll }) => sql`select id, name, status, account_id as "accountId",
       campaign_id as "campaignId", ad_group_id as "adGroupId", customer_id as "customerId"
     from ${adsEntities}
     where advertiser_id = ${args.advertiserId} and kind = ${args.kind} and id > ${args.after}
       and ${condition(args)}
       and account_id = case when ${args.accountId} = '' then account_id else ${args.accountId} end
       and campaign_id = case when ${args.campaignId} = '' then campaign_id else ${args.campaignId} end
       and ad_group_id = case when ${args.adGroupId} = '' then ad_group_id else ${args.adGroupId} end
       and ${containsAll(sql`lower(name)`, args.words)}
     order by id ${limit(args.limit)}`,
  )

const entitiesBelow = {
  account: entitiesBelowWhere(() => sql`1 = 1`),
  campaign: entitiesBelowWhere(
    ({ campaignId }) => sql`campaign_id <> '' and campaign_id = ${campaignId}`,
  ),
  adGroup: entitiesBelowWhere(
    ({ adGroupId }) => sql`ad_group_id <> '' and ad_group_id = ${adGroupId}`,
  ),
}

const listActivities = query<Page & { advertiserId: string }, ActivityView>(
  (args) => sql`select id, name, group_id as "groupId", group_name as "groupName", type, status,
     complete_through as "completeThrough"
   from ${adsActivities} where advertiser_id = ${args.advertiserId} and id > ${args.after}
   order by id ${limit(args.limit)}`,
)

import type { Reader } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import type { AdsRole } from '../domain/role.ts'
import type { EntityKind } from './entities.ts'

/** What an agency and an advertiser have in common. */
interface Named {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly currency: string
  readonly timeZone: string
  readonly customerId: string
}

export interface AgencyView extends Named {
  /** What the user may do with all of it; null where only some of its advertisers are theirs. */
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
  /** A JSON array of texts that a name has to contain, in small letters. */
  readonly words: string
}

/** Where an entity stands; what is empty may be anything. */
export interface EntityPlace {
  readonly accountId: string
  readonly campaignId: string
  readonly adGroupId: string
}

/** What there is below what a user may see, each list in the order of its ids. */
export const tree = {
  /** All agencies, whoever may see them. */
  everyAgency: (reader: Reader, page: Page): Promise<AgencyView[]> =>
    reader.all(listEveryAgency, page),
  /** All advertisers, whoever may see them. */
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
const highestRole = (condition: string) =>
  `case max(case when not (${condition}) then 0 when g.role = 'uploader' then 2 else 1 end)
     when 2 then 'uploader' when 1 then 'reader' end`

const listAgencies = statement<Page & { userId: string }, AgencyView>(
  `select a.id, a.name, a.status, a.currency, a.time_zone as "timeZone",
     a.customer_id as "customerId", ${highestRole("g.advertiser_id = ''")} as role
   from ads_grants g join ads_agencies a on a.id = g.agency_id
   where g.user_id = :userId and a.id > :after
   group by a.id, a.name, a.status, a.currency, a.time_zone, a.customer_id
   order by a.id limit :limit`,
)

const listAdvertisers = statement<
  Page & Words & { userId: string; agencyId: string },
  AdvertiserView
>(
  ({ containsAll }) => `select a.id, a.name, a.status, a.currency, a.time_zone as "timeZone",
     a.customer_id as "customerId", a.agency_id as "agencyId",
     coalesce((select name from ads_agencies where id = a.agency_id), '') as "agencyName",
     ${highestRole('1 = 1')} as role
   from ads_grants g join ads_advertisers a
     on a.agency_id = g.agency_id and g.advertiser_id in ('', a.id)
   where g.user_id = :userId and a.id > :after
     and a.agency_id = case when :agencyId = '' then a.agency_id else :agencyId end
     and ${containsAll('lower(a.name)', 'words')}
   group by a.id, a.name, a.status, a.currency, a.time_zone, a.customer_id, a.agency_id
   order by a.id limit :limit`,
)

const listEveryAgency = statement<Page, AgencyView>(
  `select id, name, status, currency, time_zone as "timeZone", customer_id as "customerId",
     null as role
   from ads_agencies where id > :after order by id limit :limit`,
)

const listEveryAdvertiser = statement<Page, Omit<AdvertiserView, 'role'>>(
  `select a.id, a.name, a.status, a.currency, a.time_zone as "timeZone",
     a.customer_id as "customerId", a.agency_id as "agencyId",
     coalesce((select name from ads_agencies where id = a.agency_id), '') as "agencyName"
   from ads_advertisers a where a.id > :after order by a.id limit :limit`,
)

const narrowestOf = ({ campaignId, adGroupId }: EntityPlace) =>
  adGroupId !== '' ? 'adGroup' : campaignId !== '' ? 'campaign' : 'account'

/** The condition comes first that an index is for. */
const entitiesBelowWhere = (condition: string) =>
  statement<Page & Words & EntityPlace & { advertiserId: string; kind: string }, EntityView>(
    ({ containsAll }) => `select id, name, status, account_id as "accountId",
       campaign_id as "campaignId", ad_group_id as "adGroupId", customer_id as "customerId"
     from ads_entities
     where advertiser_id = :advertiserId and kind = :kind and id > :after and ${condition}
       and account_id = case when :accountId = '' then account_id else :accountId end
       and campaign_id = case when :campaignId = '' then campaign_id else :campaignId end
       and ad_group_id = case when :adGroupId = '' then ad_group_id else :adGroupId end
       and ${containsAll('lower(name)', 'words')}
     order by id limit :limit`,
  )

const entitiesBelow = {
  account: entitiesBelowWhere('1 = 1'),
  campaign: entitiesBelowWhere("campaign_id <> '' and campaign_id = :campaignId"),
  adGroup: entitiesBelowWhere("ad_group_id <> '' and ad_group_id = :adGroupId"),
}

const listActivities = statement<Page & { advertiserId: string }, ActivityView>(
  `select id, name, group_id as "groupId", group_name as "groupName", type, status,
     complete_through as "completeThrough"
   from ads_activities where advertiser_id = :advertiserId and id > :after
   order by id limit :limit`,
)

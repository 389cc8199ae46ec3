import { existsSync, statSync } from 'node:fs'
import type { Database } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { none, query } from '#/storage/sql/statement.ts'
import type { AdsDependencies } from './operation.ts'
import {
  adsActivities,
  adsAdvertisers,
  adsConversionDays,
  adsConversions,
  adsCustomVariables,
  adsEntities,
  adsSavedColumns,
  adsVisits,
} from './store/tables.ts'
import { literal } from './warehouse/duckdb.ts'
import type { Warehouse } from './warehouse/fact-import.ts'

/** The inconsistencies in the rows and files of this service. */
export async function adsProblems({
  database,
  warehouse,
}: Pick<AdsDependencies, 'database' | 'warehouse'>): Promise<string[]> {
  return [...(await rowProblems(database)), ...(await fileProblems(warehouse))]
}

function rowProblems(database: Database): Promise<string[]> {
  return database.snapshot(async (snapshot) => {
    const miscounted = await snapshot.all(miscountedDays, none)
    const astray = await snapshot.all(strayConversions, none)
    const ahead = await snapshot.all(aheadOfCounter, none)
    const homeless = await snapshot.all(homelessEntities, none)
    const unknown = await snapshot.all(unknownActivities, none)
    const ownerless = await snapshot.all(ownerlessSettings, none)
    const untimely = await snapshot.all(untimelyActivities, none)
    return [
      ...miscounted.map(
        ({ advertiserId, campaignId, day }) =>
          `The conversions of the campaign ${campaignId} of ${advertiserId} on ${day} are miscounted.`,
      ),
      ...astray.map(
        ({ advertiserId, conversionId }) =>
          `The conversion ${conversionId} of ${advertiserId} is of a campaign that is not there.`,
      ),
      ...ahead.map(
        ({ advertiserId }) =>
          `Something of the advertiser ${advertiserId} is ahead of its counter.`,
      ),
      ...homeless.map(
        ({ advertiserId, kind, id }) => `The ${kind} ${id} of ${advertiserId} stands nowhere.`,
      ),
      ...unknown.map(
        ({ advertiserId, id }) =>
          `The activity ${id} of ${advertiserId} has conversions and is not there.`,
      ),
      ...ownerless.map(
        ({ advertiserId, kind, id }) =>
          `The ${kind} ${id} is of the advertiser ${advertiserId}, which is not there.`,
      ),
      ...untimely.map(
        ({ advertiserId, id }) =>
          `The activity ${id} of ${advertiserId} is complete up to what is no time.`,
      ),
    ]
  })
}

/** Checks the files of the embedded server only; DuckDB counts the rows of each. */
async function fileProblems(warehouse: Warehouse): Promise<string[]> {
  const { files, database } = warehouse
  if (database.engine !== 'sqlite') return []
  const problems: string[] = []
  const whole = (await files.listFiles()).filter(({ fileName, bytes }) => {
    const path = files.pathOf(fileName)
    const isThere = existsSync(path)
    if (!isThere) problems.push(`The file ${fileName} of statistics is missing.`)
    else if (statSync(path).size !== bytes) {
      problems.push(`The file ${fileName} of statistics has another size than it was written with.`)
    } else return true
    return false
  })
  if (whole.length === 0) return problems
  const { withDuckDb } = await import('./warehouse/fact-import.ts')
  await withDuckDb(warehouse, async (duckDb) => {
    for (const { fileName, rowCount } of whole) {
      const from = `read_parquet(${literal(files.pathOf(fileName))})`
      const [found] = await duckDb
        .all<{ rows: string }>(`select count(advertiser_id + changed_at) as rows from ${from}`)
        .catch(() => [])
      if (Number(found?.rows) === rowCount) continue
      problems.push(`The file ${fileName} of statistics cannot be read whole.`)
    }
  })
  return problems
}

const miscountedDays = query<
  typeof none,
  { advertiserId: string; campaignId: string; day: number }
>(
  () => sql`select advertiser_id as "advertiserId", campaign_id as "campaignId", day from (
      select advertiser_id, account_id, campaign_id, day, conversions from ${adsConversionDays}
      union all
      select advertiser_id, account_id, campaign_id, day, -count(*) from ${adsConversions}
      group by advertiser_id, account_id, campaign_id, day
    ) counted
    group by advertiser_id, account_id, campaign_id, day having sum(conversions) <> 0
    order by 1, 2, 3 limit 100`,
)

const strayConversions = query<typeof none, { advertiserId: string; conversionId: string }>(
  () => sql`select c.advertiser_id as "advertiserId", c.conversion_id as "conversionId"
    from ${adsConversions} c
    where not exists (select 1 from ${adsEntities} e where e.advertiser_id = c.advertiser_id
      and e.kind = 'campaign' and e.id = c.campaign_id and e.account_id = c.account_id)
    order by 1, 2 limit 100`,
)

const aheadOfCounter = query<typeof none, { advertiserId: string }>(
  () => sql`select a.id as "advertiserId" from ${adsAdvertisers} a
    where a.conversion_sequence < (select coalesce(max(c.sequence), 0) from ${adsConversions} c
        where c.advertiser_id = a.id)
      or a.platform_sequence < (select coalesce(max(e.sequence), 0) from ${adsEntities} e
        where e.advertiser_id = a.id)
      or a.platform_sequence < (select coalesce(max(v.sequence), 0) from ${adsVisits} v
        where v.advertiser_id = a.id)
    order by 1 limit 100`,
)

const homelessEntities = query<typeof none, { advertiserId: string; kind: string; id: string }>(
  () => sql`select e.advertiser_id as "advertiserId", e.kind, e.id from ${adsEntities} e
    where not exists (select 1 from ${adsAdvertisers} a where a.id = e.advertiser_id)
      or (e.account_id <> '' and not exists (select 1 from ${adsEntities} p
        where p.advertiser_id = e.advertiser_id and p.kind = 'account' and p.id = e.account_id))
      or (e.campaign_id <> '' and not exists (select 1 from ${adsEntities} p
        where p.advertiser_id = e.advertiser_id and p.kind = 'campaign' and p.id = e.campaign_id
          and p.account_id = e.account_id))
      or (e.ad_group_id <> '' and not exists (select 1 from ${adsEntities} p
        where p.advertiser_id = e.advertiser_id and p.kind = 'adGroup' and p.id = e.ad_group_id
          and p.campaign_id = e.campaign_id))
    order by 1, 2, 3 limit 100`,
)

const unknownActivities = query<typeof none, { advertiserId: string; id: string }>(
  () => sql`select c.advertiser_id as "advertiserId", c.activity_id as id
    from (select distinct advertiser_id, activity_id from ${adsConversions}) c
    where not exists (select 1 from ${adsActivities} a
      where a.advertiser_id = c.advertiser_id and a.id = c.activity_id)
    order by 1, 2 limit 100`,
)

const ownerlessSettings = query<typeof none, { advertiserId: string; kind: string; id: string }>(
  () => sql`select advertiser_id as "advertiserId", kind, id from (
      select advertiser_id, 'activity' as kind, id from ${adsActivities}
      union all select advertiser_id, kind, name from ${adsCustomVariables}
      union all select advertiser_id, 'saved column', name from ${adsSavedColumns}
      union all select advertiser_id, 'click', click_id from ${adsVisits}
    ) settings
    where not exists (select 1 from ${adsAdvertisers} a where a.id = settings.advertiser_id)
    order by 1, 2, 3 limit 100`,
)

// The last instant with a four-digit year.
const untimelyActivities = query<typeof none, { advertiserId: string; id: string }>(
  () => sql`select advertiser_id as "advertiserId", id from ${adsActivities}
    where complete_through < 0 or complete_through > 253402300799999
    order by 1, 2 limit 100`,
)

import { VersionedCache } from '#/kernel/versioned-cache.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { Accounts } from './accounts.ts'
import type { AdvertiserRow } from './advertisers.ts'
import { adsActivities, adsCustomVariables } from './tables.ts'

export interface Activity {
  readonly id: string
  readonly name: string
  /** What the activity group counts. */
  readonly type: 'ACTION' | 'TRANSACTION'
}

/** The activities and variables that conversions of an advertiser can name. */
export interface Catalog {
  readonly activitiesById: ReadonlyMap<string, Activity>
  readonly activitiesByName: ReadonlyMap<string, Activity>
  readonly metrics: ReadonlySet<string>
  readonly dimensions: ReadonlySet<string>
  /** The time zones of its accounts, if conversion dates are in these zones. */
  readonly zones: ReadonlyMap<string, string>
}

const catalogsMax = 1000

/** The names that an advertiser has set up, cached with the number of the last import. */
export class Catalogs {
  readonly #database: Pick<Database, 'incarnation'>
  readonly #cached = new VersionedCache<Catalog>({ sizeMax: catalogsMax })

  constructor(database: Pick<Database, 'incarnation'>) {
    this.#database = database
  }

  async of(reader: Reader, advertiser: AdvertiserRow): Promise<Catalog> {
    const { id, platformSequence } = advertiser
    // After a restore, the numbers of imports repeat.
    const version = `${this.#database.incarnation} ${platformSequence}`
    const cached = this.#cached.get(id, version)
    if (cached !== undefined) return cached
    const catalog = await read(reader, advertiser)
    this.#cached.set(id, version, catalog)
    return catalog
  }

  /** Advances the time up to which an activity is complete. */
  async complete(
    tx: Transaction,
    key: { advertiserId: string; id: string; completeThrough: number },
  ): Promise<void> {
    await tx.run(complete, key)
  }
}

async function read(reader: Reader, advertiser: AdvertiserRow): Promise<Catalog> {
  const advertiserId = advertiser.id
  const activities = await reader.all(listActivities, { advertiserId })
  const variables = await reader.all(listVariables, { advertiserId })
  const variableNames = (kind: string) =>
    new Set(variables.filter((variable) => variable.kind === kind).map(({ name }) => name))
  return {
    activitiesById: new Map(activities.map((activity) => [activity.id, activity])),
    activitiesByName: new Map(activities.map((activity) => [activity.name, activity])),
    metrics: variableNames('metric'),
    dimensions: variableNames('dimension'),
    zones: await zonesOf(reader, advertiser),
  }
}

async function zonesOf(reader: Reader, advertiser: AdvertiserRow): Promise<Catalog['zones']> {
  if (advertiser.conversionDates === 'advertiser') return new Map()
  const accounts = await new Accounts().of(reader, { advertisers: [advertiser] })
  return new Map(accounts.map(({ id, timeZone }) => [id, timeZone]))
}

const listActivities = query<{ advertiserId: string }, Activity>(
  ({ advertiserId }) =>
    sql`select id, name, type from ${adsActivities} where advertiser_id = ${advertiserId} order by id desc`,
)

const listVariables = query<{ advertiserId: string }, { kind: string; name: string }>(
  ({ advertiserId }) =>
    sql`select kind, name from ${adsCustomVariables} where advertiser_id = ${advertiserId}`,
)

const complete = command<{ advertiserId: string; id: string; completeThrough: number }>(
  ({ completeThrough, advertiserId, id }) => sql`
   update ${adsActivities} set complete_through = ${completeThrough}
    where advertiser_id = ${advertiserId} and id = ${id}
      and coalesce(complete_through, -1) < ${completeThrough}`,
)

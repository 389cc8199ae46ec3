import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, limit, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, type Parameters, query } from '#/storage/sql/statement.ts'
import { adsConversionDays, adsConversions } from './tables.ts'

/** A conversion as stored: the columns for queries, and its wire form. */
export interface ConversionRow {
  readonly advertiserId: string
  readonly conversionId: string
  readonly atMs: number
  readonly dsId: number
  readonly accountId: string
  readonly campaignId: string
  readonly adGroupId: string
  readonly criterionId: string
  readonly adId: string
  readonly activityId: string
  /** The date in the advertiser's zone, as YYYYMMDD. */
  readonly day: number
  readonly state: string
  /** The time of the click, if it has one. */
  readonly clickedAt: number | null
  readonly modifiedAt: number
  readonly sequence: number
  readonly wire: string
}

/** The number of conversions of a campaign on a day. */
interface DayCount {
  readonly advertiserId: string
  readonly accountId: string
  readonly campaignId: string
  readonly day: number
  readonly conversions: number
}

interface Selection {
  readonly advertiserId: string
  readonly accountId: string
  readonly firstDay: number
  readonly lastDay: number
}

interface Narrowing {
  readonly campaignId: string
  readonly adGroupId: string
  readonly criterionId: string
  readonly adId: string
}

interface Window {
  readonly skip: number
  readonly limit: number
}

/** The value of a conversion. */
interface Worth {
  readonly revenueMicros?: string
  readonly currencyCode?: string
}

type Shown = Pick<ConversionRow, 'wire'>

/** The conversions of all advertisers. They are never deleted, so that counts only grow. */
export class Conversions {
  /** All conversions with these ids, at any time. */
  findAll(
    reader: Reader,
    { advertiserId, ids }: { advertiserId: string; ids: readonly string[] },
  ): Promise<ConversionRow[]> {
    return reader.all(findAll, { advertiserId, ids: JSON.stringify(ids) })
  }

  /**
   * Adds the rows, whose ids are distinct, except for those with the id and time of an existing conversion.
   * Returns the existing ones, by the id of the new row.
   */
  async add(tx: Transaction, rows: readonly ConversionRow[]): Promise<Map<number, ConversionRow>> {
    const added = await tx.runEach(add, rows, { areDistinct: true })
    const existing = added < rows.length ? await this.#existing(tx, rows) : new Map()
    const counts = countsOf(rows.filter(({ dsId }) => !existing.has(dsId)))
    await tx.runEach(count, counts, { areDistinct: true })
    return existing
  }

  async #existing(
    tx: Transaction,
    rows: readonly ConversionRow[],
  ): Promise<Map<number, ConversionRow>> {
    const { advertiserId } = rows[0]!
    const ids = rows.map(({ conversionId }) => conversionId)
    const byId = new Map<string, ConversionRow>()
    for (const row of await this.findAll(tx, { advertiserId, ids })) byId.set(nameOf(row), row)
    const existing = new Map<number, ConversionRow>()
    for (const row of rows) {
      const found = byId.get(nameOf(row))!
      if (found.dsId !== row.dsId) existing.set(row.dsId, found)
    }
    return existing
  }

  /** Writes a changed conversion; its value before the first change stays stored. */
  async rewrite(tx: Transaction, row: ConversionRow, before: Worth): Promise<void> {
    const { revenueMicros = null, currencyCode = null } = before
    await tx.run(rewrite, { ...row, revenueMicros, currencyCode })
  }

  /** The number of conversions per day, in order, of the whole account or of one campaign. */
  days(
    reader: Reader,
    selection: Selection & { campaignId: string },
  ): Promise<{ day: number; conversions: number }[]> {
    return selection.campaignId === ''
      ? reader.all(daysOfAccount, selection)
      : reader.all(daysOfCampaign, selection)
  }

  /** Conversions ordered by time. */
  list(reader: Reader, filter: Selection & Narrowing & Window): Promise<Shown[]> {
    return filter.campaignId === ''
      ? reader.all(listOfAccount, filter)
      : reader.all(listOfCampaign, filter)
  }
}

const nameOf = ({ atMs, conversionId }: ConversionRow) => `${atMs} ${conversionId}`

type Counting = { -readonly [Name in keyof DayCount]: DayCount[Name] }

function countsOf(rows: readonly ConversionRow[]): DayCount[] {
  const counts = new Map<string, Counting>()
  let last: Counting | undefined
  for (const { advertiserId, accountId, campaignId, day } of rows) {
    // Rows of one campaign and day are usually adjacent.
    const isLike =
      last?.day === day && last.campaignId === campaignId && last.accountId === accountId
    if (!isLike) {
      last = counts.getOrInsertComputed(`${campaignId} ${day} ${accountId}`, () => ({
        advertiserId,
        accountId,
        campaignId,
        day,
        conversions: 0,
      }))
    }
    last!.conversions += 1
  }
  // Sorted, so that concurrent transactions cannot deadlock.
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, count]) => count)
}

const columns = sql`advertiser_id as "advertiserId", conversion_id as "conversionId", at_ms as "atMs",
  ds_id as "dsId", account_id as "accountId", campaign_id as "campaignId",
  ad_group_id as "adGroupId", criterion_id as "criterionId", ad_id as "adId",
  activity_id as "activityId", day, state, clicked_at as "clickedAt",
  modified_at as "modifiedAt", sequence, wire`

const findAll = query<{ advertiserId: string; ids: string }, ConversionRow>(
  ({ advertiserId, ids }, { inTexts }) => sql`select ${columns} from ${adsConversions}
    where advertiser_id = ${advertiserId} and conversion_id ${inTexts(ids)}`,
)

const add = command<ConversionRow>((args) =>
  insertInto(
    adsConversions,
    rowOf(adsConversions, args, { original_revenue: null, original_currency: null }),
    sql`on conflict (advertiser_id, conversion_id, at_ms) do nothing`,
  ),
)

const count = command<DayCount>(({ advertiserId, accountId, campaignId, day, conversions }) =>
  insertInto(
    adsConversionDays,
    {
      advertiser_id: advertiserId,
      account_id: accountId,
      campaign_id: campaignId,
      day,
      conversions,
    },
    sql`on conflict (advertiser_id, account_id, campaign_id, day)
      do update set conversions = ${adsConversionDays}.conversions + excluded.conversions`,
  ),
)

const rewrite = command<
  ConversionRow & { readonly revenueMicros: string | null; readonly currencyCode: string | null }
>(
  (args) => sql`
    update ${adsConversions} set state = ${args.state}, modified_at = ${args.modifiedAt}, sequence = ${args.sequence},
      wire = ${args.wire}, original_revenue = coalesce(original_revenue, ${args.revenueMicros}),
      original_currency = coalesce(original_currency, ${args.currencyCode})
    where advertiser_id = ${args.advertiserId} and conversion_id = ${args.conversionId} and at_ms = ${args.atMs}`,
)

const ofAccount = (args: Parameters<Selection>) => sql`
  advertiser_id = ${args.advertiserId} and account_id = ${args.accountId}
  and day between ${args.firstDay} and ${args.lastDay}`

const daysOfAccount = query<Selection, { day: number; conversions: number }>(
  (args) => sql`select day, sum(conversions) as conversions from ${adsConversionDays}
    where ${ofAccount(args)} group by day order by day`,
)

const daysOfCampaign = query<
  Selection & { campaignId: string },
  { day: number; conversions: number }
>(
  (args) => sql`select day, conversions from ${adsConversionDays}
    where ${ofAccount(args)} and campaign_id = ${args.campaignId} order by day`,
)

const listOfAccount = query<Selection & Window, Shown>(
  (args) => sql`select wire from ${adsConversions} where ${ofAccount(args)}
    order by day, at_ms, ds_id ${limit(args.limit)} offset ${args.skip}`,
)

const listOfCampaign = query<Selection & Narrowing & Window, Shown>(
  (args) => sql`select wire from ${adsConversions}
    where advertiser_id = ${args.advertiserId} and campaign_id = ${args.campaignId}
      and day between ${args.firstDay} and ${args.lastDay} and account_id = ${args.accountId}
      and (${args.adGroupId} = '' or ad_group_id = ${args.adGroupId})
      and (${args.criterionId} = '' or criterion_id = ${args.criterionId})
      and (${args.adId} = '' or ad_id = ${args.adId})
    order by day, at_ms, ds_id ${limit(args.limit)} offset ${args.skip}`,
)

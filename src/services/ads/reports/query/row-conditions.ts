import type { ReportPlan } from '../request/plan.ts'
import { visitDay } from './attribute-sql.ts'
import { literal, type ReportDialect } from './dialect.ts'
import type { Homes } from './homes.ts'

interface Context {
  readonly plan: ReportPlan
  readonly homes: Homes
  readonly dialect: ReportDialect
}

/** The columns that identify the ancestors of a row, from the top. */
const lineage: Readonly<Record<string, readonly string[]>> = {
  advertiser: [],
  activity: [],
  bidStrategy: [],
  product: [],
  account: ['account_id'],
  feedItem: ['account_id'],
  term: ['account_id'],
  campaign: ['account_id', 'campaign_id'],
}

const whole = ['account_id', 'campaign_id', 'ad_group_id']

const lineageOf = (row: string) => lineage[row] ?? whole

/** The conditions on the rows of a report, without its filters. */
export function rowConditions(context: Context): string[] {
  const { plan, homes } = context
  return [
    ...ofScope(context),
    ...(plan.includesRemoved ? [] : notRemoved(context)),
    ...(plan.attributesChangedSinceMs === undefined
      ? []
      : [`e.modified_at >= ${plan.attributesChangedSinceMs}`]),
    ...(homes.row === 'conversion' ? ofConversions(plan) : []),
    ...(homes.row === 'visit' ? ofVisits(context) : []),
  ]
}

function ofScope({ plan: { scope }, homes: { row } }: Context): string[] {
  const named: readonly (readonly [string, string | undefined])[] = [
    ['account_id', scope.accountId],
    ['campaign_id', scope.campaignId],
    ['ad_group_id', scope.adGroupId],
  ]
  const conditions = named
    .filter(([column, id]) => id !== undefined && lineageOf(row).includes(column))
    .map(([column, id]) => `e.${column} = ${id}`)
  const keyword = { keyword: 'e.id', conversion: 'e.criterion_id', visit: 'e.keyword_id' }[row]
  const ad = { ad: 'e.id', conversion: 'e.ad_id', visit: 'e.ad_id' }[row]
  if (scope.keywordId !== undefined && keyword !== undefined) {
    conditions.push(`${keyword} = ${scope.keywordId}`)
  }
  if (scope.adId !== undefined && ad !== undefined) conditions.push(`${ad} = ${scope.adId}`)
  return conditions
}

/** Descendants of removed entities count as removed; events do not. */
function notRemoved({ homes }: Context): string[] {
  const { row } = homes
  if (row === 'visit' || row === 'term') return []
  if (row === 'conversion') return ["e.state = 'ACTIVE'"]
  const above = lineageOf(row).map((column) => {
    const kind = { account_id: 'account', campaign_id: 'campaign', ad_group_id: 'adGroup' }[column]!
    return `(e.advertiser_id, e.${column}) not in (select advertiser_id, id
      from ${homes.relation('entities', kind)} removed where status = 'Removed')`
  })
  return [
    "coalesce(e.status, 'Active') <> 'Removed'",
    `e.advertiser_id not in (select id from ${homes.relation('advertisers')} removed
      where status = 'Removed')`,
    ...above,
  ]
}

function ofConversions({ days, metricsChangedSinceMs }: ReportPlan): string[] {
  return [
    ...(days === undefined
      ? []
      : [`e.day between date ${literal(days.first)} and date ${literal(days.last)}`]),
    ...(metricsChangedSinceMs === undefined ? [] : [`e.modified_at >= ${metricsChangedSinceMs}`]),
  ]
}

const dayMs = 86_400_000
// Visits arrive late, and their arrival is not recorded.
const lateMs = 8 * dayMs

function ofVisits({ plan, homes, dialect }: Context): string[] {
  const { days, metricsChangedSinceMs } = plan
  if (days === undefined) {
    return metricsChangedSinceMs === undefined
      ? []
      : [`e.at_ms >= ${metricsChangedSinceMs - lateMs}`]
  }
  const first = Temporal.Instant.from(`${days.first}T00Z`).epochMilliseconds - dayMs
  const last = Temporal.Instant.from(`${days.last}T00Z`).epochMilliseconds + 2 * dayMs
  // The wide bounds avoid the zone conversion for most visits.
  return [
    `e.at_ms between ${first} and ${last}`,
    `${visitDay({ homes, dialect })} between ${literal(days.first)} and ${literal(days.last)}`,
  ]
}

import { attributes } from '../catalog/attributes.ts'
import type { ColumnType, Home, Source } from '../catalog/column.ts'
import { reportType } from '../catalog/report-types.ts'
import { isInMillionths, isInteger, type ReportDialect } from './dialect.ts'
import type { Homes } from './homes.ts'

interface Context {
  readonly homes: Homes
  readonly dialect: ReportDialect
}

/** The value of an attribute, in the form in which cells of its type are compared. */
export function attributeSql(
  context: Context,
  type: ColumnType,
  source: Source,
  isSegment = false,
): string {
  if ('firstOf' in source)
    return `coalesce(${each(context, type, source.firstOf).join(', ')}, null)`
  if ('allOf' in source) {
    const lists = each(context, type, source.allOf).map((list) => `nullif(${list}, '')`)
    return context.dialect.distinctMembers(`concat_ws(';', ${lists.join(', ')})`)
  }
  if ('isInherited' in source) {
    const [own, ...above] = each(context, 'String', source.isInherited)
    const inherited =
      above.length === 0 ? 'false' : `coalesce(${above.join(', ')}, null) is not null`
    return `(${own} is null and ${inherited})`
  }
  if ('attribute' in source) return columnOf(context, type, { ...source, isSegment })
  return field(context, { ...source, isSegment })
}

/** The sources that reports of this type have. */
const each = (context: Context, type: ColumnType, sources: readonly Source[]): string[] =>
  sources
    .filter((source) => !('home' in source) || hasHome(context.homes, source.home))
    .map((source) => attributeSql(context, type, source))

function hasHome(homes: Homes, home: Home): boolean {
  if (home === 'self') return true
  if (home === homes.row) return false
  const column = { account: 'accountId', campaign: 'campaignId', adGroup: 'adGroupId' }[
    home as string
  ]
  return column !== undefined && reportType(homes.plan.type).attributes.includes(column)
}

interface Place {
  readonly home: Home
  readonly isSegment: boolean
}

function columnOf(
  context: Context,
  type: ColumnType,
  { home, attribute: name, isSegment }: Place & { readonly attribute: string },
): string {
  const { dialect, homes } = context
  const text = dialect.member(columnAlias(context, home, isSegment), name)
  if (homes.row === 'conversion' && name === 'productStoreId') return 'e.store_id'
  if (homes.row === 'conversion' && name === 'productChannel') return 'e.channel'
  if (type === 'Boolean') return `(lower(${text}) in ('true', '1'))`
  if (isInteger(type)) return dialect.integer(text)
  if (!isInMillionths(type)) return `nullif(${text}, '')`
  return type === 'Money' ? money(context, dialect.millionths(text)) : dialect.millionths(text)
}

/** Events get their extensions, targets and products from the visit. */
function columnAlias({ homes }: Context, home: Home, isSegment: boolean): string {
  const isOfEvent = homes.row === 'conversion' || homes.row === 'visit'
  const fromVisit: readonly Home[] = ['feedItem', 'productTarget', 'product', 'visit']
  const from = isOfEvent && fromVisit.includes(home) ? 'visit' : home
  if (home === 'activity' && isSegment && homes.isByGroup)
    return `${homes.activityGroup()}.attributes`
  return `${homes.aliasOf(from, isSegment)}.attributes`
}

/** An imported amount, in the currency of the account or, if it has none, of the advertiser. */
function money({ homes, dialect }: Context, amount: string): string {
  if (homes.plan.isOneCurrency) return amount
  const isOfAccount = reportType(homes.plan.type).attributes.includes('accountId')
  const currency = isOfAccount
    ? dialect.member(`${homes.aliasOf('account')}.attributes`, 'currency')
    : `${homes.aliasOf('advertiser')}.currency`
  return homes.convertedAmount('worth_of_owner', { amount, currency, day: undefined })
}

const ids: Partial<Record<Home, string>> = {
  account: 'account_id',
  campaign: 'campaign_id',
  adGroup: 'ad_group_id',
  keyword: 'keyword_id',
  ad: 'ad_id',
  feedItem: 'feed_item_id',
  productGroup: 'product_group_id',
}

function field(
  context: Context,
  { home, field: name, isSegment }: Place & { readonly field: string },
): string {
  const { homes, dialect } = context
  const { row } = homes
  if (row === 'conversion') {
    const own = ofConversion(context, home, name)
    if (own !== undefined) return own
  }
  if (row === 'visit') {
    const own = ofVisit(context, home, name)
    if (own !== undefined) return own
  }
  if (home === 'bidStrategy' && row !== 'bidStrategy') {
    const id = attributes.get('effectiveBidStrategyId')!
    return `${homes.bidStrategy(attributeSql(context, 'ID', id.source))}.${name}`
  }
  if (home === 'ad' && name === 'is_unattributed') return `(${idOf(homes, 'ad', isSegment)} = 0)`
  if (home === 'feedItem' && name === 'feed_id') {
    return isSegment
      ? 'nullif(m.feed_id, 0)'
      : dialect.integer(dialect.member('e.attributes', 'feedId'))
  }
  if (name === 'id' && ids[home] !== undefined) return `nullif(${idOf(homes, home, isSegment)}, 0)`
  if (home === 'activity' && isSegment && homes.isByGroup) return `${homes.activityGroup()}.${name}`
  if (home === 'activity' && name === 'type')
    return typeWord(`${homes.aliasOf(home, isSegment)}.type`)
  return `${homes.aliasOf(home, isSegment)}.${name}`
}

/** Ids are those in the row itself, whether the entity is known or not. */
function idOf({ row }: Homes, home: Home, isSegment: boolean): string {
  if (isSegment) return `m.${ids[home]}`
  if (home === row) return 'e.id'
  return row === 'conversion' && home === 'keyword' ? 'e.criterion_id' : `e.${ids[home]}`
}

/** `Action` or `Transaction`, however it is stored. */
const typeWord = (type: string) => `(upper(left(${type}, 1)) || lower(substr(${type}, 2)))`

function ofConversion({ homes, dialect }: Context, home: Home, name: string): string | undefined {
  if (home === 'product') {
    const columns: Record<string, string> = {
      id: 'product_id',
      country: 'product_country',
      language: 'product_language',
    }
    return name === 'inventory_account_id'
      ? 'nullif(e.inventory_account_id, 0)'
      : `e.${columns[name]}`
  }
  if (home === 'productTarget' || home === 'feedItem') {
    const attributeNames: Record<string, string> = {
      feed_id: 'feedId',
      id: home === 'feedItem' ? 'feedItemId' : 'productTargetId',
    }
    return dialect.integer(
      dialect.member(`${homes.aliasOf('visit')}.attributes`, attributeNames[name]!),
    )
  }
  switch (name) {
    case 'status':
      return home === 'self'
        ? "case when e.state = 'ACTIVE' then 'Active' else 'Removed' end"
        : undefined
    case 'type':
      return home === 'conversion' ? typeWord('e.type') : undefined
    case 'device':
      return "case when e.device = '' then 'Other' else e.device end"
    case 'day':
      return 'cast(e.day as varchar)'
    case 'revenue':
      return revenue({ homes, dialect }, 'revenue_micros', 'currency')
    case 'original_revenue':
      return revenue({ homes, dialect }, 'original_micros', 'original_currency')
    case 'quantity':
      // A sale without a quantity counts as one.
      return `(${dialect.wide('coalesce(e.quantity_millis, 1000)')} * 1000)`
    case 'attribution':
      return "coalesce(e.attribution_model, case when e.click_id = '' then 'Keyword' else 'Visit' end)"
    case 'visit_id':
      return dialect.integer(dialect.member(`${homes.aliasOf('visit')}.attributes`, 'visitId'))
    case 'search_term':
      return dialect.member(`${homes.aliasOf('visit')}.attributes`, 'visitSearchQuery')
    default:
      return undefined
  }
}

const revenue = ({ homes }: Context, column: string, currency: string) =>
  homes.convertedAmount(`worth_of_${column}`, {
    amount: `e.${column}`,
    currency: `e.${currency}`,
    day: 'e.day',
  })

function ofVisit({ homes, dialect }: Context, home: Home, name: string): string | undefined {
  const integer = (attribute: string) => dialect.integer(dialect.member('e.attributes', attribute))
  if (home === 'product') {
    const attributeNames: Record<string, string> = {
      id: 'productId',
      country: 'productCountry',
      language: 'productLanguage',
    }
    return name === 'inventory_account_id'
      ? integer('inventoryAccountId')
      : dialect.member('e.attributes', attributeNames[name]!)
  }
  if (home === 'feedItem') return integer(name === 'id' ? 'feedItemId' : 'feedId')
  if (home === 'productTarget') return integer('productTargetId')
  // Constants cannot be sorted by.
  if (name === 'status' && home === 'self') return "case when e.at_ms >= 0 then 'Active' end"
  if (name === 'device') return "case when e.device = '' then 'Other' else e.device end"
  if (home === 'visit' && name === 'id') return integer('visitId')
  if (home === 'visit' && name === 'day') return visitDay({ homes, dialect })
  return undefined
}

/** The date of a visit in the zone of its account. */
export const visitDay = ({ homes, dialect }: Context): string =>
  dialect.dayIn(
    'e.at_ms',
    `coalesce(${dialect.member(`${homes.aliasOf('account')}.attributes`, 'timeZone')}, 'UTC')`,
  )

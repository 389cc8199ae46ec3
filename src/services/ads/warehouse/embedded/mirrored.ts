import { literal } from '../duckdb.ts'

/** How rows of the embedded database are copied into a table of the cache. */
export interface Mirrored {
  readonly table: string
  /** A query on the embedded database whose `line` is a JSON object. */
  readonly lines: string
  /** The members of the object, with their types. */
  readonly members: Readonly<Record<string, string>>
  /** The columns of the target table, derived from `line`. */
  readonly select: string
  /** The rows to delete first: those that match a condition, or those with equal keys. */
  readonly replaces: { readonly all?: string; readonly keys?: readonly string[] }
}

/** All columns of a table as a line of JSON; text that contains JSON stays text. */
const line = (...columns: string[]) =>
  `json_object(${columns.map((column) => `'${column}', ${column}`).join(', ')}) as line`

/** Members that are read as text, even if they are numbers. */
const texts = (...names: string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, 'VARCHAR']))

const text = (name: string) => `line.${name}`
const integer = (name: string, as = name) => `cast(line.${name} as bigint) as ${as}`
const id = (name: string, as = name) => `coalesce(try_cast(line.${name} as bigint), 0) as ${as}`
const day = `strptime(line.day, '%Y%m%d')::date as day`

const life = ['name', 'status', 'created_at', 'modified_at', 'attributes']
const lifeSelect = [
  text('name'),
  text('status'),
  integer('created_at'),
  integer('modified_at'),
  text('attributes'),
]

export const agencies: Mirrored = {
  table: 'agencies',
  lines: `select ${line('id', 'currency', 'time_zone', ...life)} from ads_agencies`,
  members: texts('id', 'currency', 'time_zone', ...life),
  select: [id('id'), text('currency'), text('time_zone'), ...lifeSelect].join(', '),
  replaces: { all: 'true' },
}

export const rates: Mirrored = {
  table: 'rates',
  lines: `select ${line('currency', 'day', 'per_dollar_micros')} from ads_currency_rates`,
  members: texts('currency', 'day', 'per_dollar_micros'),
  select: [text('currency'), day, integer('per_dollar_micros')].join(', '),
  replaces: { all: 'true' },
}

export const advertisersOf = (advertiserId: string): Mirrored => ({
  table: 'advertisers',
  lines: `select ${line('id', 'agency_id', 'currency', 'time_zone', ...life)}
    from ads_advertisers where id = ${literal(advertiserId)}`,
  members: texts('id', 'agency_id', 'currency', 'time_zone', ...life),
  select: [
    id('id'),
    id('id', 'advertiser_id'),
    id('agency_id'),
    text('currency'),
    text('time_zone'),
    ...lifeSelect,
  ].join(', '),
  replaces: { all: `id = ${advertiserId}` },
})

export const activitiesOf = (advertiserId: string): Mirrored => ({
  table: 'activities',
  lines: `select ${line('advertiser_id', 'id', 'group_id', 'group_name', 'type', 'weight_micros', ...life)}
    from ads_activities where advertiser_id = ${literal(advertiserId)}`,
  members: texts('advertiser_id', 'id', 'group_id', 'group_name', 'type', 'weight_micros', ...life),
  select: [
    id('advertiser_id'),
    id('id'),
    id('group_id'),
    text('group_name'),
    text('type'),
    integer('weight_micros'),
    ...lifeSelect,
  ].join(', '),
  replaces: { all: `advertiser_id = ${advertiserId}` },
})

/**
 * The entities of an advertiser that were imported after a change number. Products are separate, because
 * their ids are not numbers.
 */
export const entitiesOf = (advertiserId: string, after: number): readonly Mirrored[] => {
  const news = `from ads_entities where advertiser_id = ${literal(advertiserId)} and sequence > ${after}`
  const place = ['account_id', 'campaign_id', 'ad_group_id']
  // Without earlier rows, no lookup is needed.
  const isFirst = after < 0
  return [
    {
      table: 'entities',
      lines: `select ${line('advertiser_id', 'kind', 'id', ...place, ...life)} ${news}
        and kind <> 'product'`,
      members: texts('advertiser_id', 'kind', 'id', ...place, ...life),
      select: [
        id('advertiser_id'),
        text('kind'),
        id('id'),
        ...place.map((column) => id(column)),
        ...lifeSelect,
      ].join(', '),
      replaces: isFirst ? {} : { keys: ['advertiser_id', 'kind', 'id'] },
    },
    {
      table: 'products',
      lines: `select ${line('advertiser_id', ...life)} ${news} and kind = 'product'`,
      members: texts('advertiser_id', ...life),
      select: [
        id('advertiser_id'),
        "line.attributes::json ->> '$.productId' as id",
        "line.attributes::json ->> '$.productCountry' as country",
        "line.attributes::json ->> '$.productLanguage' as language",
        ...lifeSelect,
      ].join(', '),
      replaces: isFirst ? {} : { keys: ['advertiser_id', 'id', 'country', 'language'] },
    },
  ]
}

export const visitsOf = (advertiserId: string, after: number): Mirrored => {
  const ids = [
    'account_id',
    'campaign_id',
    'ad_group_id',
    'keyword_id',
    'ad_id',
    'product_group_id',
  ]
  return {
    table: 'visits',
    lines: `select ${line('advertiser_id', 'click_id', 'at_ms', ...ids, 'device', 'attributes')}
      from ads_visits where advertiser_id = ${literal(advertiserId)} and sequence > ${after}`,
    members: texts('advertiser_id', 'click_id', 'at_ms', ...ids, 'device', 'attributes'),
    select: [
      id('advertiser_id'),
      text('click_id'),
      integer('at_ms'),
      ...ids.map((column) => id(column)),
      text('device'),
      text('attributes'),
    ].join(', '),
    replaces: after < 0 ? {} : { keys: ['advertiser_id', 'click_id'] },
  }
}

const variables = (member: string, as: string) =>
  `(select json_group_object(json_extract(value, '$.name'), json_extract(value, '$.value'))
    from json_each(wire, '$.${member}'))` + ` as ${as}`

const wire = (member: WireMember, as: string) => `line.wire.${member} as ${as}`
const wireText = (member: WireMember, as: string) => `coalesce(line.wire.${member}, '') as ${as}`
const wireInteger = (member: WireMember, as: string) =>
  `cast(line.wire.${member} as bigint) as ${as}`

/** The members of a conversion that reports need. */
const wireMembers = [
  'attributionModel',
  'channel',
  'clickId',
  'countMillis',
  'currencyCode',
  'deviceType',
  'floodlightOrderId',
  'inventoryAccountId',
  'productCountry',
  'productGroupId',
  'productId',
  'productLanguage',
  'quantityMillis',
  'revenueMicros',
  'storeId',
  'type',
] as const

type WireMember = (typeof wireMembers)[number]

export const conversionsOf = (advertiserId: string, after: number): Mirrored => {
  const plain = ['advertiser_id', 'ds_id', 'conversion_id', 'at_ms', 'day', 'account_id']
  const more = ['campaign_id', 'ad_group_id', 'criterion_id', 'ad_id', 'activity_id', 'state']
  const rest = ['clicked_at', 'modified_at', 'original_revenue', 'original_currency']
  const columns = [...plain, ...more, ...rest, 'metrics', 'dimensions']
  const pairs = columns.map((column) => `'${column}', ${column}`)
  return {
    table: 'conversions',
    lines: `select json_object(${pairs.join(', ')}, 'wire', json(wire)) as line
      from (select *, ${variables('customMetric', 'metrics')}, ${variables('customDimension', 'dimensions')}
        from ads_conversions where advertiser_id = ${literal(advertiserId)} and sequence > ${after})`,
    members: {
      ...texts(...columns),
      wire: `STRUCT(${wireMembers.map((member) => `${member} VARCHAR`).join(', ')})`,
    },
    select: [
      id('advertiser_id'),
      id('ds_id', 'id'),
      text('conversion_id'),
      integer('at_ms'),
      day,
      ...['account_id', 'campaign_id', 'ad_group_id', 'criterion_id', 'ad_id', 'activity_id'].map(
        (name) => id(name),
      ),
      text('state'),
      integer('clicked_at'),
      integer('modified_at'),
      'coalesce(cast(line.wire.productGroupId as bigint), 0) as product_group_id',
      wire('type', 'type'),
      wireInteger('revenueMicros', 'revenue_micros'),
      'cast(coalesce(line.original_revenue, line.wire.revenueMicros) as bigint) as original_micros',
      wireText('currencyCode', 'currency'),
      "coalesce(line.original_currency, line.wire.currencyCode, '') as original_currency",
      wireInteger('quantityMillis', 'quantity_millis'),
      'coalesce(cast(line.wire.countMillis as bigint), 1000) as count_millis',
      wireText('deviceType', 'device'),
      wireText('clickId', 'click_id'),
      wireText('productId', 'product_id'),
      wireText('productCountry', 'product_country'),
      wireText('productLanguage', 'product_language'),
      'coalesce(cast(line.wire.inventoryAccountId as bigint), 0) as inventory_account_id',
      wire('channel', 'channel'),
      wire('storeId', 'store_id'),
      wire('floodlightOrderId', 'order_id'),
      wire('attributionModel', 'attribution_model'),
      text('metrics'),
      text('dimensions'),
    ].join(', '),
    replaces: after < 0 ? {} : { keys: ['id'] },
  }
}

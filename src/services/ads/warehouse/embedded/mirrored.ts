import { literal } from '../duckdb.ts'

/** How rows of the embedded database get into a table of the cache. */
export interface Mirrored {
  readonly table: string
  /** A query of the embedded database for `line`: an object with a member `row`. */
  readonly lines: string
  /** What becomes of `row` there. */
  readonly select: string
  /** What goes first: rows that fulfil a condition, or those with the same keys. */
  readonly replaces: { readonly all?: string; readonly keys?: readonly string[] }
}

/** All columns of a table as one line of JSON; text that is JSON stays text. */
const line = (...columns: string[]) =>
  `json_object('row', json_object(${columns.map((column) => `'${column}', ${column}`).join(', ')})) as line`

const text = (name: string) => `row ->> '$.${name}' as ${name}`
const integer = (name: string, as = name) => `cast(row ->> '$.${name}' as bigint) as ${as}`
const id = (name: string, as = name) =>
  `coalesce(try_cast(row ->> '$.${name}' as bigint), 0) as ${as}`
const day = `strptime(row ->> '$.day', '%Y%m%d')::date as day`

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
  select: [id('id'), text('currency'), text('time_zone'), ...lifeSelect].join(', '),
  replaces: { all: 'true' },
}

export const rates: Mirrored = {
  table: 'rates',
  lines: `select ${line('currency', 'day', 'per_dollar_micros')} from ads_currency_rates`,
  select: [text('currency'), day, integer('per_dollar_micros')].join(', '),
  replaces: { all: 'true' },
}

export const advertisersOf = (advertiserId: string): Mirrored => ({
  table: 'advertisers',
  lines: `select ${line('id', 'agency_id', 'currency', 'time_zone', ...life)}
    from ads_advertisers where id = ${literal(advertiserId)}`,
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

/** What was told of an advertiser after a number; products are apart, as their ids are no numbers. */
export const entitiesOf = (advertiserId: string, after: number): readonly Mirrored[] => {
  const news = `from ads_entities where advertiser_id = ${literal(advertiserId)} and sequence > ${after}`
  const place = ['account_id', 'campaign_id', 'ad_group_id']
  // With nothing there before, nothing has to be looked for.
  const isFirst = after < 0
  return [
    {
      table: 'entities',
      lines: `select ${line('advertiser_id', 'kind', 'id', ...place, ...life)} ${news}
        and kind <> 'product'`,
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
      select: [
        id('advertiser_id'),
        "(row ->> '$.attributes')::json ->> '$.productId' as id",
        "(row ->> '$.attributes')::json ->> '$.productCountry' as country",
        "(row ->> '$.attributes')::json ->> '$.productLanguage' as language",
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

const wire = (member: string, as: string) => `row ->> '$.wire.${member}' as ${as}`
const wireText = (member: string, as: string) => `coalesce(row ->> '$.wire.${member}', '') as ${as}`
const wireInteger = (member: string, as: string) =>
  `cast(row ->> '$.wire.${member}' as bigint) as ${as}`

export const conversionsOf = (advertiserId: string, after: number): Mirrored => {
  const plain = ['advertiser_id', 'ds_id', 'conversion_id', 'at_ms', 'day', 'account_id']
  const more = ['campaign_id', 'ad_group_id', 'criterion_id', 'ad_id', 'activity_id', 'state']
  const rest = ['clicked_at', 'modified_at', 'original_revenue', 'original_currency']
  const columns = [...plain, ...more, ...rest].map((column) => `'${column}', ${column}`)
  return {
    table: 'conversions',
    lines: `select json_object('row', json_object(${columns.join(', ')}, 'wire', json(wire),
        'metrics', metrics, 'dimensions', dimensions)) as line
      from (select *, ${variables('customMetric', 'metrics')}, ${variables('customDimension', 'dimensions')}
        from ads_conversions where advertiser_id = ${literal(advertiserId)} and sequence > ${after})`,
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
      "coalesce(cast(row ->> '$.wire.productGroupId' as bigint), 0) as product_group_id",
      wire('type', 'type'),
      wireInteger('revenueMicros', 'revenue_micros'),
      "cast(coalesce(row ->> '$.original_revenue', row ->> '$.wire.revenueMicros') as bigint) as original_micros",
      wireText('currencyCode', 'currency'),
      "coalesce(row ->> '$.original_currency', row ->> '$.wire.currencyCode', '') as original_currency",
      wireInteger('quantityMillis', 'quantity_millis'),
      "coalesce(cast(row ->> '$.wire.countMillis' as bigint), 1000) as count_millis",
      wireText('deviceType', 'device'),
      wireText('clickId', 'click_id'),
      wireText('productId', 'product_id'),
      wireText('productCountry', 'product_country'),
      wireText('productLanguage', 'product_language'),
      "coalesce(cast(row ->> '$.wire.inventoryAccountId' as bigint), 0) as inventory_account_id",
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

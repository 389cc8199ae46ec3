import {
  isOneOf,
  literal,
  type RelationName,
  type RelationOf,
  type ReportDialect,
} from './dialect.ts'

const id = (column: string, name = column) =>
  `coalesce(nullif(${column}, '')::bigint, 0) as ${name}`

const life = 'name, status, created_at, modified_at, attributes'

/** The relations as tables of the main database. */
const relations: Readonly<Record<RelationName, string>> = {
  agencies: `select id::bigint as id, currency, time_zone, ${life} from ads_agencies where true`,
  advertisers: `select id::bigint as id, id::bigint as advertiser_id, agency_id::bigint as agency_id,
      currency, time_zone, ${life}
    from ads_advertisers where true`,
  // Product ids are not numbers, and PostgreSQL may evaluate a condition on ids before one on kinds.
  entities: `select advertiser_id::bigint as advertiser_id, kind,
      case when kind <> 'product' then id::bigint end as id, ${id('account_id')},
      ${id('campaign_id')}, ${id('ad_group_id')}, ${life}
    from ads_entities where true`,
  products: `select advertiser_id::bigint as advertiser_id, attributes::jsonb ->> 'productId' as id,
      attributes::jsonb ->> 'productCountry' as country,
      attributes::jsonb ->> 'productLanguage' as language, ${life}
    from ads_entities where kind = 'product'`,
  activities: `select advertiser_id::bigint as advertiser_id, id::bigint as id,
      ${id('group_id')}, group_name, type, weight_micros, ${life}
    from ads_activities where true`,
  conversions: `select advertiser_id::bigint as advertiser_id, ds_id as id, conversion_id, at_ms,
      to_date(day::text, 'YYYYMMDD') as day, ${id('account_id')}, ${id('campaign_id')},
      ${id('ad_group_id')}, ${id('criterion_id')}, ${id('ad_id')}, ${id('activity_id')}, state,
      clicked_at, modified_at,
      coalesce((w ->> 'productGroupId')::bigint, 0) as product_group_id,
      w ->> 'type' as type, (w ->> 'revenueMicros')::numeric as revenue_micros,
      coalesce(original_revenue, w ->> 'revenueMicros')::numeric as original_micros,
      coalesce(w ->> 'currencyCode', '') as currency,
      coalesce(original_currency, w ->> 'currencyCode', '') as original_currency,
      (w ->> 'quantityMillis')::bigint as quantity_millis,
      coalesce((w ->> 'countMillis')::bigint, 1000) as count_millis,
      coalesce(w ->> 'deviceType', '') as device, coalesce(w ->> 'clickId', '') as click_id,
      coalesce(w ->> 'productId', '') as product_id,
      coalesce(w ->> 'productCountry', '') as product_country,
      coalesce(w ->> 'productLanguage', '') as product_language,
      coalesce((w ->> 'inventoryAccountId')::bigint, 0) as inventory_account_id,
      w ->> 'channel' as channel, w ->> 'storeId' as store_id,
      w ->> 'floodlightOrderId' as order_id, w ->> 'attributionModel' as attribution_model,
      (select jsonb_object_agg(v ->> 'name', v ->> 'value')
        from jsonb_array_elements(w -> 'customMetric') v)::text as metrics,
      (select jsonb_object_agg(v ->> 'name', v ->> 'value')
        from jsonb_array_elements(w -> 'customDimension') v)::text as dimensions
    from ads_conversions cross join lateral (select wire::jsonb as w) as parsed where true`,
  visits: `select advertiser_id::bigint as advertiser_id, click_id, at_ms, ${id('account_id')},
      ${id('campaign_id')}, ${id('ad_group_id')}, ${id('keyword_id')}, ${id('ad_id')},
      ${id('product_group_id')}, device, attributes
    from ads_visits where true`,
  rates: `select currency, to_date(day::text, 'YYYYMMDD') as day, per_dollar_micros
    from ads_currency_rates where true`,
}

const ofAll: readonly RelationName[] = ['agencies', 'rates']

/** The dialect of PostgreSQL, for reports on the main database. */
export const postgresDialect: ReportDialect = {
  relation: (name: RelationName, { advertiserIds, kind }: RelationOf) => {
    const column = name === 'advertisers' ? 'id' : 'advertiser_id'
    const conditions = [
      ...(ofAll.includes(name) ? [] : [isOneOf(column, advertiserIds.map(literal))]),
      ...(kind === undefined ? [] : [`kind = ${literal(kind)}`]),
    ]
    return `(${[relations[name], ...conditions].join(' and ')})`
  },
  member: (object, name) => `(${object}::jsonb ->> ${literal(name)})`,
  millionths: (text) =>
    `round((case when ${text} ~ '^-?[0-9]{1,18}([.][0-9]{1,18})?$' then ${text} end)::numeric(30, 8) * 1000000)`,
  // Not all numbers of nineteen digits fit into 64 bits.
  integer: (text) => `(case when ${text} ~ '^-?[0-9]{1,18}$' then (${text})::bigint
    when ${text} ~ '^-?[0-9]{19}$' then case when (${text})::numeric
      between -9223372036854775808 and 9223372036854775807 then (${text})::bigint end end)`,
  numeric: (text) =>
    `(case when ${text} ~ '^-?[0-9]{1,18}([.][0-9]{1,18})?$' then ${text} end)::double precision`,
  wide: (integer) => `(${integer})::numeric`,
  divided: (number, by) => `div(${number}, ${by})`,
  decimal: (millionths) => `trim_scale((${millionths})::numeric * 0.000001)::text`,
  moment: (ms) =>
    `to_char(to_timestamp(${ms} / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  dayIn: (ms, zone) => `(to_timestamp(${ms} / 1000.0) at time zone ${zone})::date::text`,
  distinctMembers: (list) =>
    `(select string_agg(distinct one collate "C", ';' order by one collate "C")
      from unnest(string_to_array(nullif(${list}, ''), ';')) as one)`,
  bytewise: (text) => `(${text}) collate "C"`,
}

import type { Dialect } from '../dialect.ts'
import type { Migration } from '../migration.ts'

/**
 * What reports are made of. Everything that a platform tells has a number by which a mirror asks for
 * what is new; rates and agencies, which belong to no advertiser, have numbers of their own. The
 * embedded server keeps statistics in files, of which it lists the valid ones here; its tables of
 * statistics hold rows only between a restore from the other engine and the next import or report.
 */
export const adsWarehouse: Migration = {
  number: 16,
  name: 'ads-warehouse',
  statements: (dialect) => {
    const { text, integer } = dialect
    const toldSoFar = `(select platform_sequence from ads_advertisers a where a.id = advertiser_id)`
    const madeWith = `(select created_at from ads_advertisers a where a.id = advertiser_id)`
    return [
      `create table ads_platform_changes (
        subject ${text} primary key,
        sequence ${integer} not null
      )`,
      "insert into ads_platform_changes values ('agencies', 1), ('currencyRates', 1)",

      `alter table ads_visits add column sequence ${integer} not null default 0`,
      `update ads_visits set sequence = ${toldSoFar}`,
      `alter table ads_activities add column created_at ${integer} not null default 0`,
      `alter table ads_activities add column modified_at ${integer} not null default 0`,
      `update ads_activities set created_at = ${madeWith}, modified_at = ${madeWith}`,
      `alter table ads_currency_rates add column sequence ${integer} not null default 1`,
      'create index ads_visits_by_sequence on ads_visits (advertiser_id, sequence)',
      'create index ads_entities_by_sequence on ads_entities (advertiser_id, sequence)',
      'create index ads_conversions_by_sequence on ads_conversions (advertiser_id, sequence)',
      'create index ads_currency_rates_by_sequence on ads_currency_rates (sequence)',

      `create table ads_fact_files (
        number ${integer} primary key,
        fact ${text} not null,
        file_name ${text} not null,
        row_count ${integer} not null,
        bytes ${integer} not null,
        min_day ${integer} not null,
        max_day ${integer} not null,
        imported_at ${integer} not null
      )`,
      ...factTables.map((table) => factTable(table, dialect)),
    ]
  },
}

interface FactTable {
  readonly name: string
  /** The keys after the advertiser, the day and the place, each with what it holds. */
  readonly keys: Readonly<Record<string, 'integer' | 'text'>>
  readonly measures: readonly string[]
}

const engineMeasures = [
  'impr',
  'clicks',
  'cost',
  'position',
  'ad_words_conversions',
  'ad_words_conversion_value',
  'ad_words_view_through_conversions',
  'visits',
]

const product = {
  product_id: 'text',
  product_country: 'text',
  product_language: 'text',
} as const

const factTables: readonly FactTable[] = [
  {
    name: 'ads_daily_statistics',
    keys: {
      criterion_kind: 'text',
      criterion_id: 'integer',
      ad_id: 'integer',
      device: 'text',
    },
    measures: engineMeasures,
  },
  {
    name: 'ads_share_statistics',
    keys: { keyword_id: 'integer' },
    measures: [
      'impr',
      'search_impr',
      'search_eligible_impr',
      'search_budget_lost_impr',
      'search_rank_lost_impr',
      'display_impr',
      'display_eligible_impr',
      'display_budget_lost_impr',
      'display_rank_lost_impr',
      'top_impr',
      'absolute_top_impr',
      'search_eligible_top_impr',
      'search_budget_lost_top_impr',
      'search_rank_lost_top_impr',
      'search_eligible_absolute_top_impr',
      'search_budget_lost_absolute_top_impr',
      'search_rank_lost_absolute_top_impr',
      'quality_score',
      'quality_score_impr',
      'top_of_page_bid',
      'top_of_page_bids',
    ],
  },
  {
    name: 'ads_feed_item_statistics',
    keys: { feed_item_id: 'integer', feed_id: 'integer' },
    measures: [...engineMeasures, 'clicks_with_feed_item_showing', 'cost_with_feed_item_showing'],
  },
  {
    name: 'ads_product_statistics',
    keys: { ...product, device: 'text' },
    measures: engineMeasures,
  },
  {
    name: 'ads_search_term_statistics',
    keys: { keyword_id: 'integer', search_query: 'text', serp_type: 'text' },
    measures: [
      'paid_clicks',
      'organic_clicks',
      'paid_and_organic_clicks',
      'paid_impressions',
      'organic_queries',
      'paid_and_organic_queries',
      'paid_position',
      'organic_position',
      'paid_cost',
    ],
  },
  {
    name: 'ads_product_sales',
    keys: {
      device: 'text',
      activity_id: 'integer',
      conversion_id: 'text',
      ...product,
      clicked_product_id: 'text',
    },
    measures: ['units', 'revenue', 'cost_of_goods'],
  },
]

function factTable({ name, keys, measures }: FactTable, dialect: Dialect): string {
  const { integer, date } = dialect
  const columns = [
    `advertiser_id ${integer} not null`,
    `day ${date} not null`,
    ...['account_id', 'campaign_id', 'ad_group_id'].map((id) => `${id} ${integer} not null`),
    ...Object.entries(keys).map(([key, form]) => `${key} ${dialect[form]} not null`),
    ...measures.map((measure) => `${measure} ${integer} not null`),
    `changed_at ${integer} not null`,
  ]
  const place = 'advertiser_id, day, account_id, campaign_id, ad_group_id'
  return `create table ${name} (
    ${columns.join(',\n    ')},
    primary key (${place}, ${Object.keys(keys).join(', ')})
  )`
}

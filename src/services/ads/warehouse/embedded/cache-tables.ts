import {
  columnOf,
  type Fact,
  type FactName,
  factNames,
  facts,
  keyColumnsOf,
  measureColumnsOf,
  tableOf,
} from '../facts.ts'

/** Increased when the tables change, so that the cache of another version is rebuilt. */
export const cacheLayout = 2

const life =
  'name varchar, status varchar, created_at bigint, modified_at bigint, attributes varchar'

const mirrored = [
  `agencies (id bigint, currency varchar, time_zone varchar, ${life})`,
  `advertisers (id bigint, advertiser_id bigint, agency_id bigint, currency varchar,
    time_zone varchar, ${life})`,
  `entities (advertiser_id bigint, kind varchar, id bigint, account_id bigint, campaign_id bigint,
    ad_group_id bigint, ${life})`,
  `products (advertiser_id bigint, id varchar, country varchar, language varchar, ${life})`,
  `activities (advertiser_id bigint, id bigint, group_id bigint, group_name varchar, type varchar,
    weight_micros bigint, ${life})`,
  `conversions (advertiser_id bigint, id bigint, conversion_id varchar, at_ms bigint, day date,
    account_id bigint, campaign_id bigint, ad_group_id bigint, criterion_id bigint, ad_id bigint,
    activity_id bigint, state varchar, clicked_at bigint, modified_at bigint,
    product_group_id bigint, type varchar, revenue_micros bigint, original_micros bigint,
    currency varchar, original_currency varchar, quantity_millis bigint, count_millis bigint,
    device varchar, click_id varchar, product_id varchar, product_country varchar,
    product_language varchar, inventory_account_id bigint, channel varchar, store_id varchar,
    order_id varchar, attribution_model varchar, metrics varchar, dimensions varchar)`,
  `visits (advertiser_id bigint, click_id varchar, at_ms bigint, account_id bigint,
    campaign_id bigint, ad_group_id bigint, keyword_id bigint, ad_id bigint,
    product_group_id bigint, device varchar, attributes varchar)`,
  'rates (currency varchar, day date, per_dollar_micros bigint)',
  'mirrored (advertiser_id varchar, platform_sequence bigint, conversion_sequence bigint)',
  'subjects (subject varchar, sequence bigint)',
  'loaded (fact varchar, file_name varchar)',
  'tag (epoch bigint, layout bigint)',
]

const formTypes = {
  id: 'bigint',
  text: 'varchar',
  date: 'date',
  device: 'varchar',
  criterionKind: 'varchar',
} as const

/** The table of loaded rows. The name of the fact itself is a view. */
export const loadedTableOf = (fact: FactName): string => `${tableOf(fact)}_loaded`

const factTables = factNames.map((fact) => {
  const { keys }: Fact = facts[fact]
  const forms = new Map(keys.map(({ name, form }) => [columnOf(name), formTypes[form]]))
  const columns = [
    ...keyColumnsOf(fact).map((column) => `${column} ${forms.get(column)}`),
    ...measureColumnsOf(fact).map((column) => `${column} bigint`),
    'changed_at bigint',
  ]
  return `${loadedTableOf(fact)} (${columns.join(', ')})`
})

/** Statements that create an empty cache. */
export const createCache: readonly string[] = [...mirrored, ...factTables].map(
  (table) => `create table ${table}`,
)

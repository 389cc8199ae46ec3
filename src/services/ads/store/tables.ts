import type { SchemaPart } from '#/storage/schema/schema.ts'
import { index, integer, nullable, partial, table, text } from '#/storage/sql/table.ts'
import { factNames, factTable, withReports } from '../warehouse/facts.ts'

export const adsActivities = table('ads_activities', {
  columns: {
    advertiser_id: text,
    id: text,
    name: text,
    group_id: text,
    group_name: text,
    type: text,
    weight_micros: integer,
    status: text,
    attributes: text,
    complete_through: nullable(integer),
    created_at: integer,
    modified_at: integer,
  },
  distribution: withReports,
  key: ['advertiser_id', 'id'],
})

/** Advertisers. Ids are 64-bit integers stored as digits; absent values are empty text. */
export const adsAdvertisers = table('ads_advertisers', {
  columns: {
    id: text,
    agency_id: text,
    number: integer,
    name: text,
    status: text,
    customer_id: text,
    currency: text,
    time_zone: text,
    created_at: integer,
    modified_at: integer,
    attributes: text,
    platform_sequence: integer,
    conversion_sequence: integer,
    conversion_dates: text,
  },
  distribution: withReports,
  key: ['id'],
  unique: [['number']],
  indexes: {
    ads_advertisers_by_agency: index('agency_id', 'id'),
    ads_advertisers_by_customer: partial(index('customer_id'), "customer_id <> ''"),
  },
})

export const adsAgencies = table('ads_agencies', {
  columns: {
    id: text,
    name: text,
    status: text,
    customer_id: text,
    currency: text,
    time_zone: text,
    created_at: integer,
    modified_at: integer,
    attributes: text,
  },
  distribution: withReports,
  key: ['id'],
})

export const adsConversionDays = table('ads_conversion_days', {
  columns: {
    advertiser_id: text,
    account_id: text,
    campaign_id: text,
    day: integer,
    conversions: integer,
  },
  distribution: withReports,
  key: ['advertiser_id', 'account_id', 'campaign_id', 'day'],
})

/** Conversions, with their revenue before any change. */
export const adsConversions = table('ads_conversions', {
  columns: {
    advertiser_id: text,
    conversion_id: text,
    at_ms: integer,
    ds_id: integer,
    account_id: text,
    campaign_id: text,
    ad_group_id: text,
    criterion_id: text,
    ad_id: text,
    activity_id: text,
    day: integer,
    state: text,
    clicked_at: nullable(integer),
    modified_at: integer,
    sequence: integer,
    wire: text,
    original_revenue: nullable(text),
    original_currency: nullable(text),
  },
  distribution: withReports,
  key: ['advertiser_id', 'conversion_id', 'at_ms'],
  indexes: {
    ads_conversions_by_account: index('advertiser_id', 'account_id', 'day', 'at_ms', 'ds_id'),
    ads_conversions_by_campaign: index('advertiser_id', 'campaign_id', 'day', 'at_ms', 'ds_id'),
    ads_conversions_by_sequence: index('advertiser_id', 'sequence'),
  },
})

export const adsCurrencyRates = table('ads_currency_rates', {
  columns: {
    currency: text,
    day: integer,
    per_dollar_micros: integer,
    sequence: integer,
  },
  distribution: withReports,
  key: ['currency', 'day'],
  indexes: {
    ads_currency_rates_by_sequence: index('sequence'),
  },
})

export const adsCustomVariables = table('ads_custom_variables', {
  columns: {
    advertiser_id: text,
    kind: text,
    name: text,
  },
  distribution: withReports,
  key: ['advertiser_id', 'kind', 'name'],
})

export const adsEntities = table('ads_entities', {
  columns: {
    advertiser_id: text,
    kind: text,
    id: text,
    account_id: text,
    campaign_id: text,
    ad_group_id: text,
    name: text,
    status: text,
    customer_id: text,
    new_campaign_id: text,
    new_ad_group_id: text,
    new_id: text,
    created_at: integer,
    modified_at: integer,
    attributes: text,
    sequence: integer,
  },
  distribution: withReports,
  key: ['advertiser_id', 'kind', 'id'],
  indexes: {
    ads_entities_by_ad_group: partial(
      index('advertiser_id', 'ad_group_id', 'kind', 'id'),
      "ad_group_id <> ''",
    ),
    ads_entities_by_campaign: partial(
      index('advertiser_id', 'campaign_id', 'kind', 'id'),
      "campaign_id <> ''",
    ),
    ads_entities_by_new_id: partial(
      index('customer_id', 'kind', 'new_campaign_id', 'new_ad_group_id', 'new_id'),
      "customer_id <> ''",
    ),
    ads_entities_by_sequence: index('advertiser_id', 'sequence'),
  },
})

/** The files that hold statistics on the embedded server. */
export const adsFactFiles = table('ads_fact_files', {
  columns: {
    number: integer,
    fact: text,
    file_name: text,
    row_count: integer,
    bytes: integer,
    min_day: integer,
    max_day: integer,
    imported_at: integer,
  },
  distribution: withReports,
  key: ['number'],
})

export const adsGrants = table('ads_grants', {
  columns: {
    user_id: text,
    agency_id: text,
    advertiser_id: text,
    role: text,
  },
  distribution: withReports,
  key: ['user_id', 'agency_id', 'advertiser_id'],
})

/** The records of a large import that were read but not yet written. */
export const adsImportPieces = table('ads_import_pieces', {
  columns: {
    import_id: text,
    number: integer,
    records: text,
  },
  distribution: withReports,
  key: ['import_id', 'number'],
})

export const adsImports = table('ads_imports', {
  columns: {
    id: text,
    kind: text,
    is_whole: integer,
    bad_count: integer,
    bad: text,
    touched_at: integer,
  },
  distribution: withReports,
  key: ['id'],
})

/** The change numbers of data that belongs to no advertiser. */
export const adsPlatformChanges = table('ads_platform_changes', {
  columns: {
    subject: text,
    sequence: integer,
  },
  distribution: withReports,
  key: ['subject'],
})

/** Bytes of report files, for processes that share no disk. */
export const adsReportPieces = table('ads_report_pieces', {
  columns: {
    report_id: text,
    fragment: integer,
    first_byte: integer,
    byte_count: integer,
    encoding: text,
    content: text,
  },
  distribution: withReports,
  key: ['report_id', 'fragment', 'first_byte'],
})

export const adsReports = table('ads_reports', {
  columns: {
    id: text,
    user_id: text,
    type: text,
    state: text,
    request: text,
    currency: text,
    time_zone: text,
    created_at: integer,
    finished_at: nullable(integer),
    row_count: integer,
    files: text,
    epoch: integer,
    failure: text,
    failure_text: text,
    incarnation: text,
    run: text,
  },
  distribution: withReports,
  key: ['id'],
  indexes: {
    ads_reports_by_age: index('created_at'),
    ads_reports_by_user: index('user_id', 'created_at'),
  },
})

export const adsSavedColumns = table('ads_saved_columns', {
  columns: {
    advertiser_id: text,
    name: text,
    type: text,
    formula: text,
  },
  distribution: withReports,
  key: ['advertiser_id', 'name'],
})

export const adsVisits = table('ads_visits', {
  columns: {
    advertiser_id: text,
    click_id: text,
    at_ms: integer,
    account_id: text,
    campaign_id: text,
    ad_group_id: text,
    keyword_id: text,
    ad_id: text,
    product_group_id: text,
    device: text,
    attributes: text,
    sequence: integer,
  },
  distribution: withReports,
  key: ['advertiser_id', 'click_id'],
  indexes: {
    ads_visits_by_click: index('click_id'),
    ads_visits_by_sequence: index('advertiser_id', 'sequence'),
  },
})

export const adsSchema: SchemaPart = {
  tables: [
    adsActivities,
    adsAdvertisers,
    adsAgencies,
    adsConversionDays,
    adsConversions,
    adsCurrencyRates,
    adsCustomVariables,
    adsEntities,
    adsFactFiles,
    adsGrants,
    adsImportPieces,
    adsImports,
    adsPlatformChanges,
    adsReportPieces,
    adsReports,
    adsSavedColumns,
    adsVisits,
    ...factNames.map(factTable),
  ],
  firstRows: ['agencies', 'currencyRates'].map((subject) => ({
    table: adsPlatformChanges,
    row: { subject, sequence: 1 },
  })),
  unarchived: [adsReportPieces],
}

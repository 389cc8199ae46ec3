import type { Migration } from '../migration.ts'

/**
 * Search advertising: what a platform has told of accounts and of visits, who may see it, and the
 * conversions. Ids are 64-bit integers and are kept as their digits; what is absent is empty text.
 */
export const ads: Migration = {
  number: 13,
  name: 'ads',
  statements: ({ text, integer }) => [
    `create table ads_agencies (
      id ${text} primary key,
      name ${text} not null,
      status ${text} not null,
      customer_id ${text} not null,
      currency ${text} not null,
      time_zone ${text} not null,
      created_at ${integer} not null,
      modified_at ${integer} not null,
      attributes ${text} not null
    )`,
    `create table ads_advertisers (
      id ${text} primary key,
      agency_id ${text} not null,
      number ${integer} not null unique,
      name ${text} not null,
      status ${text} not null,
      customer_id ${text} not null,
      currency ${text} not null,
      time_zone ${text} not null,
      created_at ${integer} not null,
      modified_at ${integer} not null,
      attributes ${text} not null,
      platform_sequence ${integer} not null,
      conversion_sequence ${integer} not null
    )`,
    'create index ads_advertisers_by_agency on ads_advertisers (agency_id, id)',
    `create index ads_advertisers_by_customer on ads_advertisers (customer_id)
      where customer_id <> ''`,
    `create table ads_entities (
      advertiser_id ${text} not null,
      kind ${text} not null,
      id ${text} not null,
      account_id ${text} not null,
      campaign_id ${text} not null,
      ad_group_id ${text} not null,
      name ${text} not null,
      status ${text} not null,
      customer_id ${text} not null,
      new_campaign_id ${text} not null,
      new_ad_group_id ${text} not null,
      new_id ${text} not null,
      created_at ${integer} not null,
      modified_at ${integer} not null,
      attributes ${text} not null,
      sequence ${integer} not null,
      primary key (advertiser_id, kind, id)
    )`,
    `create index ads_entities_by_new_id
      on ads_entities (customer_id, kind, new_campaign_id, new_ad_group_id, new_id)
      where customer_id <> ''`,
    `create table ads_activities (
      advertiser_id ${text} not null,
      id ${text} not null,
      name ${text} not null,
      group_id ${text} not null,
      group_name ${text} not null,
      type ${text} not null,
      weight_micros ${integer} not null,
      status ${text} not null,
      attributes ${text} not null,
      complete_through ${integer},
      primary key (advertiser_id, id)
    )`,
    `create table ads_custom_variables (
      advertiser_id ${text} not null,
      kind ${text} not null,
      name ${text} not null,
      primary key (advertiser_id, kind, name)
    )`,
    `create table ads_saved_columns (
      advertiser_id ${text} not null,
      name ${text} not null,
      type ${text} not null,
      formula ${text} not null,
      primary key (advertiser_id, name)
    )`,
    `create table ads_visits (
      advertiser_id ${text} not null,
      click_id ${text} not null,
      at_ms ${integer} not null,
      account_id ${text} not null,
      campaign_id ${text} not null,
      ad_group_id ${text} not null,
      keyword_id ${text} not null,
      ad_id ${text} not null,
      product_group_id ${text} not null,
      device ${text} not null,
      attributes ${text} not null,
      primary key (advertiser_id, click_id)
    )`,
    'create index ads_visits_by_click on ads_visits (click_id)',
    `create table ads_currency_rates (
      currency ${text} not null,
      day ${integer} not null,
      per_dollar_micros ${integer} not null,
      primary key (currency, day)
    )`,
    `create table ads_grants (
      user_id ${text} not null,
      agency_id ${text} not null,
      advertiser_id ${text} not null,
      role ${text} not null,
      primary key (user_id, agency_id, advertiser_id)
    )`,
    `create table ads_conversions (
      advertiser_id ${text} not null,
      conversion_id ${text} not null,
      at_ms ${integer} not null,
      ds_id ${integer} not null,
      account_id ${text} not null,
      campaign_id ${text} not null,
      ad_group_id ${text} not null,
      criterion_id ${text} not null,
      ad_id ${text} not null,
      activity_id ${text} not null,
      day ${integer} not null,
      state ${text} not null,
      clicked_at ${integer},
      modified_at ${integer} not null,
      sequence ${integer} not null,
      wire ${text} not null,
      primary key (advertiser_id, conversion_id, at_ms)
    )`,
    `create index ads_conversions_by_account
      on ads_conversions (advertiser_id, account_id, day, at_ms, ds_id)`,
    `create index ads_conversions_by_campaign
      on ads_conversions (advertiser_id, campaign_id, day, at_ms, ds_id)`,
    `create table ads_conversion_days (
      advertiser_id ${text} not null,
      account_id ${text} not null,
      campaign_id ${text} not null,
      day ${integer} not null,
      conversions ${integer} not null,
      primary key (advertiser_id, account_id, campaign_id, day)
    )`,
  ],
}

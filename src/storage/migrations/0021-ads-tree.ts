import type { Migration } from '../migration.ts'

/** What is in a campaign or an ad group, for those who look at it. */
export const adsTree: Migration = {
  number: 21,
  name: 'ads tree',
  statements: () => [
    `create index ads_entities_by_campaign on ads_entities (advertiser_id, campaign_id, kind, id)
      where campaign_id <> ''`,
    `create index ads_entities_by_ad_group on ads_entities (advertiser_id, ad_group_id, kind, id)
      where ad_group_id <> ''`,
  ],
}

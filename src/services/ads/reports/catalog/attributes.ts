import type { AttributeFacts, ColumnType, Home, Source } from './column.ts'

type Entry = readonly [name: string, facts: AttributeFacts]

const field = (
  name: string,
  type: ColumnType,
  [home, column]: readonly [Home, string],
  about: string,
): Entry => [name, { type, about, source: { home, field: column } }]

/** Attributes that are imported with the names of their columns. */
const told = (home: Home, type: ColumnType, names: string, about: string): Entry[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => [name, { type, about, source: { home, told: name } }])

const own = (name: string): Source => ({ home: 'self', told: name })

const first = (name: string, type: ColumnType, firstOf: Source[], about: string): Entry => [
  name,
  { type, about, source: { firstOf } },
]

/** The effective value: the uploaded one, else that of the entity, else that of its campaign. */
const inForce = (effective: string, name: string, about: string): Entry =>
  first(
    effective,
    'String list',
    [own(effective), own(name), { home: 'campaign', told: name }],
    about,
  )

/** Where the effective bid strategy is set: the most specific level wins. */
const strategies: Source[] = [
  own('effectiveBidStrategyId'),
  { home: 'adGroup', told: 'effectiveBidStrategyId' },
  { home: 'campaign', told: 'effectiveBidStrategyId' },
]

const life: readonly Entry[] = [
  field('status', 'Status', ['self', 'status'], 'Active, Paused or Removed.'),
  ...told('self', 'String', 'engineStatus', 'What the engine says about the state.'),
  field('creationTimestamp', 'Timestamp', ['self', 'created_at'], 'When it was made.'),
  field('lastModifiedTimestamp', 'Timestamp', ['self', 'modified_at'], 'When it was last changed.'),
]

const lineage: readonly Entry[] = [
  field('agency', 'String', ['agency', 'name'], 'The name of the agency.'),
  field('agencyId', 'ID', ['agency', 'id'], 'The agency.'),
  field('advertiser', 'String', ['advertiser', 'name'], 'The name of the advertiser.'),
  field('advertiserId', 'ID', ['advertiser', 'id'], 'The advertiser.'),
  ...told('advertiser', 'ID', 'dfaAdvertiserId', 'The advertiser at the ad server.'),
  ...told('advertiser', 'ID', 'dfaNetworkId', 'The network at the ad server.'),
  field(
    'dfaNetworkTimeZone',
    'String',
    ['advertiser', 'time_zone'],
    'The zone in which conversions have their dates.',
  ),
  field('advertiserCurrencyCode', 'String', ['advertiser', 'currency'], 'Its currency.'),
  ...told('advertiser', 'String', 'googleAnalyticsTimeZone', 'The zone of the linked analytics.'),
  field('account', 'String', ['account', 'name'], 'The name of the engine account.'),
  field('accountId', 'ID', ['account', 'id'], 'The engine account.'),
  ...told('account', 'String', 'accountEngineId', 'The id of the account at the engine.'),
  ...told('account', 'Engine type', 'accountType', 'Which engine the account is with.'),
  [
    'accountCurrencyCode',
    {
      type: 'String',
      about: 'The currency of the account.',
      source: { home: 'account', told: 'currency' },
    },
  ],
  [
    'accountTimeZone',
    {
      type: 'String',
      about: 'The time zone of the account.',
      source: { home: 'account', told: 'timeZone' },
    },
  ],
]

const campaigns: readonly Entry[] = [
  field('campaign', 'String', ['campaign', 'name'], 'The name of the campaign.'),
  field('campaignId', 'ID', ['campaign', 'id'], 'The campaign.'),
  field('campaignStatus', 'Status', ['campaign', 'status'], 'The state of the campaign.'),
  ...told('campaign', 'ID', 'campaignEngineId', 'The id of the campaign at the engine.'),
  ...told('campaign', 'Date', 'campaignStartDate campaignEndDate', 'When the campaign runs.'),
  ...told('campaign', 'String', 'bingAdsBudgetType', 'The kind of budget, of Microsoft accounts.'),
  ...told('campaign', 'Money', 'dailyBudget monthlyBudget', 'The budget.'),
  ...told('campaign', 'String', 'deliveryMethod', 'How the budget is spent over the day.'),
  ...told(
    'campaign',
    'String',
    'adWordsBidStrategy yahooJapanBidStrategy',
    'The strategy of the engine.',
  ),
  ...told('campaign', 'String', 'keywordNearMatchEnabled', 'Whether close variants match.'),
  ...told(
    'campaign',
    'Number',
    'campaignMobileBidAdjustment campaignTabletBidAdjustment campaignDesktopBidAdjustment',
    'By how much bids are changed for the device.',
  ),
  ...told('campaign', 'String', 'networkTarget', 'The networks that are targeted.'),
  ...told('campaign', 'String list', 'yahooGeoTargets', 'Places, of Yahoo accounts.'),
  ...told('campaign', 'String list', 'campaignLabels', 'Labels of the campaign.'),
  ...told('campaign', 'String', 'campaignType', 'Search, shopping, display and so on.'),
]

const adGroups: readonly Entry[] = [
  field('adGroup', 'String', ['adGroup', 'name'], 'The name of the ad group.'),
  field('adGroupId', 'ID', ['adGroup', 'id'], 'The ad group.'),
  field('adGroupStatus', 'Status', ['adGroup', 'status'], 'The state of the ad group.'),
  ...told('adGroup', 'String', 'adRotation', 'How ads take turns.'),
  ...told('adGroup', 'ID', 'adGroupEngineId', 'The id of the ad group at the engine.'),
  ...told('adGroup', 'Date', 'adGroupStartDate adGroupEndDate', 'When the ad group runs.'),
  ...told(
    'adGroup',
    'Money',
    'adGroupSearchMaxCpc adGroupBroadMaxCpc adGroupExactMaxCpc adGroupPhraseMaxCpc adGroupContentMaxCpc',
    'A bid of the ad group.',
  ),
  ...told(
    'adGroup',
    'Number',
    'adGroupMobileBidAdjustment adGroupTabletBidAdjustment adGroupDesktopBidAdjustment',
    'By how much bids are changed for the device.',
  ),
  ...told('adGroup', 'String', 'adGroupType', 'The kind of ad group.'),
  ...told('adGroup', 'String', 'bingAdsLanguage', 'The language, of Microsoft accounts.'),
  ...told(
    'adGroup',
    'String list',
    'bingAdsAdDistributions',
    'Where ads are shown, of Microsoft accounts.',
  ),
  ...told('adGroup', 'String list', 'adGroupLabels', 'Labels of the ad group.'),
]

const targeting: readonly Entry[] = [
  first('effectiveBidStrategyId', 'ID', strategies, 'The bid strategy in force.'),
  field('effectiveBidStrategy', 'String', ['bidStrategy', 'name'], 'Its name.'),
  [
    'bidStrategyInherited',
    {
      type: 'Boolean',
      about: 'Whether the bid strategy is inherited.',
      source: { isInherited: strategies },
    },
  ],
  ...told(
    'self',
    'String list',
    `deviceTargets countryTargets provinceTargets metroTargets cityTargets languageTargets
    excludedCountryTargets excludedProvinceTargets excludedMetroTargets excludedCityTargets`,
    'What is targeted.',
  ),
  inForce('effectiveDeviceTargets', 'deviceTargets', 'What is targeted, with what is above.'),
  inForce('effectiveCountryTargets', 'countryTargets', 'What is targeted, with what is above.'),
  inForce('effectiveProvinceTargets', 'provinceTargets', 'What is targeted, with what is above.'),
  inForce('effectiveMetroTargets', 'metroTargets', 'What is targeted, with what is above.'),
  inForce('effectiveCityTargets', 'cityTargets', 'What is targeted, with what is above.'),
  [
    'effectiveLabels',
    {
      type: 'String list',
      about: 'Its own and inherited labels.',
      source: {
        allOf: [
          own('effectiveLabels'),
          own('adLabels'),
          own('keywordLabels'),
          own('productTargetLabels'),
          own('productGroupLabels'),
          { home: 'adGroup', told: 'adGroupLabels' },
          { home: 'campaign', told: 'campaignLabels' },
          { home: 'account', told: 'accountLabels' },
        ],
      },
    },
  ],
  ...told(
    'self',
    'Boolean',
    'engineRemarketingListTargetAll',
    'Whether only the list is shown to.',
  ),
  ...told('self', 'String', 'engineRemarketingList', 'The name of the audience.'),
  ...told(
    'self',
    'Number',
    'engineRemarketingListBidModifier locationTargetBidModifier ageTargetBidModifier genderTargetBidModifier',
    'By how much bids are changed.',
  ),
  ...told('self', 'String', 'dynamicSearchAdsTargetConditions', 'Which pages are targeted.'),
  ...told('self', 'Money', 'dynamicSearchAdsTargetCpcBid', 'The bid.'),
  ...told('self', 'String', 'dynamicSearchAdsTargetLandingPageUrl', 'The page that is led to.'),
  ...told('self', 'Number', 'dynamicSearchAdsTargetCoverage', 'The share of the site.'),
  ...told('self', 'String', 'locationTargetName', 'The place.'),
  ...told('self', 'String', 'ageTargetAgeRange', 'The age.'),
  ...told('self', 'String', 'genderTargetGenderType', 'The gender.'),
  ...told('self', 'String', 'unclassifiedTargetName unclassifiedTargetType', 'Any other target.'),
  ...[
    'adGroupTargetId',
    'campaignTargetId',
    'negativeAdGroupTargetId',
    'negativeCampaignTargetId',
  ].map((name) => field(name, 'ID', ['self', 'id'], 'The target.')),
]

const keywords: readonly Entry[] = [
  field('keywordId', 'ID', ['keyword', 'id'], 'The keyword.'),
  ...told('keyword', 'Match type', 'keywordMatchType', 'How the keyword matches.'),
  field('keywordText', 'String', ['keyword', 'name'], 'The text of the keyword.'),
  ...told('keyword', 'ID', 'keywordEngineId', 'The id of the keyword at the engine.'),
  ...told('keyword', 'Money', 'keywordMaxCpc', 'The bid of its own; empty where it has none.'),
  first(
    'effectiveKeywordMaxCpc',
    'Money',
    [
      own('effectiveKeywordMaxCpc'),
      own('keywordMaxCpc'),
      { home: 'adGroup', told: 'adGroupSearchMaxCpc' },
    ],
    'The bid in force.',
  ),
  ...told('keyword', 'String', 'keywordLandingPage keywordClickserverUrl', 'Where it leads.'),
  ...told('keyword', 'Boolean', 'isDisplayKeyword', 'Whether it stands for display traffic.'),
  ...told('keyword', 'Money', 'keywordMaxBid keywordMinBid', 'A bound of automatic bids.'),
  ...told('keyword', 'String', 'keywordUrlParams', 'Parameters of the address.'),
  ...told(
    'keyword',
    'String',
    'bingKeywordParam2 bingKeywordParam3',
    'Substitutions, of Microsoft.',
  ),
  ...told('keyword', 'String list', 'keywordLabels', 'Labels of the keyword.'),
  ...told('keyword', 'Integer', 'qualityScoreCurrent', 'The latest quality score.'),
  ...told('keyword', 'Money', 'topOfPageBidCurrent', 'The estimated bid for the top of the page.'),
  ...['negativeAdGroupKeyword', 'negativeCampaignKeyword'].flatMap((kind) => [
    field(`${kind}Id`, 'ID', ['self', 'id'], 'The negative keyword.'),
    field(`${kind}Text`, 'String', ['self', 'name'], 'Its text.'),
    ...told('self', 'Match type', `${kind}MatchType`, 'How it matches.'),
  ]),
]

const ads: readonly Entry[] = [
  field('ad', 'String', ['ad', 'name'], 'The name or text of the ad.'),
  field('adId', 'ID', ['ad', 'id'], 'The ad.'),
  ...told('ad', 'ID', 'adEngineId', 'The id of the ad at the engine.'),
  field(
    'isUnattributedAd',
    'Boolean',
    ['ad', 'is_unattributed'],
    'Traffic that no ad is known for.',
  ),
  ...told(
    'ad',
    'String',
    'adHeadline adHeadline2 adHeadline3 adDescription1 adDescription2 adDisplayUrl adLandingPage adPathField1 adPathField2',
    'A part of the ad.',
  ),
  ...told('ad', 'String', 'adType', 'The kind of ad.'),
  ...told('ad', 'String', 'adPromotionLine', 'The promotion of a product ad.'),
  ...told('ad', 'String list', 'adLabels', 'Labels of the ad.'),
]

const strategy: readonly Entry[] = [
  field('bidStrategyId', 'ID', ['self', 'id'], 'The bid strategy.'),
  field('bidStrategy', 'String', ['self', 'name'], 'Its name.'),
  ...told('self', 'Bid strategy goal', 'bidStrategyGoal', 'What it is after.'),
  ...told('self', 'Boolean', 'floodlightOptimizationEnabled', 'Whether it is after activities.'),
  ...told('self', 'Number', 'ersTarget roasTarget', 'The ratio that it is after.'),
  ...told('self', 'Money', 'cpaTarget', 'The cost of an action that it is after.'),
  ...told('self', 'Number', 'lowPosition highPosition', 'The positions that it is after.'),
  ...told('self', 'Money', 'bidStrategyMinBid bidStrategyMaxBid', 'A bound of its bids.'),
  ...told('self', 'Money', 'monthlySpendTarget', 'What it is to spend.'),
  ...told('self', 'ID list', 'floodlightActivityTargetIds', 'The activities that it is after.'),
]

const feedItems: readonly Entry[] = [
  field('feedItemId', 'ID', ['feedItem', 'id'], 'The extension.'),
  field('feedId', 'ID', ['feedItem', 'feed_id'], 'Its feed.'),
  ...told('feedItem', 'String', 'feedType', 'Sitelink, location, call or app.'),
  ...told(
    'feedItem',
    'String',
    `sitelinkDisplayText sitelinkDescription1 sitelinkDescription2 sitelinkLandingPageUrl
    sitelinkClickserverUrl`,
    'A part of a sitelink.',
  ),
  ...told(
    'feedItem',
    'String',
    'locationBusinessName locationCategory locationDetails locationFilter',
    'A part of a location.',
  ),
  ...told(
    'feedItem',
    'String',
    'callPhoneNumber callCountryCode callConversionTracker',
    'A part of a call extension.',
  ),
  ...told('feedItem', 'Boolean', 'callIsTracked callCallOnly', 'How calls are treated.'),
  ...told('feedItem', 'ID', 'callConversionTrackerId', 'The tracker of calls.'),
  ...told('feedItem', 'String', 'appId appStore', 'A part of an app extension.'),
]

const products: readonly Entry[] = [
  field('productId', 'String', ['product', 'id'], 'The product.'),
  field('productCountry', 'String', ['product', 'country'], 'The country of its feed.'),
  field('productLanguage', 'String', ['product', 'language'], 'The language of its feed.'),
  ...told(
    'product',
    'String',
    `productStoreId productChannel productMpn productColor productSize productMaterial
    productPattern productAvailability productGender productAgeGroup productLandingPageUrl
    productCategory productCategoryLevel1 productCategoryLevel2 productCategoryLevel3
    productCategoryLevel4 productCategoryLevel5 productBrand productGtin productTypeLevel1
    productTypeLevel2 productTypeLevel3 productTypeLevel4 productTypeLevel5 productCondition
    productCustomLabel0 productCustomLabel1 productCustomLabel2 productCustomLabel3
    productCustomLabel4 productChannelExclusivity productItemGroupId productTitle`,
    'What the feed says of the product.',
  ),
  ...told('product', 'Money', 'productPrice productSalePrice productCostOfGoodsSold', 'A price.'),
  field('productGroupId', 'ID', ['productGroup', 'id'], 'The product group.'),
  field('productGroup', 'String', ['productGroup', 'name'], 'The way to the product group.'),
  ...told('productGroup', 'String', 'productGroupPartitionType', 'Unit or subdivision.'),
  ...told(
    'productGroup',
    'String',
    'productGroupLandingPage productGroupClickserverUrl',
    'Where it leads.',
  ),
  ...told(
    'productGroup',
    'Money',
    'productGroupMaxCpc productGroupMaxBid productGroupMinBid',
    'A bid.',
  ),
  first(
    'effectiveProductGroupMaxCpc',
    'Money',
    [
      own('effectiveProductGroupMaxCpc'),
      own('productGroupMaxCpc'),
      { home: 'adGroup', told: 'adGroupSearchMaxCpc' },
    ],
    'The bid in force.',
  ),
  field('productTargetId', 'ID', ['productTarget', 'id'], 'The product target.'),
  ...told('productTarget', 'ID', 'productTargetEngineId', 'Its id at the engine.'),
  ...told(
    'productTarget',
    'String',
    'productTargetFilter productTargetLandingPage productTargetClickserverUrl',
    'A part of the product target.',
  ),
  ...told('productTarget', 'String list', 'productTargetLabels', 'Labels of the product target.'),
  ...told(
    'productTarget',
    'Money',
    'productTargetMaxCpc productTargetMaxBid productTargetMinBid',
    'A bid.',
  ),
  first(
    'effectiveProductTargetMaxCpc',
    'Money',
    [
      own('effectiveProductTargetMaxCpc'),
      own('productTargetMaxCpc'),
      { home: 'adGroup', told: 'adGroupSearchMaxCpc' },
    ],
    'The bid in force.',
  ),
]

const floodlight: readonly Entry[] = [
  field('floodlightGroup', 'String', ['activity', 'group_name'], 'The name of the activity group.'),
  field('floodlightGroupId', 'ID', ['activity', 'group_id'], 'The activity group.'),
  ...told('activity', 'String', 'floodlightGroupTag', 'The tag of the activity group.'),
  field(
    'floodlightGroupConversionType',
    'Conversion type',
    ['activity', 'type'],
    'What the group counts: Action or Transaction.',
  ),
  ...told('activity', 'ID', 'floodlightConfigurationId', 'The configuration at the ad server.'),
  field('floodlightActivity', 'String', ['activity', 'name'], 'The name of the activity.'),
  field('floodlightActivityId', 'ID', ['activity', 'id'], 'The activity.'),
  ...told('activity', 'String', 'floodlightActivityTag', 'The tag of the activity.'),
]

const events: readonly Entry[] = [
  field('conversionId', 'ID', ['conversion', 'id'], 'The id assigned by the server.'),
  field(
    'advertiserConversionId',
    'String',
    ['conversion', 'conversion_id'],
    "The caller's own id.",
  ),
  field('conversionType', 'Conversion type', ['conversion', 'type'], 'Action or Transaction.'),
  field('conversionRevenue', 'Money', ['conversion', 'revenue'], 'The revenue.'),
  field('conversionQuantity', 'Number', ['conversion', 'quantity'], 'How many were bought.'),
  field('conversionDate', 'Date', ['conversion', 'day'], "The date, in the advertiser's zone."),
  field('conversionTimestamp', 'Timestamp', ['conversion', 'at_ms'], 'When it happened.'),
  field(
    'conversionLastModifiedTimestamp',
    'Timestamp',
    ['conversion', 'modified_at'],
    'When it was last changed.',
  ),
  field(
    'conversionAttributionType',
    'String',
    ['conversion', 'attribution'],
    'How it was credited.',
  ),
  field('conversionVisitId', 'ID', ['conversion', 'visit_id'], 'The visit that it is credited to.'),
  field('conversionVisitTimestamp', 'Timestamp', ['conversion', 'clicked_at'], 'When that was.'),
  field('conversionVisitExternalClickId', 'String', ['conversion', 'click_id'], 'Its click id.'),
  field('conversionSearchTerm', 'String', ['conversion', 'search_term'], 'What had been typed.'),
  field(
    'floodlightOriginalRevenue',
    'Money',
    ['conversion', 'original_revenue'],
    'The revenue before all changes.',
  ),
  ...told(
    'visit',
    'String',
    'floodlightEventRequestString floodlightReferrer',
    'What the tag told.',
  ),
  field('floodlightOrderId', 'String', ['conversion', 'order_id'], 'The number of the order.'),
  field('inventoryAccountId', 'ID', ['product', 'inventory_account_id'], 'The inventory account.'),
  field('visitId', 'ID', ['visit', 'id'], 'The visit.'),
  ...told(
    'visit',
    'String',
    'visitSearchQuery visitReferrer visitNetworkType',
    'What is known of it.',
  ),
  field('visitDate', 'Date', ['visit', 'day'], 'The date, in the zone of the account.'),
  field('visitTimestamp', 'Timestamp', ['visit', 'at_ms'], 'When it was.'),
  field('visitExternalClickId', 'String', ['visit', 'click_id'], 'The click id.'),
  field('deviceSegment', 'Device segment', ['self', 'device'], 'Desktop, Mobile, Tablet or Other.'),
]

const terms: readonly Entry[] = [
  field('searchQuery', 'String', ['term', 'search_query'], 'What was typed.'),
  field('serpType', 'SERP type', ['term', 'serp_type'], 'Which kinds of results were shown.'),
]

/** All attributes, by column name. */
export const attributes: ReadonlyMap<string, AttributeFacts> = new Map([
  ...life,
  ...lineage,
  ...campaigns,
  ...adGroups,
  ...targeting,
  ...keywords,
  ...ads,
  ...strategy,
  ...feedItems,
  ...products,
  ...floodlight,
  ...events,
  ...terms,
])

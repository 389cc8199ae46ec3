import type { AttributeFacts, ColumnType, Home, Source } from './column.ts'

type Entry = readonly [name: string, facts: AttributeFacts]

const field = (
  name: string,
  type: ColumnType,
  [home, column]: readonly [Home, string],
  about: string,
): Entry => [name, { type, about, source: { home, field: column } }]

/** Attributes that are imported with the names of their columns. */
const attributeColumns = (home: Home, type: ColumnType, names: string, about: string): Entry[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => [name, { type, about, source: { home, attribute: name } }])

const own = (name: string): Source => ({ home: 'self', attribute: name })

const first = (name: string, type: ColumnType, firstOf: Source[], about: string): Entry => [
  name,
  { type, about, source: { firstOf } },
]

/** The effective value: the uploaded one, else that of the entity, else that of its campaign. */
const inForce = (effective: string, name: string, about: string): Entry =>
  first(
    effective,
    'String list',
    [own(effective), own(name), { home: 'campaign', attribute: name }],
    about,
  )

/** Where the effective bid strategy is set: the most specific level wins. */
const strategies: Source[] = [
  own('effectiveBidStrategyId'),
  { home: 'adGroup', attribute: 'effectiveBidStrategyId' },
  { home: 'campaign', attribute: 'effectiveBidStrategyId' },
]

const life: readonly Entry[] = [
  field('status', 'Status', ['self', 'status'], 'Active, Paused or Removed.'),
  ...attributeColumns('self', 'String', 'engineStatus', 'The state as reported by the engine.'),
  field('creationTimestamp', 'Timestamp', ['self', 'created_at'], 'The creation time.'),
  field(
    'lastModifiedTimestamp',
    'Timestamp',
    ['self', 'modified_at'],
    'The time of the last change.',
  ),
]

const lineage: readonly Entry[] = [
  field('agency', 'String', ['agency', 'name'], 'The name of the agency.'),
  field('agencyId', 'ID', ['agency', 'id'], 'The agency.'),
  field('advertiser', 'String', ['advertiser', 'name'], 'The name of the advertiser.'),
  field('advertiserId', 'ID', ['advertiser', 'id'], 'The advertiser.'),
  ...attributeColumns('advertiser', 'ID', 'dfaAdvertiserId', 'The advertiser at the ad server.'),
  ...attributeColumns('advertiser', 'ID', 'dfaNetworkId', 'The network at the ad server.'),
  field(
    'dfaNetworkTimeZone',
    'String',
    ['advertiser', 'time_zone'],
    'The time zone of the dates of conversions.',
  ),
  field(
    'advertiserCurrencyCode',
    'String',
    ['advertiser', 'currency'],
    'The currency of the advertiser.',
  ),
  ...attributeColumns(
    'advertiser',
    'String',
    'googleAnalyticsTimeZone',
    'The time zone of the linked analytics account.',
  ),
  field('account', 'String', ['account', 'name'], 'The name of the engine account.'),
  field('accountId', 'ID', ['account', 'id'], 'The engine account.'),
  ...attributeColumns(
    'account',
    'String',
    'accountEngineId',
    'The id of the account at the engine.',
  ),
  ...attributeColumns('account', 'Engine type', 'accountType', 'The engine of the account.'),
  [
    'accountCurrencyCode',
    {
      type: 'String',
      about: 'The currency of the account.',
      source: { home: 'account', attribute: 'currency' },
    },
  ],
  [
    'accountTimeZone',
    {
      type: 'String',
      about: 'The time zone of the account.',
      source: { home: 'account', attribute: 'timeZone' },
    },
  ],
]

const campaigns: readonly Entry[] = [
  field('campaign', 'String', ['campaign', 'name'], 'The name of the campaign.'),
  field('campaignId', 'ID', ['campaign', 'id'], 'The campaign.'),
  field('campaignStatus', 'Status', ['campaign', 'status'], 'The state of the campaign.'),
  ...attributeColumns(
    'campaign',
    'ID',
    'campaignEngineId',
    'The id of the campaign at the engine.',
  ),
  ...attributeColumns(
    'campaign',
    'Date',
    'campaignStartDate campaignEndDate',
    'When the campaign runs.',
  ),
  ...attributeColumns(
    'campaign',
    'String',
    'bingAdsBudgetType',
    'The kind of budget; for Microsoft accounts.',
  ),
  ...attributeColumns('campaign', 'Money', 'dailyBudget monthlyBudget', 'The budget.'),
  ...attributeColumns('campaign', 'String', 'deliveryMethod', 'The delivery method of the budget.'),
  ...attributeColumns(
    'campaign',
    'String',
    'adWordsBidStrategy yahooJapanBidStrategy',
    'The bidding strategy of the engine.',
  ),
  ...attributeColumns(
    'campaign',
    'String',
    'keywordNearMatchEnabled',
    'Whether keywords match close variants.',
  ),
  ...attributeColumns(
    'campaign',
    'Number',
    'campaignMobileBidAdjustment campaignTabletBidAdjustment campaignDesktopBidAdjustment',
    'The bid adjustment for the device.',
  ),
  ...attributeColumns('campaign', 'String', 'networkTarget', 'The networks that are targeted.'),
  ...attributeColumns(
    'campaign',
    'String list',
    'yahooGeoTargets',
    'The targeted locations; for Yahoo accounts.',
  ),
  ...attributeColumns('campaign', 'String list', 'campaignLabels', 'The labels of the campaign.'),
  ...attributeColumns('campaign', 'String', 'campaignType', 'Search, shopping, display and so on.'),
]

const adGroups: readonly Entry[] = [
  field('adGroup', 'String', ['adGroup', 'name'], 'The name of the ad group.'),
  field('adGroupId', 'ID', ['adGroup', 'id'], 'The ad group.'),
  field('adGroupStatus', 'Status', ['adGroup', 'status'], 'The state of the ad group.'),
  ...attributeColumns('adGroup', 'String', 'adRotation', 'The rotation of ads.'),
  ...attributeColumns('adGroup', 'ID', 'adGroupEngineId', 'The id of the ad group at the engine.'),
  ...attributeColumns(
    'adGroup',
    'Date',
    'adGroupStartDate adGroupEndDate',
    'When the ad group runs.',
  ),
  ...attributeColumns(
    'adGroup',
    'Money',
    'adGroupSearchMaxCpc adGroupBroadMaxCpc adGroupExactMaxCpc adGroupPhraseMaxCpc adGroupContentMaxCpc',
    'A bid of the ad group.',
  ),
  ...attributeColumns(
    'adGroup',
    'Number',
    'adGroupMobileBidAdjustment adGroupTabletBidAdjustment adGroupDesktopBidAdjustment',
    'The bid adjustment for the device.',
  ),
  ...attributeColumns('adGroup', 'String', 'adGroupType', 'The kind of ad group.'),
  ...attributeColumns(
    'adGroup',
    'String',
    'bingAdsLanguage',
    'The language; for Microsoft accounts.',
  ),
  ...attributeColumns(
    'adGroup',
    'String list',
    'bingAdsAdDistributions',
    'Where ads are shown; for Microsoft accounts.',
  ),
  ...attributeColumns('adGroup', 'String list', 'adGroupLabels', 'The labels of the ad group.'),
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
  ...attributeColumns(
    'self',
    'String list',
    `deviceTargets countryTargets provinceTargets metroTargets cityTargets languageTargets
    excludedCountryTargets excludedProvinceTargets excludedMetroTargets excludedCityTargets`,
    'The targets.',
  ),
  inForce('effectiveDeviceTargets', 'deviceTargets', 'The targets, including inherited ones.'),
  inForce('effectiveCountryTargets', 'countryTargets', 'The targets, including inherited ones.'),
  inForce('effectiveProvinceTargets', 'provinceTargets', 'The targets, including inherited ones.'),
  inForce('effectiveMetroTargets', 'metroTargets', 'The targets, including inherited ones.'),
  inForce('effectiveCityTargets', 'cityTargets', 'The targets, including inherited ones.'),
  [
    'effectiveLabels',
    {
      type: 'String list',
      about: 'The labels, including inherited ones.',
      source: {
        allOf: [
          own('effectiveLabels'),
          own('adLabels'),
          own('keywordLabels'),
          own('productTargetLabels'),
          own('productGroupLabels'),
          { home: 'adGroup', attribute: 'adGroupLabels' },
          { home: 'campaign', attribute: 'campaignLabels' },
          { home: 'account', attribute: 'accountLabels' },
        ],
      },
    },
  ],
  ...attributeColumns(
    'self',
    'Boolean',
    'engineRemarketingListTargetAll',
    'Whether ads are shown only to users on the list.',
  ),
  ...attributeColumns('self', 'String', 'engineRemarketingList', 'The name of the audience.'),
  ...attributeColumns(
    'self',
    'Number',
    'engineRemarketingListBidModifier locationTargetBidModifier ageTargetBidModifier genderTargetBidModifier',
    'The bid adjustment.',
  ),
  ...attributeColumns('self', 'String', 'dynamicSearchAdsTargetConditions', 'The targeted pages.'),
  ...attributeColumns('self', 'Money', 'dynamicSearchAdsTargetCpcBid', 'The bid.'),
  ...attributeColumns(
    'self',
    'String',
    'dynamicSearchAdsTargetLandingPageUrl',
    'The landing page.',
  ),
  ...attributeColumns('self', 'Number', 'dynamicSearchAdsTargetCoverage', 'The share of the site.'),
  ...attributeColumns('self', 'String', 'locationTargetName', 'The place.'),
  ...attributeColumns('self', 'String', 'ageTargetAgeRange', 'The age.'),
  ...attributeColumns('self', 'String', 'genderTargetGenderType', 'The gender.'),
  ...attributeColumns(
    'self',
    'String',
    'unclassifiedTargetName unclassifiedTargetType',
    'Any other target.',
  ),
  ...[
    'adGroupTargetId',
    'campaignTargetId',
    'negativeAdGroupTargetId',
    'negativeCampaignTargetId',
  ].map((name) => field(name, 'ID', ['self', 'id'], 'The target.')),
]

const keywords: readonly Entry[] = [
  field('keywordId', 'ID', ['keyword', 'id'], 'The keyword.'),
  ...attributeColumns(
    'keyword',
    'Match type',
    'keywordMatchType',
    'The match type of the keyword.',
  ),
  field('keywordText', 'String', ['keyword', 'name'], 'The text of the keyword.'),
  ...attributeColumns('keyword', 'ID', 'keywordEngineId', 'The id of the keyword at the engine.'),
  ...attributeColumns(
    'keyword',
    'Money',
    'keywordMaxCpc',
    'The bid of the keyword; empty if it has none of its own.',
  ),
  first(
    'effectiveKeywordMaxCpc',
    'Money',
    [
      own('effectiveKeywordMaxCpc'),
      own('keywordMaxCpc'),
      { home: 'adGroup', attribute: 'adGroupSearchMaxCpc' },
    ],
    'The bid in force.',
  ),
  ...attributeColumns(
    'keyword',
    'String',
    'keywordLandingPage keywordClickserverUrl',
    'The landing page, or its tracking URL.',
  ),
  ...attributeColumns(
    'keyword',
    'Boolean',
    'isDisplayKeyword',
    'Whether the keyword represents display traffic.',
  ),
  ...attributeColumns(
    'keyword',
    'Money',
    'keywordMaxBid keywordMinBid',
    'A limit of automatic bids.',
  ),
  ...attributeColumns('keyword', 'String', 'keywordUrlParams', 'The URL parameters.'),
  ...attributeColumns(
    'keyword',
    'String',
    'bingKeywordParam2 bingKeywordParam3',
    'Substitution parameters; for Microsoft accounts.',
  ),
  ...attributeColumns('keyword', 'String list', 'keywordLabels', 'The labels of the keyword.'),
  ...attributeColumns('keyword', 'Integer', 'qualityScoreCurrent', 'The latest quality score.'),
  ...attributeColumns(
    'keyword',
    'Money',
    'topOfPageBidCurrent',
    'The estimated bid for the top of the page.',
  ),
  ...['negativeAdGroupKeyword', 'negativeCampaignKeyword'].flatMap((kind) => [
    field(`${kind}Id`, 'ID', ['self', 'id'], 'The negative keyword.'),
    field(`${kind}Text`, 'String', ['self', 'name'], 'The text of the negative keyword.'),
    ...attributeColumns('self', 'Match type', `${kind}MatchType`, 'The match type.'),
  ]),
]

const ads: readonly Entry[] = [
  field('ad', 'String', ['ad', 'name'], 'The name or text of the ad.'),
  field('adId', 'ID', ['ad', 'id'], 'The ad.'),
  ...attributeColumns('ad', 'ID', 'adEngineId', 'The id of the ad at the engine.'),
  field(
    'isUnattributedAd',
    'Boolean',
    ['ad', 'is_unattributed'],
    'Whether the row is traffic without a known ad.',
  ),
  ...attributeColumns(
    'ad',
    'String',
    'adHeadline adHeadline2 adHeadline3 adDescription1 adDescription2 adDisplayUrl adLandingPage adPathField1 adPathField2',
    'A part of the ad.',
  ),
  ...attributeColumns('ad', 'String', 'adType', 'The kind of ad.'),
  ...attributeColumns('ad', 'String', 'adPromotionLine', 'The promotion of a product ad.'),
  ...attributeColumns('ad', 'String list', 'adLabels', 'The labels of the ad.'),
]

const strategy: readonly Entry[] = [
  field('bidStrategyId', 'ID', ['self', 'id'], 'The bid strategy.'),
  field('bidStrategy', 'String', ['self', 'name'], 'Its name.'),
  ...attributeColumns(
    'self',
    'Bid strategy goal',
    'bidStrategyGoal',
    'The goal of the bid strategy.',
  ),
  ...attributeColumns(
    'self',
    'Boolean',
    'floodlightOptimizationEnabled',
    'Whether the goal is Floodlight activities.',
  ),
  ...attributeColumns('self', 'Number', 'ersTarget roasTarget', 'The target ratio.'),
  ...attributeColumns('self', 'Money', 'cpaTarget', 'The target cost per action.'),
  ...attributeColumns('self', 'Number', 'lowPosition highPosition', 'The target positions.'),
  ...attributeColumns(
    'self',
    'Money',
    'bidStrategyMinBid bidStrategyMaxBid',
    'A limit of the bids.',
  ),
  ...attributeColumns('self', 'Money', 'monthlySpendTarget', 'The target spend.'),
  ...attributeColumns(
    'self',
    'ID list',
    'floodlightActivityTargetIds',
    'The activities of the goal.',
  ),
]

const feedItems: readonly Entry[] = [
  field('feedItemId', 'ID', ['feedItem', 'id'], 'The extension.'),
  field('feedId', 'ID', ['feedItem', 'feed_id'], 'The feed of the extension.'),
  ...attributeColumns('feedItem', 'String', 'feedType', 'Sitelink, location, call or app.'),
  ...attributeColumns(
    'feedItem',
    'String',
    `sitelinkDisplayText sitelinkDescription1 sitelinkDescription2 sitelinkLandingPageUrl
    sitelinkClickserverUrl`,
    'A part of a sitelink.',
  ),
  ...attributeColumns(
    'feedItem',
    'String',
    'locationBusinessName locationCategory locationDetails locationFilter',
    'A part of a location.',
  ),
  ...attributeColumns(
    'feedItem',
    'String',
    'callPhoneNumber callCountryCode callConversionTracker',
    'A part of a call extension.',
  ),
  ...attributeColumns(
    'feedItem',
    'Boolean',
    'callIsTracked callCallOnly',
    'How calls are handled.',
  ),
  ...attributeColumns('feedItem', 'ID', 'callConversionTrackerId', 'The tracker of calls.'),
  ...attributeColumns('feedItem', 'String', 'appId appStore', 'A part of an app extension.'),
]

const products: readonly Entry[] = [
  field('productId', 'String', ['product', 'id'], 'The product.'),
  field('productCountry', 'String', ['product', 'country'], 'The country of its feed.'),
  field('productLanguage', 'String', ['product', 'language'], 'The language of its feed.'),
  ...attributeColumns(
    'product',
    'String',
    `productStoreId productChannel productMpn productColor productSize productMaterial
    productPattern productAvailability productGender productAgeGroup productLandingPageUrl
    productCategory productCategoryLevel1 productCategoryLevel2 productCategoryLevel3
    productCategoryLevel4 productCategoryLevel5 productBrand productGtin productTypeLevel1
    productTypeLevel2 productTypeLevel3 productTypeLevel4 productTypeLevel5 productCondition
    productCustomLabel0 productCustomLabel1 productCustomLabel2 productCustomLabel3
    productCustomLabel4 productChannelExclusivity productItemGroupId productTitle`,
    'A property of the product in the feed.',
  ),
  ...attributeColumns(
    'product',
    'Money',
    'productPrice productSalePrice productCostOfGoodsSold',
    'A price.',
  ),
  field('productGroupId', 'ID', ['productGroup', 'id'], 'The product group.'),
  field('productGroup', 'String', ['productGroup', 'name'], 'The path of the product group.'),
  ...attributeColumns(
    'productGroup',
    'String',
    'productGroupPartitionType',
    'Unit or subdivision.',
  ),
  ...attributeColumns(
    'productGroup',
    'String',
    'productGroupLandingPage productGroupClickserverUrl',
    'The landing page, or its tracking URL.',
  ),
  ...attributeColumns(
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
      { home: 'adGroup', attribute: 'adGroupSearchMaxCpc' },
    ],
    'The bid in force.',
  ),
  field('productTargetId', 'ID', ['productTarget', 'id'], 'The product target.'),
  ...attributeColumns(
    'productTarget',
    'ID',
    'productTargetEngineId',
    'The id of the product target at the engine.',
  ),
  ...attributeColumns(
    'productTarget',
    'String',
    'productTargetFilter productTargetLandingPage productTargetClickserverUrl',
    'A part of the product target.',
  ),
  ...attributeColumns(
    'productTarget',
    'String list',
    'productTargetLabels',
    'The labels of the product target.',
  ),
  ...attributeColumns(
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
      { home: 'adGroup', attribute: 'adGroupSearchMaxCpc' },
    ],
    'The bid in force.',
  ),
]

const floodlight: readonly Entry[] = [
  field('floodlightGroup', 'String', ['activity', 'group_name'], 'The name of the activity group.'),
  field('floodlightGroupId', 'ID', ['activity', 'group_id'], 'The activity group.'),
  ...attributeColumns('activity', 'String', 'floodlightGroupTag', 'The tag of the activity group.'),
  field(
    'floodlightGroupConversionType',
    'Conversion type',
    ['activity', 'type'],
    'What the group counts: Action or Transaction.',
  ),
  ...attributeColumns(
    'activity',
    'ID',
    'floodlightConfigurationId',
    'The configuration at the ad server.',
  ),
  field('floodlightActivity', 'String', ['activity', 'name'], 'The name of the activity.'),
  field('floodlightActivityId', 'ID', ['activity', 'id'], 'The activity.'),
  ...attributeColumns('activity', 'String', 'floodlightActivityTag', 'The tag of the activity.'),
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
  field('conversionQuantity', 'Number', ['conversion', 'quantity'], 'The quantity.'),
  field('conversionDate', 'Date', ['conversion', 'day'], "The date, in the advertiser's zone."),
  field('conversionTimestamp', 'Timestamp', ['conversion', 'at_ms'], 'The time of the conversion.'),
  field(
    'conversionLastModifiedTimestamp',
    'Timestamp',
    ['conversion', 'modified_at'],
    'The time of the last change.',
  ),
  field(
    'conversionAttributionType',
    'String',
    ['conversion', 'attribution'],
    'The attribution of the conversion.',
  ),
  field('conversionVisitId', 'ID', ['conversion', 'visit_id'], 'The visit that it is credited to.'),
  field(
    'conversionVisitTimestamp',
    'Timestamp',
    ['conversion', 'clicked_at'],
    'The time of the visit.',
  ),
  field(
    'conversionVisitExternalClickId',
    'String',
    ['conversion', 'click_id'],
    'The click id of the visit.',
  ),
  field('conversionSearchTerm', 'String', ['conversion', 'search_term'], 'The search term.'),
  field(
    'floodlightOriginalRevenue',
    'Money',
    ['conversion', 'original_revenue'],
    'The revenue before all changes.',
  ),
  ...attributeColumns(
    'visit',
    'String',
    'floodlightEventRequestString floodlightReferrer',
    'A value from the tag.',
  ),
  field('floodlightOrderId', 'String', ['conversion', 'order_id'], 'The number of the order.'),
  field('inventoryAccountId', 'ID', ['product', 'inventory_account_id'], 'The inventory account.'),
  field('visitId', 'ID', ['visit', 'id'], 'The visit.'),
  ...attributeColumns(
    'visit',
    'String',
    'visitSearchQuery visitReferrer visitNetworkType',
    'A property of the visit.',
  ),
  field('visitDate', 'Date', ['visit', 'day'], 'The date, in the zone of the account.'),
  field('visitTimestamp', 'Timestamp', ['visit', 'at_ms'], 'The time of the visit.'),
  field('visitExternalClickId', 'String', ['visit', 'click_id'], 'The click id.'),
  field('deviceSegment', 'Device segment', ['self', 'device'], 'Desktop, Mobile, Tablet or Other.'),
]

const terms: readonly Entry[] = [
  field('searchQuery', 'String', ['term', 'search_query'], 'The search query.'),
  field('serpType', 'SERP type', ['term', 'serp_type'], 'The type of the results page.'),
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

import type { FactName } from '../../warehouse/facts.ts'
import type { MetricSource } from './metrics.ts'

/** The type of a report: what its rows are. */
interface ReportType {
  readonly about: string
  /** The kind of entity, or another kind of row. */
  readonly row: string
  readonly attributes: readonly string[]
  readonly metrics: readonly string[]
  readonly segments: readonly string[]
  /** The columns that identify a row. */
  readonly key: readonly string[]
  /** Whether it lists events, so that it always needs a time range. */
  readonly isOfEvents?: true
  /** The statistics that its metrics come from. */
  readonly statistics?: Partial<Record<MetricSource, FactName>>
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const life = 'status creationTimestamp lastModifiedTimestamp'
const engineLife = 'status engineStatus creationTimestamp lastModifiedTimestamp'
const advertiser = 'agency agencyId advertiser advertiserId'
const account = `${advertiser} account accountId accountEngineId accountType`
const campaign = `${account} campaign campaignId campaignStatus`
const adGroup = `${campaign} adGroup adGroupId adGroupStatus`

const conversions = `dfaActions dfaRevenue dfaTransactions dfaWeightedActions dfaActionsCrossEnv
  dfaRevenueCrossEnv dfaTransactionsCrossEnv dfaWeightedActionsCrossEnv`
const engine = `${conversions} avgCpc avgCpm avgPos clicks cost ctr impr adWordsConversions
  adWordsConversionValue adWordsViewThroughConversions visits`
const averages = 'qualityScoreAvg topOfPageBidAvg'
const sharesOfGroups = `searchImpressionShare searchRankLostImpressionShare displayImpressionShare
  displayRankLostImpressionShare ${averages} absoluteTopImpressionPercentage
  searchAbsoluteTopImpressionShare topImpressionPercentage searchTopImpressionShare
  searchRankLostAbsoluteTopImpressionShare searchRankLostTopImpressionShare`
const shares = `${sharesOfGroups} searchBudgetLostImpressionShare displayBudgetLostImpressionShare
  searchBudgetLostAbsoluteTopImpressionShare searchBudgetLostTopImpressionShare`
const feed = 'clicksWithFeedItemShowing costWithFeedItemShowing'

const dates = `date monthStart monthEnd quarterStart quarterEnd weekStart weekEnd yearStart yearEnd`
const floodlight = `floodlightGroup floodlightGroupId floodlightGroupTag floodlightActivity
  floodlightActivityId floodlightActivityTag`
const usual = `${dates} deviceSegment ${floodlight}`
const sitelinks = `sitelinkDisplayText sitelinkDescription1 sitelinkDescription2
  sitelinkLandingPageUrl sitelinkClickserverUrl locationBusinessName locationCategory
  locationDetails`
const calls = `callPhoneNumber callCountryCode callIsTracked callCallOnly callConversionTracker
  callConversionTrackerId appId appStore feedItemId feedId`
const feedItem = `${sitelinks} locationFilter ${calls} feedType`

const strategy = 'effectiveBidStrategyId effectiveBidStrategy bidStrategyInherited'
const targets = `deviceTargets effectiveDeviceTargets countryTargets provinceTargets metroTargets
  cityTargets effectiveCountryTargets effectiveProvinceTargets effectiveMetroTargets
  effectiveCityTargets effectiveLabels`
const adText = `ad adId isUnattributedAd adHeadline adHeadline2 adHeadline3 adDescription1
  adDescription2 adDisplayUrl adLandingPage adType adPromotionLine`
const product = `productId productCountry productLanguage productMpn productColor productSize
  productMaterial productPattern productAvailability productGender productAgeGroup
  productLandingPageUrl productCategory productCategoryLevel1 productCategoryLevel2
  productCategoryLevel3 productCategoryLevel4 productCategoryLevel5 productBrand productGtin
  productPrice productSalePrice productTypeLevel1 productTypeLevel2 productTypeLevel3
  productTypeLevel4 productTypeLevel5 productCondition productCustomLabel0 productCustomLabel1
  productCustomLabel2 productCustomLabel3 productCustomLabel4 productCostOfGoodsSold
  productStoreId productChannel productChannelExclusivity productItemGroupId productTitle`
const credited = `${adGroup} keywordId keywordMatchType keywordText productTargetId productGroupId
  ad adId isUnattributedAd inventoryAccountId productId productCountry productLanguage
  productStoreId productChannel`

const byKeyword = {
  engine: 'dailyStatistics',
  shares: 'shareStatistics',
  feed: 'feedItemStatistics',
} as const

interface Lists {
  readonly about: string
  readonly row: string
  readonly attributes: string
  readonly metrics?: string
  readonly segments?: string
  readonly key: string
  readonly isOfEvents?: true
  readonly statistics?: NonNullable<ReportType['statistics']>
}

const type = ({ attributes, metrics = '', segments = '', key, ...facts }: Lists): ReportType => ({
  ...facts,
  attributes: words(attributes),
  metrics: metrics === '' ? [] : words(metrics),
  segments: segments === '' ? [] : words(segments),
  key: words(key),
})

/** All report types, with their columns. */
const reportTypes = {
  account: type({
    about: 'Engine accounts.',
    row: 'account',
    attributes: `${life} ${account} accountCurrencyCode accountTimeZone`,
    metrics: `${engine} ${shares}`,
    segments: usual,
    key: 'accountId',
    statistics: byKeyword,
  }),
  ad: type({
    about: 'Ads, and metrics without a known ad.',
    row: 'ad',
    attributes: `${engineLife} ${adGroup} ${adText} adEngineId adLabels adPathField1 adPathField2
      effectiveLabels`,
    metrics: engine,
    segments: usual,
    key: 'adGroupId adId',
    statistics: byKeyword,
  }),
  adGroup: type({
    about: 'Ad groups.',
    row: 'adGroup',
    attributes: `${engineLife} ${adGroup} adRotation adGroupEngineId adGroupStartDate
      adGroupEndDate adGroupSearchMaxCpc adGroupBroadMaxCpc adGroupExactMaxCpc
      adGroupPhraseMaxCpc adGroupContentMaxCpc adGroupMobileBidAdjustment
      adGroupTabletBidAdjustment adGroupDesktopBidAdjustment adGroupType bingAdsLanguage
      bingAdsAdDistributions adGroupLabels ${strategy} ${targets} engineRemarketingListTargetAll`,
    metrics: `${feed} ${engine} ${sharesOfGroups}`,
    segments: `${usual} ${feedItem}`,
    key: 'adGroupId',
    statistics: byKeyword,
  }),
  adGroupTarget: type({
    about: 'Audiences, places, pages and others that ad groups target.',
    row: 'adGroupTarget',
    attributes: `${life} ${adGroup} engineRemarketingList engineRemarketingListBidModifier
      dynamicSearchAdsTargetConditions dynamicSearchAdsTargetCpcBid
      dynamicSearchAdsTargetLandingPageUrl dynamicSearchAdsTargetCoverage locationTargetName
      locationTargetBidModifier ageTargetAgeRange ageTargetBidModifier genderTargetGenderType
      genderTargetBidModifier unclassifiedTargetName unclassifiedTargetType adGroupTargetId`,
    metrics: engine,
    segments: usual,
    key: 'adGroupTargetId',
    statistics: byKeyword,
  }),
  advertiser: type({
    about: 'Advertisers.',
    row: 'advertiser',
    attributes: `${life} ${advertiser} dfaAdvertiserId dfaNetworkId dfaNetworkTimeZone
      advertiserCurrencyCode googleAnalyticsTimeZone`,
    metrics: `${engine} ${shares}`,
    segments: usual,
    key: 'agencyId advertiserId',
    statistics: byKeyword,
  }),
  bidStrategy: type({
    about: 'Bid strategies.',
    row: 'bidStrategy',
    attributes: `${life} ${advertiser} bidStrategyId bidStrategy bidStrategyGoal
      floodlightOptimizationEnabled ersTarget cpaTarget roasTarget lowPosition highPosition
      bidStrategyMinBid bidStrategyMaxBid monthlySpendTarget floodlightActivityTargetIds`,
    metrics: engine,
    segments: dates,
    key: 'bidStrategyId',
    statistics: byKeyword,
  }),
  campaign: type({
    about: 'Campaigns.',
    row: 'campaign',
    attributes: `${engineLife} ${campaign} campaignEngineId campaignStartDate campaignEndDate
      bingAdsBudgetType dailyBudget monthlyBudget deliveryMethod adWordsBidStrategy
      yahooJapanBidStrategy keywordNearMatchEnabled campaignMobileBidAdjustment
      campaignTabletBidAdjustment campaignDesktopBidAdjustment networkTarget yahooGeoTargets
      campaignLabels campaignType ${strategy} ${targets} languageTargets excludedCountryTargets
      excludedProvinceTargets excludedMetroTargets excludedCityTargets`,
    metrics: `${feed} ${engine} ${shares}`,
    segments: `${usual} ${feedItem}`,
    key: 'campaignId',
    statistics: byKeyword,
  }),
  campaignTarget: type({
    about: 'Audiences and places that campaigns target.',
    row: 'campaignTarget',
    attributes: `${life} ${campaign} engineRemarketingList engineRemarketingListBidModifier
      locationTargetName locationTargetBidModifier campaignTargetId`,
    metrics: engine,
    segments: usual,
    key: 'campaignTargetId',
    statistics: byKeyword,
  }),
  conversion: type({
    about: 'Single conversions.',
    row: 'conversion',
    attributes: `status deviceSegment ${floodlight} floodlightGroupConversionType ${credited}
      conversionId advertiserConversionId conversionType conversionRevenue conversionQuantity
      conversionDate conversionTimestamp conversionLastModifiedTimestamp
      conversionAttributionType conversionVisitId conversionVisitTimestamp
      conversionVisitExternalClickId conversionSearchTerm floodlightOriginalRevenue
      floodlightEventRequestString floodlightReferrer floodlightOrderId feedItemId feedId
      feedType`,
    key: 'conversionId',
    isOfEvents: true,
  }),
  feedItem: type({
    about: 'Extensions of ads.',
    row: 'feedItem',
    attributes: `${engineLife} ${account} ${sitelinks} ${calls}`,
    metrics: `${feed} ${engine}`,
    segments: `${dates} ${floodlight}`,
    key: 'feedItemId feedId',
    statistics: { engine: 'feedItemStatistics', feed: 'feedItemStatistics' },
  }),
  floodlightActivity: type({
    about: 'Floodlight activities.',
    row: 'activity',
    attributes: `${life} ${floodlight} floodlightGroupConversionType floodlightConfigurationId
      ${advertiser}`,
    key: 'floodlightActivityId',
  }),
  keyword: type({
    about: 'Keywords.',
    row: 'keyword',
    attributes: `${engineLife} ${adGroup} keywordId keywordMatchType keywordText keywordEngineId
      keywordMaxCpc effectiveKeywordMaxCpc keywordLandingPage keywordClickserverUrl
      isDisplayKeyword keywordMaxBid keywordMinBid keywordUrlParams bingKeywordParam2
      bingKeywordParam3 keywordLabels qualityScoreCurrent topOfPageBidCurrent ${strategy}
      effectiveLabels`,
    metrics: `${engine} ${averages}`,
    segments: `${usual} ${adText}`,
    key: 'keywordId',
    statistics: byKeyword,
  }),
  negativeAdGroupKeyword: type({
    about: 'Negative keywords of ad groups.',
    row: 'negativeAdGroupKeyword',
    attributes: `${engineLife} ${adGroup} negativeAdGroupKeywordId negativeAdGroupKeywordText
      negativeAdGroupKeywordMatchType`,
    key: 'negativeAdGroupKeywordId',
  }),
  negativeAdGroupTarget: type({
    about: 'Negative targets of ad groups.',
    row: 'negativeAdGroupTarget',
    attributes: `${life} ${adGroup} engineRemarketingList dynamicSearchAdsTargetConditions
      locationTargetName ageTargetAgeRange genderTargetGenderType negativeAdGroupTargetId`,
    key: 'negativeAdGroupTargetId',
  }),
  negativeCampaignKeyword: type({
    about: 'Negative keywords of campaigns.',
    row: 'negativeCampaignKeyword',
    attributes: `${engineLife} ${campaign} negativeCampaignKeywordId negativeCampaignKeywordText
      negativeCampaignKeywordMatchType`,
    key: 'negativeCampaignKeywordId',
  }),
  negativeCampaignTarget: type({
    about: 'Negative targets of campaigns.',
    row: 'negativeCampaignTarget',
    attributes: `${life} ${campaign} engineRemarketingList dynamicSearchAdsTargetConditions
      locationTargetName ageTargetAgeRange genderTargetGenderType negativeCampaignTargetId`,
    key: 'negativeCampaignTargetId',
  }),
  paidAndOrganic: type({
    about: 'Search terms, paid and organic.',
    row: 'term',
    attributes: `${account} searchQuery serpType`,
    metrics: `paidClicks organicClicks paidAndOrganicClicks paidImpressions organicQueries
      paidAndOrganicQueries paidCtr organicCtr paidAndOrganicCtr paidAvgPos organicAvgPos
      paidCostPerClick`,
    segments: `${dates} campaign campaignId adGroup adGroupId keywordId keywordMatchType
      keywordText`,
    key: 'accountId searchQuery serpType',
    statistics: { terms: 'searchTermStatistics' },
  }),
  productAdvertised: type({
    about: 'Products that were shown in ads.',
    row: 'product',
    attributes: `${life} ${advertiser} ${product}`,
    metrics: engine,
    segments: `${usual} accountId campaignId adGroupId`,
    key: 'productId productCountry productLanguage',
    statistics: { engine: 'productStatistics' },
  }),
  productGroup: type({
    about: 'Product groups.',
    row: 'productGroup',
    attributes: `${engineLife} ${adGroup} productGroupId productGroup productGroupPartitionType
      productGroupLandingPage productGroupClickserverUrl productGroupMaxCpc
      effectiveProductGroupMaxCpc productGroupMaxBid productGroupMinBid ${strategy}
      effectiveLabels`,
    metrics: engine,
    segments: `${dates} deviceSegment`,
    key: 'productGroupId',
    statistics: byKeyword,
  }),
  productLeadAndCrossSell: type({
    about: 'Sold products, with the clicks before the sale.',
    row: 'product',
    attributes: `${advertiser} ${product}`,
    metrics: `${conversions} crossSellAverageUnitPrice crossSellCostOfGoodsSold
      crossSellGrossFromUnitsSold crossSellGrossProfitMargin crossSellRevenueFromUnitsSold
      crossSellUnitsSold leadAverageUnitPrice leadCostOfGoodsSold leadGrossProfitFromUnitsSold
      leadGrossProfitMargin leadRevenueFromUnitsSold leadUnitsSold productUnitsSold
      productRevenueFromUnitsSold productAverageUnitPrice`,
    segments: `${usual} accountId campaignId adGroupId`,
    key: 'productId productCountry productLanguage',
    isOfEvents: true,
    statistics: { sales: 'productSales' },
  }),
  productTarget: type({
    about: 'Product targets.',
    row: 'productTarget',
    attributes: `${engineLife} ${adGroup} productTargetId productTargetFilter
      productTargetEngineId productTargetLandingPage productTargetClickserverUrl
      productTargetLabels productTargetMaxCpc effectiveProductTargetMaxCpc productTargetMaxBid
      productTargetMinBid ${strategy} effectiveLabels`,
    metrics: engine,
    segments: usual,
    key: 'productTargetId',
    statistics: byKeyword,
  }),
  visit: type({
    about: 'Single visits.',
    row: 'visit',
    attributes: `status deviceSegment ${credited} visitId visitSearchQuery visitDate
      visitTimestamp visitNetworkType visitReferrer visitExternalClickId feedItemId feedId
      feedType`,
    key: 'visitId',
    isOfEvents: true,
  }),
} as const satisfies Record<string, ReportType>

export type ReportTypeName = keyof typeof reportTypes

export const reportTypeNames = Object.keys(reportTypes) as ReportTypeName[]

export const reportType = (name: ReportTypeName): ReportType => reportTypes[name]

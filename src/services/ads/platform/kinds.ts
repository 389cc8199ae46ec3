/** The formats of values in platform records. */
export type ColumnForm =
  | 'id'
  | 'customerId'
  | 'text'
  | 'status'
  | 'currency'
  | 'timeZone'
  | 'conversionDates'
  | 'time'
  | 'date'
  | 'activityType'
  | 'variableKind'
  | 'weight'
  | 'rate'
  | 'device'
  | 'country'
  | 'language'
  | 'productId'

export interface Column {
  readonly name: string
  readonly form: ColumnForm
  readonly about: string
  readonly isRequired?: true
  /** Whether it is stored among the attributes, by name. */
  readonly isAttribute?: true
}

interface Kind {
  readonly about: string
  readonly columns: readonly Column[]
}

const requiredColumn = (name: string, form: ColumnForm, about: string): Column => ({
  name,
  form,
  about,
  isRequired: true,
})

const optional = (name: string, form: ColumnForm, about: string): Column => ({ name, form, about })

const attribute = (name: string, form: ColumnForm, about: string): Column => ({
  name,
  form,
  about,
  isAttribute: true,
})

const life = [
  optional(
    'status',
    'status',
    'Active, Paused or Removed; Active unless another one was imported before',
  ),
  optional('created', 'time', 'when it was made'),
  optional('modified', 'time', 'when it was last changed'),
]

const advertiserId = requiredColumn('advertiserId', 'id', 'the advertiser')
const accountId = requiredColumn('accountId', 'id', 'the engine account')
const campaignId = requiredColumn('campaignId', 'id', 'the campaign')
const adGroupId = requiredColumn('adGroupId', 'id', 'the ad group')
const newId = optional('newId', 'id', 'its id of the new experience')

const name = (about: string) => requiredColumn('name', 'text', about)

const effectiveBidStrategyId = (above?: string) =>
  attribute(
    'effectiveBidStrategyId',
    'id',
    above === undefined
      ? 'its bid strategy'
      : `its bid strategy; that of its ${above} if it is left out`,
  )

/** The columns that all kinds within an ad group share. */
const ofAdGroup = (idColumn: string, about: string, nameAbout = 'its name') => [
  advertiserId,
  adGroupId,
  requiredColumn(idColumn, 'id', about),
  name(nameAbout),
  newId,
  ...life,
]

const ofCampaign = (idColumn: string, about: string, nameAbout = 'its name') => [
  advertiserId,
  campaignId,
  requiredColumn(idColumn, 'id', about),
  name(nameAbout),
  newId,
  ...life,
]

const product = [
  requiredColumn('productId', 'productId', 'the product, as its feed names it'),
  requiredColumn('productCountry', 'country', 'the country of its feed'),
  requiredColumn('productLanguage', 'language', 'the language of its feed'),
]

/**
 * The kinds of records that a platform provides, parents first. Columns that are not listed are stored
 * unchanged as attributes: by their names in reports, money as a decimal in the currency of the account, and
 * lists with semicolons between their members.
 */
export const kinds = {
  agency: {
    about: 'Those who manage advertisers.',
    columns: [
      requiredColumn('agencyId', 'id', 'the agency'),
      requiredColumn('name', 'text', 'its name'),
      optional('customerId', 'customerId', 'its id of the new experience, as a manager'),
      optional('currency', 'currency', 'its currency'),
      optional('timeZone', 'timeZone', 'its time zone'),
      ...life,
    ],
  },
  advertiser: {
    about: 'Those who advertise.',
    columns: [
      requiredColumn('agencyId', 'id', 'the agency'),
      advertiserId,
      requiredColumn('name', 'text', 'its name'),
      requiredColumn('currency', 'currency', 'the currency of its reports'),
      requiredColumn('timeZone', 'timeZone', 'the zone in which its conversions have their dates'),
      optional(
        'conversionDates',
        'conversionDates',
        '`account` gives conversions their dates in the zone of their account; `advertiser` as above',
      ),
      optional('customerId', 'customerId', 'its id of the new experience, as a sub-manager'),
      ...life,
    ],
  },
  account: {
    about: 'Accounts with a search engine.',
    columns: [
      advertiserId,
      accountId,
      requiredColumn('name', 'text', 'its name'),
      requiredColumn('currency', 'currency', 'its currency'),
      requiredColumn('timeZone', 'timeZone', 'its time zone'),
      optional('customerId', 'customerId', 'its id of the new experience'),
      ...life,
    ],
  },
  campaign: {
    about: 'Campaigns of an account.',
    columns: [
      advertiserId,
      accountId,
      campaignId,
      requiredColumn('name', 'text', 'its name'),
      newId,
      effectiveBidStrategyId(),
      ...life,
    ],
  },
  adGroup: {
    about: 'Ad groups of a campaign.',
    columns: [
      advertiserId,
      campaignId,
      adGroupId,
      requiredColumn('name', 'text', 'its name'),
      newId,
      effectiveBidStrategyId('campaign'),
      ...life,
    ],
  },
  keyword: {
    about: 'Keywords of an ad group, or of a campaign as a whole.',
    columns: [
      advertiserId,
      campaignId,
      optional('adGroupId', 'id', 'the ad group'),
      requiredColumn('keywordId', 'id', 'the keyword'),
      requiredColumn('name', 'text', 'its text'),
      newId,
      effectiveBidStrategyId('ad group or campaign'),
      ...life,
    ],
  },
  ad: {
    about: 'Ads of an ad group.',
    columns: ofAdGroup('adId', 'the ad', 'its headline'),
  },
  productGroup: {
    about: 'Product groups of an ad group.',
    columns: [
      ...ofAdGroup('productGroupId', 'the product group'),
      effectiveBidStrategyId('ad group or campaign'),
    ],
  },
  productTarget: {
    about: 'Product targets of an ad group.',
    columns: [
      ...ofAdGroup('productTargetId', 'the product target'),
      effectiveBidStrategyId('ad group or campaign'),
    ],
  },
  adGroupTarget: {
    about: 'Targets of an ad group: audiences, pages, places, ages and more.',
    columns: ofAdGroup('adGroupTargetId', 'the target'),
  },
  campaignTarget: {
    about: 'Targets of a campaign: audiences and places.',
    columns: ofCampaign('campaignTargetId', 'the target'),
  },
  negativeAdGroupKeyword: {
    about: 'Words for which an ad group does not show.',
    columns: ofAdGroup('negativeAdGroupKeywordId', 'the negative keyword', 'its text'),
  },
  negativeCampaignKeyword: {
    about: 'Words for which a campaign does not show.',
    columns: ofCampaign('negativeCampaignKeywordId', 'the negative keyword', 'its text'),
  },
  negativeAdGroupTarget: {
    about: 'Negative targets of an ad group.',
    columns: ofAdGroup('negativeAdGroupTargetId', 'the target'),
  },
  negativeCampaignTarget: {
    about: 'Negative targets of a campaign.',
    columns: ofCampaign('negativeCampaignTargetId', 'the target'),
  },
  feedItem: {
    about: 'Extensions of an account: site links, places, calls and apps.',
    columns: [
      advertiserId,
      accountId,
      requiredColumn('feedItemId', 'id', 'the extension'),
      name('its text'),
      { ...attribute('feedId', 'id', 'its feed'), isRequired: true },
      attribute('feedType', 'text', 'sitelink, location, call or app'),
      newId,
      ...life,
    ],
  },
  product: {
    about: 'Products of an advertiser, as a feed has them.',
    columns: [advertiserId, ...product, name('its title'), ...life],
  },
  label: {
    about: 'Labels of an advertiser.',
    columns: [
      advertiserId,
      requiredColumn('labelId', 'id', 'the label'),
      requiredColumn('name', 'text', 'its text'),
      newId,
      ...life,
    ],
  },
  bidStrategy: {
    about: 'Bid strategies of an advertiser.',
    columns: [
      advertiserId,
      requiredColumn('bidStrategyId', 'id', 'the bid strategy'),
      requiredColumn('name', 'text', 'its name'),
      newId,
      ...life,
    ],
  },
  activity: {
    about: 'Floodlight activities, which define conversions.',
    columns: [
      advertiserId,
      requiredColumn('activityId', 'id', 'the activity'),
      requiredColumn('name', 'text', 'its name; uploads have to use exactly this name'),
      requiredColumn('groupId', 'id', 'its group'),
      requiredColumn('groupName', 'text', "its group's name"),
      requiredColumn('type', 'activityType', 'what its group counts: Action or Transaction'),
      optional('weight', 'weight', 'how much one counts; 1 if it is left out'),
      attribute('floodlightGroupTag', 'text', "its group's tag"),
      attribute('floodlightActivityTag', 'text', 'its tag'),
      attribute('floodlightConfigurationId', 'id', 'the configuration that it belongs to'),
      optional('status', 'status', 'Active or Removed'),
      optional('created', 'time', 'when it was made'),
      optional('modified', 'time', 'when it was last changed'),
    ],
  },
  customVariable: {
    about: 'Metrics and dimensions that an advertiser has set up.',
    columns: [
      advertiserId,
      requiredColumn('kind', 'variableKind', 'metric or dimension'),
      requiredColumn('name', 'text', 'its name'),
    ],
  },
  savedColumn: {
    about: 'Columns that an advertiser has defined by a formula.',
    columns: [
      advertiserId,
      requiredColumn('name', 'text', 'its name'),
      requiredColumn('formula', 'text', 'how it follows from other columns'),
    ],
  },
  visit: {
    about: 'Clicks, which conversions are credited to.',
    columns: [
      advertiserId,
      requiredColumn('clickId', 'text', 'the id that the landing page was given'),
      requiredColumn('time', 'time', 'when the click was'),
      accountId,
      campaignId,
      optional('adGroupId', 'id', 'the ad group'),
      optional('keywordId', 'id', 'the keyword'),
      optional('adId', 'id', 'the ad'),
      optional('productGroupId', 'id', 'the product group'),
      optional('device', 'device', 'Desktop, Mobile, Tablet or Other'),
      attribute('visitId', 'id', 'its id; made from the click id if it is left out'),
      attribute('visitSearchQuery', 'text', 'what was searched for'),
      attribute('visitReferrer', 'text', 'the page that it came from'),
      attribute('visitNetworkType', 'text', 'the network that the ad was on'),
      attribute('productTargetId', 'id', 'the product target'),
      attribute('inventoryAccountId', 'id', 'the account of the product feed'),
      attribute('productId', 'productId', 'the product whose ad it was'),
      attribute('productCountry', 'country', 'the country of its feed'),
      attribute('productLanguage', 'language', 'the language of its feed'),
      attribute('productStoreId', 'text', 'the store'),
      attribute('productChannel', 'text', 'online or local'),
      attribute('feedItemId', 'id', 'the extension'),
      attribute('feedId', 'id', 'its feed'),
      attribute('feedType', 'text', 'sitelink, location, call or app'),
    ],
  },
  currencyRate: {
    about: 'Exchange rates of the US dollar.',
    columns: [
      requiredColumn('currency', 'currency', 'the currency'),
      requiredColumn('date', 'date', 'the day'),
      requiredColumn('perDollar', 'rate', 'the price of a US dollar in this currency'),
    ],
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

export const kindNames = Object.keys(kinds) as KindName[]

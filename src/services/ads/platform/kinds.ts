/** The forms that a value of a platform's record can have. */
export type ColumnForm =
  | 'id'
  | 'customerId'
  | 'text'
  | 'status'
  | 'currency'
  | 'timeZone'
  | 'time'
  | 'date'
  | 'activityType'
  | 'variableKind'
  | 'weight'
  | 'rate'

export interface Column {
  readonly name: string
  readonly form: ColumnForm
  readonly about: string
  readonly isRequired?: true
}

export interface Kind {
  readonly about: string
  readonly columns: readonly Column[]
}

const required = (name: string, form: ColumnForm, about: string): Column => ({
  name,
  form,
  about,
  isRequired: true,
})

const optional = (name: string, form: ColumnForm, about: string): Column => ({ name, form, about })

const life = [
  optional('status', 'status', 'Active, Paused or Removed; Active if it is left out'),
  optional('created', 'time', 'when it was made'),
  optional('modified', 'time', 'when it was last changed'),
]

const advertiserId = required('advertiserId', 'id', 'the advertiser')
const accountId = required('accountId', 'id', 'the engine account')
const campaignId = required('campaignId', 'id', 'the campaign')
const adGroupId = required('adGroupId', 'id', 'the ad group')
const newId = optional('newId', 'id', 'its id of the new experience')

/**
 * What a platform tells, kind by kind, in the order in which one kind rests on another. Columns that
 * are not listed are kept as they are, as attributes.
 */
export const kinds = {
  agency: {
    about: 'Those who manage advertisers.',
    columns: [
      required('agencyId', 'id', 'the agency'),
      required('name', 'text', 'its name'),
      optional('customerId', 'customerId', 'its id of the new experience, as a manager'),
      optional('currency', 'currency', 'its currency'),
      optional('timeZone', 'timeZone', 'its time zone'),
      ...life,
    ],
  },
  advertiser: {
    about: 'Those who advertise.',
    columns: [
      required('agencyId', 'id', 'the agency'),
      advertiserId,
      required('name', 'text', 'its name'),
      required('currency', 'currency', 'the currency of its reports'),
      required('timeZone', 'timeZone', 'the zone in which its conversions have their dates'),
      optional('customerId', 'customerId', 'its id of the new experience, as a sub-manager'),
      ...life,
    ],
  },
  account: {
    about: 'Accounts with a search engine.',
    columns: [
      advertiserId,
      accountId,
      required('name', 'text', 'its name'),
      required('currency', 'currency', 'its currency'),
      required('timeZone', 'timeZone', 'its time zone'),
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
      required('name', 'text', 'its name'),
      newId,
      ...life,
    ],
  },
  adGroup: {
    about: 'Ad groups of a campaign.',
    columns: [
      advertiserId,
      campaignId,
      adGroupId,
      required('name', 'text', 'its name'),
      newId,
      ...life,
    ],
  },
  keyword: {
    about: 'Keywords of an ad group, or of a campaign as a whole.',
    columns: [
      advertiserId,
      campaignId,
      optional('adGroupId', 'id', 'the ad group'),
      required('keywordId', 'id', 'the keyword'),
      required('name', 'text', 'its text'),
      newId,
      ...life,
    ],
  },
  ad: {
    about: 'Ads of an ad group.',
    columns: [
      advertiserId,
      adGroupId,
      required('adId', 'id', 'the ad'),
      required('name', 'text', 'its headline'),
      newId,
      ...life,
    ],
  },
  productGroup: {
    about: 'Product groups of an ad group.',
    columns: [
      advertiserId,
      adGroupId,
      required('productGroupId', 'id', 'the product group'),
      required('name', 'text', 'its name'),
      newId,
      ...life,
    ],
  },
  label: {
    about: 'Labels of an advertiser.',
    columns: [
      advertiserId,
      required('labelId', 'id', 'the label'),
      required('name', 'text', 'its text'),
      newId,
      ...life,
    ],
  },
  bidStrategy: {
    about: 'Bid strategies of an advertiser.',
    columns: [
      advertiserId,
      required('bidStrategyId', 'id', 'the bid strategy'),
      required('name', 'text', 'its name'),
      newId,
      ...life,
    ],
  },
  activity: {
    about: 'Floodlight activities: what counts as a conversion.',
    columns: [
      advertiserId,
      required('activityId', 'id', 'the activity'),
      required('name', 'text', 'its name, which uploads name letter by letter'),
      required('groupId', 'id', 'its group'),
      required('groupName', 'text', "its group's name"),
      required('type', 'activityType', 'what its group counts: Action or Transaction'),
      optional('weight', 'weight', 'how much one counts; 1 if it is left out'),
      optional('status', 'status', 'Active or Removed'),
    ],
  },
  customVariable: {
    about: 'Metrics and dimensions that an advertiser has set up.',
    columns: [
      advertiserId,
      required('kind', 'variableKind', 'metric or dimension'),
      required('name', 'text', 'its name'),
    ],
  },
  savedColumn: {
    about: 'Columns that an advertiser has defined by a formula.',
    columns: [
      advertiserId,
      required('name', 'text', 'its name'),
      required('formula', 'text', 'how it follows from other columns'),
    ],
  },
  visit: {
    about: 'Clicks, which conversions are credited to.',
    columns: [
      advertiserId,
      required('clickId', 'text', 'the id that the landing page was given'),
      required('time', 'time', 'when the click was'),
      accountId,
      campaignId,
      optional('adGroupId', 'id', 'the ad group'),
      optional('keywordId', 'id', 'the keyword'),
      optional('adId', 'id', 'the ad'),
      optional('productGroupId', 'id', 'the product group'),
      optional('device', 'text', 'Desktop, Mobile, Tablet or Other'),
    ],
  },
  currencyRate: {
    about: 'What a US dollar was worth.',
    columns: [
      required('currency', 'currency', 'the currency'),
      required('date', 'date', 'the day'),
      required('perDollar', 'rate', 'how much of it a dollar was'),
    ],
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

export const kindNames = Object.keys(kinds) as KindName[]

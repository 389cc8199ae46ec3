import {
  type Column,
  date,
  integer,
  onCoordinator,
  type Table,
  table,
  text as textColumn,
} from '#/storage/sql/table.ts'

/** The type of a key of a fact. An id is a 64-bit integer; 0 or an empty string means none. */
export type KeyForm = 'id' | 'text' | 'date' | 'device' | 'criterionKind'

/** The type of a measure, always stored as an integer that can be summed. */
type MeasureForm =
  /** A count. */
  | 'count'
  /** An amount in millionths of the account's currency. */
  | 'money'
  /** A number in millionths. */
  | 'number'

interface FactKey {
  readonly name: string
  readonly form: KeyForm
  readonly about: string
  readonly isRequired?: true
}

interface FactMeasure {
  readonly name: string
  readonly form: MeasureForm
  readonly about: string
}

/** Daily statistics: one row per combination of keys, which a later row replaces. */
export interface Fact {
  readonly about: string
  readonly keys: readonly FactKey[]
  readonly measures: readonly FactMeasure[]
}

const id = (name: string, about: string): FactKey => ({ name, form: 'id', about })
const text = (name: string, about: string): FactKey => ({ name, form: 'text', about })
const requiredKey = (key: FactKey): FactKey => ({ ...key, isRequired: true })
const count = (name: string, about: string): FactMeasure => ({ name, form: 'count', about })
const money = (name: string, about: string): FactMeasure => ({ name, form: 'money', about })
const number = (name: string, about: string): FactMeasure => ({ name, form: 'number', about })

const day = requiredKey({
  name: 'date',
  form: 'date',
  about: 'the day, in the zone of the account',
})
const device: FactKey = {
  name: 'device',
  form: 'device',
  about: 'Desktop, Mobile, Tablet or Other',
}
const advertiser = requiredKey(id('advertiserId', 'the advertiser'))
const account = requiredKey(id('accountId', 'the engine account'))
const campaign = id('campaignId', 'the campaign')
const adGroup = id('adGroupId', 'the ad group')

const engineMeasures: readonly FactMeasure[] = [
  count('impr', 'impressions'),
  count('clicks', 'clicks'),
  money('cost', 'what they cost'),
  number('position', 'the positions of all impressions, summed'),
  number('adWordsConversions', "the engine's conversions"),
  number('adWordsConversionValue', "the value of the engine's conversions"),
  count('adWordsViewThroughConversions', "the engine's view-through conversions"),
  count('visits', 'landings'),
]

/** The facts of reports, besides entities, visits and conversions. */
export const facts = {
  dailyStatistics: {
    about: 'Metrics of the engines by day.',
    keys: [
      day,
      advertiser,
      account,
      requiredKey(campaign),
      adGroup,
      {
        name: 'criterionKind',
        form: 'criterionKind',
        about:
          'the matched type: keyword, productGroup, productTarget, adGroupTarget or campaignTarget',
      },
      id('criterionId', 'its id'),
      id('adId', 'the ad; none in the bucket of what no ad is known for'),
      device,
    ],
    measures: engineMeasures,
  },
  shareStatistics: {
    about: 'Shares of impressions, quality and bid estimates, by day.',
    keys: [
      day,
      advertiser,
      account,
      campaign,
      adGroup,
      id('keywordId', 'the keyword, where it is known by keyword'),
    ],
    measures: [
      count('impr', 'impressions'),
      count('searchImpr', 'impressions on search'),
      count('searchEligibleImpr', 'impressions on search that could have been'),
      count('searchBudgetLostImpr', 'of these, lost for the budget'),
      count('searchRankLostImpr', 'of these, lost for the rank'),
      count('displayImpr', 'impressions on display'),
      count('displayEligibleImpr', 'impressions on display that could have been'),
      count('displayBudgetLostImpr', 'of these, lost for the budget'),
      count('displayRankLostImpr', 'of these, lost for the rank'),
      count('topImpr', 'impressions on search above the results'),
      count('absoluteTopImpr', 'impressions on search in the first place'),
      count('searchEligibleTopImpr', 'impressions above the results that could have been'),
      count('searchBudgetLostTopImpr', 'of these, lost for the budget'),
      count('searchRankLostTopImpr', 'of these, lost for the rank'),
      count('searchEligibleAbsoluteTopImpr', 'impressions in the first place that could have been'),
      count('searchBudgetLostAbsoluteTopImpr', 'of these, lost for the budget'),
      count('searchRankLostAbsoluteTopImpr', 'of these, lost for the rank'),
      number('qualityScore', 'the quality scores of all impressions, summed'),
      count('qualityScoreImpr', 'the impressions with a quality score'),
      money('topOfPageBid', 'the estimated bids for the top of the page, summed'),
      count('topOfPageBids', 'how many estimates that were'),
    ],
  },
  feedItemStatistics: {
    about: 'Metrics of extensions by day.',
    keys: [
      day,
      advertiser,
      account,
      campaign,
      adGroup,
      requiredKey(id('feedItemId', 'the extension')),
      id('feedId', 'its feed'),
    ],
    measures: [
      ...engineMeasures,
      count('clicksWithFeedItemShowing', 'clicks while it showed'),
      money('costWithFeedItemShowing', 'what these cost'),
    ],
  },
  productStatistics: {
    about: 'Metrics of advertised products by day.',
    keys: [
      day,
      advertiser,
      account,
      campaign,
      adGroup,
      requiredKey(text('productId', 'the product')),
      requiredKey(text('productCountry', 'the country of its feed')),
      requiredKey(text('productLanguage', 'the language of its feed')),
      device,
    ],
    measures: engineMeasures,
  },
  searchTermStatistics: {
    about: 'Search terms, paid and organic, by day.',
    keys: [
      day,
      advertiser,
      account,
      campaign,
      adGroup,
      id('keywordId', 'the keyword'),
      requiredKey(text('searchQuery', 'what was typed')),
      text('serpType', 'which kinds of results were shown'),
    ],
    measures: [
      count('paidClicks', 'clicks on ads'),
      count('organicClicks', 'clicks on results'),
      count('paidAndOrganicClicks', 'clicks on either'),
      count('paidImpressions', 'impressions of ads'),
      count('organicQueries', 'searches with results of the site'),
      count('paidAndOrganicQueries', 'searches with either'),
      number('paidPosition', 'the positions of paid impressions, summed'),
      number('organicPosition', 'the positions of organic results, summed'),
      money('paidCost', 'what the clicks on ads cost'),
    ],
  },
  productSales: {
    about: 'Sales of conversions by product and day of the conversion.',
    keys: [
      day,
      advertiser,
      account,
      campaign,
      adGroup,
      device,
      requiredKey(id('activityId', 'the Floodlight activity')),
      requiredKey(text('conversionId', "the caller's id of the conversion")),
      requiredKey(text('productId', 'the product that was sold')),
      requiredKey(text('productCountry', 'the country of its feed')),
      requiredKey(text('productLanguage', 'the language of its feed')),
      text('clickedProductId', 'the product whose ad was clicked'),
    ],
    measures: [
      number('units', 'how many were sold'),
      money('revenue', 'for how much'),
      money('costOfGoods', 'what they had cost'),
    ],
  },
} as const satisfies Record<string, Fact>

export type FactName = keyof typeof facts

export const factNames = Object.keys(facts) as FactName[]

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The table of a fact, in the warehouse of either engine. */
export const tableOf = (fact: FactName): string => `ads_${snake(fact)}`

/** The table of a fact for statements. */
export const factTable = (fact: FactName): Table => factTables[fact]

/** The column of a key or measure. A date is named `day`, because `date` is an SQL keyword. */
export const columnOf = (name: string): string => (name === 'date' ? 'day' : snake(name))

/** The key columns of a fact, in the order in which rows are stored. */
export const keyColumnsOf = (fact: FactName): string[] => {
  const columns = facts[fact].keys.map(({ name }) => columnOf(name))
  return ['advertiser_id', 'day', ...columns.filter((name) => !leading.has(name))]
}

const leading: ReadonlySet<string> = new Set(['advertiser_id', 'day'])

export const measureColumnsOf = (fact: FactName): string[] =>
  facts[fact].measures.map(({ name }) => columnOf(name))

/** All columns of a fact. The last one is the time of the last change. */
export const columnsOf = (fact: FactName): string[] => [
  ...keyColumnsOf(fact),
  ...measureColumnsOf(fact),
  'changed_at',
]

/** The types of columns, in names that both PostgreSQL and DuckDB know. */
export function columnTypesOf(fact: FactName): ReadonlyMap<string, string> {
  const { keys, measures }: Fact = facts[fact]
  return new Map([
    ...keys.map(({ name, form }) => [columnOf(name), keyTypes[form]] as const),
    ...measures.map(({ name }) => [columnOf(name), 'bigint'] as const),
    ['changed_at', 'bigint'] as const,
  ])
}

const keyTypes: Readonly<Record<KeyForm, string>> = {
  id: 'bigint',
  date: 'date',
  text: 'text',
  device: 'text',
  criterionKind: 'text',
}

/** The distribution of all tables that reports read. */
export const withReports = onCoordinator(
  'Reports join the tables of an advertiser, whose ids have two types.',
)

const columnTypes: Readonly<Record<string, Column>> = { bigint: integer, date, text: textColumn }

const factTables = Object.fromEntries(
  factNames.map((fact) => {
    const types = columnTypesOf(fact)
    const columns = columnsOf(fact).map((name) => [name, columnTypes[types.get(name)!]!])
    return [
      fact,
      table(tableOf(fact), {
        columns: Object.fromEntries(columns),
        distribution: withReports,
        key: keyColumnsOf(fact),
      }),
    ]
  }),
) as Readonly<Record<FactName, Table>>

interface FactColumn {
  readonly name: string
  readonly about: string
  readonly isRequired: boolean
}

/** The columns that a file of statistics can have. */
export const importColumnsOf = (fact: FactName): FactColumn[] => {
  const { keys, measures }: Fact = facts[fact]
  return [
    ...keys.map(({ name, about, isRequired = false }) => ({ name, about, isRequired })),
    ...measures.map(({ name, form, about }) => ({
      name,
      about: form === 'count' ? about : `${about}, as a decimal`,
      isRequired: false,
    })),
  ]
}

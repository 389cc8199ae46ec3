import type { ColumnType } from './column.ts'

/** The source of a metric; the report type determines the statistics. */
export type MetricSource = 'engine' | 'shares' | 'feed' | 'terms' | 'sales' | 'conversions'

/** A sum: a measure of a fact or of conversions, or a part of it. */
export interface Part {
  readonly measure: string
  /** Only sales of the clicked product, or only sales of other products. */
  readonly only?: 'lead' | 'crossSell'
}

interface MetricFacts {
  readonly type: ColumnType
  readonly about: string
  readonly source: MetricSource
}

/** How a metric is computed from sums. Amounts, numbers and ratios are in millionths. */
export type Metric = MetricFacts &
  (
    | { readonly sum: Part; readonly scale: 'units' | 'millionths' | 'thousandths' | 'billionths' }
    | { readonly difference: readonly [Part, Part] }
    /** (first - second) * times / by; empty if `by` is zero. */
    | {
        readonly ratio: readonly [Part, Part?]
        readonly by: Part
        readonly times: number
      }
  )

type Entry = readonly [name: string, metric: Metric]

const part = (measure: string, only?: Part['only']): Part =>
  only === undefined ? { measure } : { measure, only }

const count = (source: MetricSource, names: string, about: string): Entry[] =>
  names
    .split(/\s+/)
    .map((name) => [name, { type: 'Integer', about, source, sum: part(name), scale: 'units' }])

const amount = (source: MetricSource, name: string, type: ColumnType, about: string): Entry => [
  name,
  { type, about, source, sum: part(name), scale: 'millionths' },
]

interface Ratio {
  readonly of: readonly [Part, Part?]
  readonly by: Part
  readonly times: number
}

const ratio = (
  source: MetricSource,
  name: string,
  type: ColumnType,
  { of, by, times }: Ratio,
  about: string,
): Entry => [name, { type, about, source, ratio: of, by, times }]

const share = (name: string, of: string, by: string): Entry =>
  ratio(
    'shares',
    name,
    'String',
    { of: [part(of)], by: part(by), times: 1_000_000 },
    `${of} / ${by}, as text.`,
  )

const engine: readonly Entry[] = [
  ...count('engine', 'impr clicks adWordsViewThroughConversions visits', 'Counted by the engine.'),
  amount('engine', 'cost', 'Money', 'The cost of the clicks.'),
  amount('engine', 'adWordsConversions', 'Number', 'Conversions that the engine has tracked.'),
  amount('engine', 'adWordsConversionValue', 'Number', 'The value of these conversions.'),
  ratio(
    'engine',
    'ctr',
    'Number',
    { of: [part('clicks')], by: part('impr'), times: 1_000_000 },
    'clicks / impr.',
  ),
  ratio(
    'engine',
    'avgCpc',
    'Money',
    { of: [part('cost')], by: part('clicks'), times: 1 },
    'cost / clicks.',
  ),
  ratio(
    'engine',
    'avgCpm',
    'Money',
    { of: [part('cost')], by: part('impr'), times: 1_000 },
    '1000 * cost / impr.',
  ),
  ratio(
    'engine',
    'avgPos',
    'Number',
    { of: [part('position')], by: part('impr'), times: 1 },
    'The mean position of impressions.',
  ),
]

const shares: readonly Entry[] = [
  share('searchImpressionShare', 'searchImpr', 'searchEligibleImpr'),
  share('searchBudgetLostImpressionShare', 'searchBudgetLostImpr', 'searchEligibleImpr'),
  share('searchRankLostImpressionShare', 'searchRankLostImpr', 'searchEligibleImpr'),
  share('displayImpressionShare', 'displayImpr', 'displayEligibleImpr'),
  share('displayBudgetLostImpressionShare', 'displayBudgetLostImpr', 'displayEligibleImpr'),
  share('displayRankLostImpressionShare', 'displayRankLostImpr', 'displayEligibleImpr'),
  share('topImpressionPercentage', 'topImpr', 'searchImpr'),
  share('absoluteTopImpressionPercentage', 'absoluteTopImpr', 'searchImpr'),
  share('searchTopImpressionShare', 'topImpr', 'searchEligibleTopImpr'),
  share('searchBudgetLostTopImpressionShare', 'searchBudgetLostTopImpr', 'searchEligibleTopImpr'),
  share('searchRankLostTopImpressionShare', 'searchRankLostTopImpr', 'searchEligibleTopImpr'),
  share('searchAbsoluteTopImpressionShare', 'absoluteTopImpr', 'searchEligibleAbsoluteTopImpr'),
  share(
    'searchBudgetLostAbsoluteTopImpressionShare',
    'searchBudgetLostAbsoluteTopImpr',
    'searchEligibleAbsoluteTopImpr',
  ),
  share(
    'searchRankLostAbsoluteTopImpressionShare',
    'searchRankLostAbsoluteTopImpr',
    'searchEligibleAbsoluteTopImpr',
  ),
  ratio(
    'shares',
    'qualityScoreAvg',
    'Number',
    { of: [part('qualityScore')], by: part('qualityScoreImpr'), times: 1 },
    'The mean quality score of impressions.',
  ),
  ratio(
    'shares',
    'topOfPageBidAvg',
    'Money',
    { of: [part('topOfPageBid')], by: part('topOfPageBids'), times: 1 },
    'The mean estimated bid for the top of the page.',
  ),
]

const feed: readonly Entry[] = [
  ...count('feed', 'clicksWithFeedItemShowing', 'Clicks while the extension was shown.'),
  amount('feed', 'costWithFeedItemShowing', 'Money', 'The cost of these clicks.'),
]

const conversions: readonly Entry[] = ['', 'CrossEnv'].flatMap((suffix): Entry[] => {
  const source = 'conversions'
  return [
    [
      `dfaActions${suffix}`,
      { type: 'Integer', about: 'Actions.', source, sum: part('actions'), scale: 'thousandths' },
    ],
    [
      `dfaTransactions${suffix}`,
      {
        type: 'Integer',
        about: 'Transactions.',
        source,
        sum: part('transactions'),
        scale: 'thousandths',
      },
    ],
    [
      `dfaRevenue${suffix}`,
      {
        type: 'Money',
        about: 'The revenue of transactions.',
        source,
        sum: part('revenue'),
        scale: 'millionths',
      },
    ],
    [
      `dfaWeightedActions${suffix}`,
      {
        type: 'Number',
        about: 'Actions, each with the weight of its activity.',
        source,
        sum: part('weightedActions'),
        scale: 'billionths',
      },
    ],
  ]
})

const termRatio = (name: string, of: string, by: string): Entry =>
  ratio(
    'terms',
    name,
    'Number',
    { of: [part(of)], by: part(by), times: 1_000_000 },
    `${of} / ${by}.`,
  )

const terms: readonly Entry[] = [
  ...count(
    'terms',
    'paidClicks organicClicks paidAndOrganicClicks paidImpressions organicQueries paidAndOrganicQueries',
    'Counted for what was typed.',
  ),
  termRatio('paidCtr', 'paidClicks', 'paidImpressions'),
  termRatio('organicCtr', 'organicClicks', 'organicQueries'),
  termRatio('paidAndOrganicCtr', 'paidAndOrganicClicks', 'paidAndOrganicQueries'),
  ratio(
    'terms',
    'paidAvgPos',
    'Number',
    { of: [part('paidPosition')], by: part('paidImpressions'), times: 1 },
    'The mean position of ads.',
  ),
  ratio(
    'terms',
    'organicAvgPos',
    'Number',
    { of: [part('organicPosition')], by: part('organicQueries'), times: 1 },
    'The mean position of results.',
  ),
  ratio(
    'terms',
    'paidCostPerClick',
    'Money',
    { of: [part('paidCost')], by: part('paidClicks'), times: 1 },
    'What a click on an ad cost.',
  ),
]

const salesMetrics = (prefix: string, about: string, only?: Part['only']): Entry[] => [
  [
    `${prefix}UnitsSold`,
    { type: 'Number', about, source: 'sales', sum: part('units', only), scale: 'millionths' },
  ],
  [
    `${prefix}RevenueFromUnitsSold`,
    {
      type: 'Money',
      about: `${about} For how much.`,
      source: 'sales',
      sum: part('revenue', only),
      scale: 'millionths',
    },
  ],
  ratio(
    'sales',
    `${prefix}AverageUnitPrice`,
    'Money',
    { of: [part('revenue', only)], by: part('units', only), times: 1_000_000 },
    'Revenue / units.',
  ),
]

const profit = (prefix: 'lead' | 'crossSell', profitName: string): Entry[] => [
  [
    `${prefix}CostOfGoodsSold`,
    {
      type: 'Money',
      about: 'The cost of the units.',
      source: 'sales',
      sum: part('costOfGoods', prefix),
      scale: 'millionths',
    },
  ],
  [
    profitName,
    {
      type: 'Money',
      about: 'Revenue less cost.',
      source: 'sales',
      difference: [part('revenue', prefix), part('costOfGoods', prefix)],
    },
  ],
  ratio(
    'sales',
    `${prefix}GrossProfitMargin`,
    'Number',
    {
      of: [part('revenue', prefix), part('costOfGoods', prefix)],
      by: part('revenue', prefix),
      times: 1_000_000,
    },
    'Profit / revenue.',
  ),
]

const sales: readonly Entry[] = [
  ...salesMetrics('product', 'Units that were sold.'),
  ...salesMetrics('lead', 'Units of the product that was clicked.', 'lead'),
  ...salesMetrics('crossSell', 'Units of other products than the clicked one.', 'crossSell'),
  ...profit('lead', 'leadGrossProfitFromUnitsSold'),
  ...profit('crossSell', 'crossSellGrossFromUnitsSold'),
]

/** All metrics, by column name. */
export const metrics: ReadonlyMap<string, Metric> = new Map([
  ...engine,
  ...shares,
  ...feed,
  ...conversions,
  ...terms,
  ...sales,
])

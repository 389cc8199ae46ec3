/** What a column of a report or a part of a formula is. */
export type ValueType =
  | 'String'
  | 'Integer'
  | 'Number'
  | 'Money'
  | 'Percent'
  | 'Boolean'
  | 'Date'
  | 'DateRange'

const named = (type: ValueType, names: string) =>
  names.split(/\s+/).map((name) => [name, type] as const)

/** The columns that formulas can speak of. */
export const columnTypes: ReadonlyMap<string, ValueType> = new Map([
  ...named(
    'Integer',
    `dfaActions dfaTransactions dfaActionsCrossEnv dfaTransactionsCrossEnv clicks impr visits
    adWordsViewThroughConversions clicksWithFeedItemShowing paidClicks organicClicks
    paidAndOrganicClicks paidImpressions organicQueries paidAndOrganicQueries`,
  ),
  ...named(
    'Money',
    `dfaRevenue dfaRevenueCrossEnv avgCpc avgCpm cost topOfPageBidAvg costWithFeedItemShowing
    paidCostPerClick crossSellAverageUnitPrice leadAverageUnitPrice productAverageUnitPrice
    crossSellCostOfGoodsSold leadCostOfGoodsSold crossSellGrossFromUnitsSold
    leadGrossProfitFromUnitsSold crossSellRevenueFromUnitsSold leadRevenueFromUnitsSold
    productRevenueFromUnitsSold`,
  ),
  ...named(
    'Number',
    `dfaWeightedActions dfaWeightedActionsCrossEnv avgPos ctr adWordsConversions
    adWordsConversionValue qualityScoreAvg paidCtr organicCtr paidAndOrganicCtr paidAvgPos
    organicAvgPos crossSellGrossProfitMargin leadGrossProfitMargin crossSellUnitsSold leadUnitsSold
    productUnitsSold`,
  ),
  ...named('String', 'account campaign adGroup keywordText status campaignStatus adGroupStatus'),
])

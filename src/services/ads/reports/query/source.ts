import { tableOf } from '../../warehouse/facts.ts'
import { isPeriod } from '../catalog/segments.ts'
import type { Days, ReportPlan, Value } from '../request/plan.ts'
import { isOneOf, literal, type ReportDialect } from './dialect.ts'
import type { Homes } from './homes.ts'
import { scopeOfFacts } from './scope-of-facts.ts'
import { columnsOfKey, type Key, startOf } from './segment-columns.ts'
import { isMoney, measureColumn, type SourceName, type Sum } from './sums.ts'
import { convertedAmount, currencyWithoutRate } from './worth.ts'

interface SourceContext {
  readonly plan: ReportPlan
  readonly dialect: ReportDialect
  readonly homes: Homes
  readonly keys: readonly Key[]
  readonly dimensions: readonly string[]
}

/** The sums of one kind of statistics, or of conversions, per row and key. */
export class FigureSource {
  readonly name: SourceName
  readonly #context: SourceContext
  readonly #joins: string[] = []
  #usesWorth = false

  constructor(name: SourceName, context: SourceContext) {
    this.name = name
    this.#context = context
  }

  /** A select with a column per position, null for sums of other sources. */
  select(allSums: readonly Sum[], rowKeys: readonly string[]): string {
    const own = allSums.filter(({ source }) => source === this.name)
    const ranges = new Set(own.map(({ days }) => JSON.stringify(days ?? null)))
    const keys = this.keyColumns(rowKeys)
    const sums = allSums.map((part) =>
      part.source === this.name
        ? `${this.#sum(part, ranges.size > 1)} as ${part.place}`
        : `${this.#context.dialect.wide('null')} as ${part.place}`,
    )
    // With one advertiser, all rows have the same value, so that it needs no comparison.
    const isFixed = this.#onlyAdvertiser !== undefined && keys.length > 1
    const grouping = keys.map((_, index) => index + 1).slice(isFixed ? 1 : 0)
    const selected = [...keys, ...sums].join(',\n      ')
    const conditions = this.conditions(own.map(({ days }) => days))
    return `select ${selected}
    from ${this.#table} f ${this.#joins.join(' ')}
    where ${conditions.join(' and ')}
    group by ${grouping.join(', ')}`
  }

  /** The rows and days that have changed since a time. */
  changedRows(rowKeys: readonly string[], sinceMs: number): string {
    const column = this.name === 'conversions' ? 'f.modified_at' : 'f.changed_at'
    const keys = [...this.#rowColumns(rowKeys), 'f.day as day']
    const conditions = [...this.#scope, ...this.#kind, `${column} >= ${sinceMs}`]
    return `select ${keys.join(', ')} from ${this.#table} f ${this.#joins.join(' ')}
    where ${conditions.join(' and ')}`
  }

  /** Finds amounts that cannot be converted; undefined if none has to be. */
  unconvertible(allSums: readonly Sum[]): string | undefined {
    if (!this.#usesWorth) return undefined
    const own = allSums.filter((part) => part.source === this.name && this.#isAmount(part))
    const currency = this.name === 'conversions' ? 'f.currency' : 'fa.currency'
    const amount =
      this.name === 'conversions' ? ["f.revenue_micros > 0 and f.type = 'TRANSACTION'"] : []
    const conditions = [...this.conditions(own.map(({ days }) => days)), ...amount, 'w.num is null']
    const lacking = currencyWithoutRate(
      { currency: 'u.currency', day: 'u.day' },
      this.#context.plan.currency,
    )
    return `select ${lacking} as currency, cast(u.day as varchar) as day from (
      select ${currency} as currency, min(f.day) as day
      from ${this.#table} f ${this.#joins.join(' ')}
      where ${conditions.join(' and ')} group by 1 limit 1) u`
  }

  #isAmount({ part }: Sum): boolean {
    if ('customMetric' in part) return false
    return this.name === 'conversions'
      ? part.measure === 'revenue'
      : isMoney(this.name, part.measure)
  }

  keyColumns(rowKeys: readonly string[]): string[] {
    const { keys, dimensions } = this.#context
    const ofKeys = keys.flatMap((key) => {
      const columns = columnsOfKey(key, dimensions)
      return this.#keyValues(key).map((value, index) => `${value} as ${columns[index]}`)
    })
    return [...this.#rowColumns(rowKeys), ...ofKeys]
  }

  #rowColumns(rowKeys: readonly string[]): string[] {
    const values = this.#rowValues()
    const only = this.#onlyAdvertiser
    const advertiser = only === undefined ? 'f.advertiser_id' : `cast(${only} as bigint)`
    return [
      `${advertiser} as advertiser_id`,
      ...rowKeys.map((name, index) => `${values[index]} as ${name}`),
    ]
  }

  get #onlyAdvertiser(): string | undefined {
    const { advertisers } = this.#context.plan.scope
    return advertisers.length === 1 ? advertisers[0]!.id : undefined
  }

  get #table(): string {
    return this.name === 'conversions'
      ? this.#context.homes.relation('conversions')
      : tableOf(this.name)
  }

  conditions(ranges: readonly (Days | undefined)[]): string[] {
    const { plan } = this.#context
    const days = ranges.length === 0 ? [plan.days] : ranges
    const changedCondition =
      plan.metricsChangedSinceMs === undefined
        ? []
        : [
            `(${['advertiser_id', ...this.#rowValues(), 'f.day'].map(ofFact).join(', ')}) in (select * from changed)`,
          ]
    return [
      ...this.#scope,
      ...this.#kind,
      ...(this.name === 'conversions' ? ["f.state = 'ACTIVE'"] : []),
      ...(days.includes(undefined) ? [] : [anyOf(days as readonly Days[])]),
      ...this.#ofNamedRows,
      ...changedCondition,
    ]
  }

  get #scope(): string[] {
    return scopeOfFacts(this.name, this.#context.plan.scope)
  }

  get #kind(): string[] {
    const { row } = this.#context.homes
    return this.name === 'dailyStatistics' && criteria.includes(row)
      ? [`f.criterion_kind = ${literal(row)}`]
      : []
  }

  /** Rows that a filter excludes by id need no metrics. */
  get #ofNamedRows(): string[] {
    const { plan, homes } = this.#context
    const [rowId, ...others] = this.#rowValues()
    if (rowId === undefined || others.length > 0) return []
    return plan.filters
      .filter(({ value, operator }) => isIdOf(homes.row, value) && isNaming(operator))
      .map(({ comparands }) => isOneOf(rowId, comparands.map(String)))
  }

  /** The columns that identify the row of a fact. */
  #rowValues(): readonly string[] {
    const { homes, plan } = this.#context
    switch (homes.row) {
      case 'advertiser':
        return []
      case 'account':
        return ['f.account_id']
      case 'campaign':
        return ['f.campaign_id']
      case 'adGroup':
        return ['f.ad_group_id']
      case 'ad':
        return ['f.ad_group_id', 'f.ad_id']
      case 'bidStrategy':
        return [this.#strategy()]
      case 'feedItem':
        return [this.name === 'conversions' ? this.#ofVisit('feedItemId') : 'f.feed_item_id']
      case 'product': {
        const isClicked = this.name === 'productSales' && plan.perspective === 'advertised'
        const product = isClicked ? 'f.clicked_product_id' : 'f.product_id'
        return [product, 'f.product_country', 'f.product_language']
      }
      case 'term':
        return ['f.account_id', 'f.search_query', 'f.serp_type']
      default:
        if (this.name === 'shareStatistics') return ['f.keyword_id']
        return [
          this.name === 'conversions' && homes.row === 'productGroup'
            ? 'f.product_group_id'
            : 'f.criterion_id',
        ]
    }
  }

  #keyValues(key: Key): readonly string[] {
    const { dialect } = this.#context
    if (typeof key !== 'string')
      return [`nullif(${dialect.member('f.dimensions', key.dimension)}, '')`]
    if (isPeriod(key)) return [startOf(key, 'f.day')]
    if (key === 'device') return ["case when f.device = '' then 'Other' else f.device end"]
    if (key === 'activityGroup') return [`${this.#activity()}.group_id`]
    if (key === 'feedItem' && this.name === 'conversions') {
      return [this.#ofVisit('feedItemId'), this.#ofVisit('feedId')]
    }
    return columnsOfKey(key, []).map((column) => `f.${column}`)
  }

  #sum({ part, days }: Sum, isOneOfSeveral: boolean): string {
    const conditions = isOneOfSeveral && days !== undefined ? [anyOf([days])] : []
    if ('customMetric' in part) {
      const { dialect } = this.#context
      return sumOf(dialect.millionths(dialect.member('f.metrics', part.customMetric)), conditions)
    }
    const { measure, only } = part
    if (only === 'lead') conditions.push('f.product_id = f.clicked_product_id')
    if (only === 'crossSell') conditions.push('f.product_id <> f.clicked_product_id')
    return sumOf(this.#amount(measure), conditions)
  }

  #amount(measure: string): string {
    const { dialect, plan } = this.#context
    if (this.name === 'conversions') return this.#ofConversion(measure)
    const column = measureColumn(measure)
    if (plan.isOneCurrency || !isMoney(this.name, measure)) return column
    this.#joinWorth('fa.currency')
    return convertedAmount(dialect, column, 'w')
  }

  #ofConversion(measure: string): string {
    const { dialect } = this.#context
    switch (measure) {
      case 'actions':
        return "case when f.type = 'ACTION' then f.count_millis else 0 end"
      case 'transactions':
        return "case when f.type = 'TRANSACTION' then f.count_millis else 0 end"
      case 'weightedActions': {
        const weight = `coalesce(${this.#activity()}.weight_micros, 1000000)`
        return `case when f.type = 'ACTION' then ${dialect.wide('f.count_millis')} * ${weight} else 0 end`
      }
      default: {
        this.#joinWorth('f.currency')
        const revenue = convertedAmount(dialect, 'f.revenue_micros', 'w')
        return `case when f.type = 'TRANSACTION' and f.revenue_micros is not null then ${revenue} else 0 end`
      }
    }
  }

  #joinWorth(currency: string): void {
    if (this.#usesWorth) return
    this.#usesWorth = true
    const { dialect, homes } = this.#context
    if (this.name !== 'conversions') {
      this.#joins.push(`left join (select advertiser_id, id, ${dialect.member('attributes', 'currency')} as currency
        from ${homes.relation('entities', 'account')} a) fa
        on fa.advertiser_id = f.advertiser_id and fa.id = f.account_id`)
    }
    this.#joins.push(`left join worth_of_day w on w.currency = ${currency} and w.day = f.day`)
  }

  get usesWorth(): boolean {
    return this.#usesWorth
  }

  #activity(): string {
    const { homes } = this.#context
    return this.#joinedRelation(
      'fv',
      `left join ${homes.relation('activities')} fv
        on fv.advertiser_id = f.advertiser_id and fv.id = f.activity_id`,
    )
  }

  /** The value of the visit that a conversion is attributed to. */
  #ofVisit(name: string): string {
    const { homes, dialect } = this.#context
    const alias = this.#joinedRelation(
      'fc',
      `left join ${homes.relation('visits')} fc
        on fc.advertiser_id = f.advertiser_id and fc.click_id = f.click_id and f.click_id <> ''`,
    )
    return `coalesce(${dialect.integer(dialect.member(`${alias}.attributes`, name))}, 0)`
  }

  /** The effective bid strategy of a fact: that of its criterion, else its ad group, else its campaign. */
  #strategy(): string {
    const { homes, dialect } = this.#context
    const strategyOf = (alias: string, relation: string, column: string, condition = '') => {
      this.#joinedRelation(
        alias,
        `left join ${relation} ${alias}
          on ${alias}.advertiser_id = f.advertiser_id and ${alias}.id = f.${column}${condition}`,
      )
      return dialect.integer(dialect.member(`${alias}.attributes`, 'effectiveBidStrategyId'))
    }
    const entities = (kind?: string) => homes.relation('entities', kind)
    const ofCriterion =
      this.name === 'conversions'
        ? [
            strategyOf('sk', entities('keyword'), 'criterion_id'),
            strategyOf('sp', entities('productGroup'), 'product_group_id'),
          ]
        : [strategyOf('sk', entities(), 'criterion_id', ' and sk.kind = f.criterion_kind')]
    const ofAdGroup = strategyOf('sg', entities('adGroup'), 'ad_group_id')
    const ofCampaign = strategyOf('sc', entities('campaign'), 'campaign_id')
    return `coalesce(${[...ofCriterion, ofAdGroup, ofCampaign].join(', ')}, 0)`
  }

  #joinedRelation(alias: string, clause: string): string {
    if (!this.#joins.includes(clause)) this.#joins.push(clause)
    return alias
  }
}

const criteria: readonly string[] = [
  'keyword',
  'productGroup',
  'productTarget',
  'adGroupTarget',
  'campaignTarget',
]

const isIdOf = (row: string, value: Value) =>
  value.is === 'attribute' &&
  'field' in value.source &&
  value.source.field === 'id' &&
  value.source.home === row

const isNaming = (operator: string) => operator === 'in' || operator === 'equals'

const ofFact = (column: string) => (column === 'advertiser_id' ? 'f.advertiser_id' : column)

const sumOf = (amount: string, conditions: readonly string[]) =>
  conditions.length === 0
    ? `sum(${amount})`
    : `sum(${amount}) filter (where ${conditions.join(' and ')})`

const anyOf = (ranges: readonly Days[]) => {
  const distinct = [
    ...new Set(ranges.map(({ first, last }) => `f.day between date '${first}' and date '${last}'`)),
  ]
  return `(${distinct.join(' or ')})`
}

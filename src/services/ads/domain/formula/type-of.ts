import { type Formula, parseFormula, type Sign } from './parse.ts'
import { FormulaFault } from './tokens.ts'

/** The maximum depth of references between saved columns. */
const referencesMax = 20

/** The maximum number of values in a formula, including those of saved columns that it refers to. */
export const formulaValuesMax = 500

/** The formulas of an advertiser's saved columns, by name. */
export type SavedFormulas = ReadonlyMap<string, string>

interface TypedFormula {
  readonly formula: Formula
  readonly type: ValueType
  /** The number of values after every reference is replaced by its formula. */
  readonly values: number
}

/** The type of a formula's value. Throws if the text is invalid or refers to unknown columns. */
export const typeOfFormula = (formula: string, saved: SavedFormulas = new Map()): ValueType =>
  new TypedFormulas(saved).of(formula).type

/**
 * The formulas of one advertiser. Each saved column is parsed once, and a formula that grows beyond the limit
 * is rejected before it is expanded.
 */
export class TypedFormulas {
  readonly #saved: SavedFormulas
  readonly #cached = new Map<string, TypedFormula>()
  readonly #open: string[] = []
  #values = 0

  constructor(saved: SavedFormulas) {
    this.#saved = saved
  }

  /** Throws if the text is invalid or refers to unknown columns. */
  of(text: string): TypedFormula {
    this.#open.length = 0
    this.#values = 0
    const typed = this.#read(text)
    if (typed.type === 'DateRange') {
      throw new FormulaFault('A range of dates is not a value of a column', 0)
    }
    return typed
  }

  /** The formula of a saved column that a typed one refers to. */
  formulaOf(name: string): Formula {
    return this.#cached.get(name)!.formula
  }

  #ofSaved({ name, at }: Extract<Formula, { is: 'saved' }>): TypedFormula {
    const cached = this.#cached.get(name)
    if (cached !== undefined) {
      this.#count(cached.values)
      return cached
    }
    const text = this.#saved.get(name)
    if (text === undefined) throw new FormulaFault(`There is no saved column "${name}"`, at)
    if (this.#open.includes(name)) {
      throw new FormulaFault(`The saved column "${name}" leads back to itself`, at)
    }
    if (this.#open.length >= referencesMax) {
      const chain = `more than ${referencesMax} saved columns that refer to each other`
      throw new FormulaFault(`The saved column "${name}" comes after ${chain}`, at)
    }
    this.#open.push(name)
    const typed = this.#read(text)
    this.#open.pop()
    this.#cached.set(name, typed)
    return typed
  }

  #read(text: string): TypedFormula {
    const formula = parseFormula(text)
    const before = this.#values
    const type = this.#typeOf(formula)
    return { formula, type, values: this.#values - before }
  }

  #count(values: number): void {
    this.#values += values
    if (this.#values <= formulaValuesMax) return
    const bound = `more than ${formulaValuesMax} values`
    throw new FormulaFault(`It has ${bound}, with those of the saved columns it refers to`, 0)
  }

  #typeOf(formula: Formula): ValueType {
    switch (formula.is) {
      case 'number':
        this.#count(1)
        return Number.isInteger(formula.value) ? 'Integer' : 'Number'
      case 'text':
        this.#count(1)
        return 'String'
      case 'column':
        this.#count(1)
        return ofColumn(formula)
      case 'saved':
        return this.#ofSaved(formula).type
      case 'sum':
        return this.#ofSum(formula.sign, formula.of)
      case 'call':
        return this.#ofCall(formula)
    }
  }

  #ofSum(sign: Sign, [left, right]: readonly [Formula, Formula]): ValueType {
    const [one, other] = [this.#typeOf(left), this.#typeOf(right)]
    if (!'+-*/'.includes(sign)) return comparisonType(one, other)
    if (!isNumeric(one) || !isNumeric(other)) {
      throw new FormulaFault(`${sign} takes numbers, not ${one} and ${other}`, 0)
    }
    return arithmeticType(sign, one, other)
  }

  #ofCall({ name, of, at }: Extract<Formula, { is: 'call' }>): ValueType {
    if (name === 'if') return this.#ofChoice(of, at)
    const rule = functions.get(name)
    if (rule === undefined) throw new FormulaFault(`There is no function ${name}`, at)
    const types = of.map((argument) => this.#typeOf(argument))
    const { takes, gives } = rule
    const fits =
      types.length === takes.length && types.every((type, index) => takes[index]!.includes(type))
    if (!fits) {
      throw new FormulaFault(`${name} does not take (${types.join(', ')})`, at)
    }
    return gives ?? types[0]!
  }

  /** Pairs of condition and value, followed by the default value. */
  #ofChoice(of: readonly Formula[], at: number): ValueType {
    if (of.length < 3 || of.length % 2 === 0) {
      throw new FormulaFault('if takes conditions with their values and a last value', at)
    }
    const types = of.map((argument) => this.#typeOf(argument))
    const isCondition = (index: number) => index % 2 === 0 && index < of.length - 1
    if (types.some((type, index) => isCondition(index) && type !== 'Boolean')) {
      throw new FormulaFault('The conditions of if are comparisons', at)
    }
    const [first, ...others] = types.filter((_, index) => !isCondition(index))
    return others.reduce((one, other) => common(one, other, at), first!)
  }
}

function ofColumn({ name, at }: Extract<Formula, { is: 'column' }>): ValueType {
  const type = columnTypes.get(name)
  if (type === undefined) throw new FormulaFault(`There is no column ${name}`, at)
  return type
}

const numeric: readonly ValueType[] = ['Integer', 'Number', 'Money', 'Percent']

const isNumeric = (type: ValueType) => numeric.includes(type)

function comparisonType(one: ValueType, other: ValueType): ValueType {
  if (one === other || (isNumeric(one) && isNumeric(other))) return 'Boolean'
  throw new FormulaFault(`${one} and ${other} cannot be compared`, 0)
}

/** An amount stays an amount unless it is divided by an amount. */
function arithmeticType(sign: Sign, one: ValueType, other: ValueType): ValueType {
  const isMoney = one === 'Money' || other === 'Money'
  if (sign === '/') return one === 'Money' && other !== 'Money' ? 'Money' : 'Number'
  if (isMoney) return 'Money'
  return one === 'Integer' && other === 'Integer' ? 'Integer' : 'Number'
}

function common(one: ValueType, other: ValueType, at: number): ValueType {
  if (one === other) return one
  if (!isNumeric(one) || !isNumeric(other)) {
    throw new FormulaFault(`The values of if are of one type, not ${one} and ${other}`, at)
  }
  return one === 'Money' || other === 'Money' ? 'Money' : 'Number'
}

interface FunctionRule {
  readonly takes: readonly (readonly ValueType[])[]
  /** Absent if the type is that of the first argument. */
  readonly gives?: ValueType
}

const any: readonly ValueType[] = [...numeric, 'String', 'Boolean', 'Date']
const dates: readonly ValueType[] = ['Date']
const texts: readonly ValueType[] = ['String']
const whole: readonly ValueType[] = ['Integer']
const ranges: readonly ValueType[] = ['DateRange']

const functions: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['to_money', { takes: [numeric], gives: 'Money' }],
  ['to_number', { takes: [[...numeric, 'String']], gives: 'Number' }],
  ['to_percent', { takes: [numeric], gives: 'Percent' }],
  ['to_string', { takes: [any], gives: 'String' }],
  ['date', { takes: [texts], gives: 'Date' }],
  ['day', { takes: [dates], gives: 'Integer' }],
  ['add_days', { takes: [dates, whole], gives: 'Date' }],
  ['days', { takes: [whole], gives: 'DateRange' }],
  ['calendar_weeks', { takes: [whole], gives: 'DateRange' }],
  ['calendar_months', { takes: [whole], gives: 'DateRange' }],
  ['from_date', { takes: [dates], gives: 'DateRange' }],
  ['num_days', { takes: [ranges], gives: 'Integer' }],
  ['today', { takes: [], gives: 'Date' }],
  ['last_7_days', { takes: [], gives: 'DateRange' }],
  ['last_30_days', { takes: [], gives: 'DateRange' }],
  ['last_month', { takes: [], gives: 'DateRange' }],
  ['for_date_range', { takes: [numeric, ranges] }],
])

/** The type of a column or of a part of a formula. */
type ValueType =
  | 'String'
  | 'Integer'
  | 'Number'
  | 'Money'
  | 'Percent'
  | 'Boolean'
  | 'Date'
  | 'DateRange'

const columnsOfType = (type: ValueType, names: string) =>
  names.split(/\s+/).map((name) => [name, type] as const)

/** The columns that formulas can refer to. */
const columnTypes: ReadonlyMap<string, ValueType> = new Map([
  ...columnsOfType(
    'Integer',
    `dfaActions dfaTransactions dfaActionsCrossEnv dfaTransactionsCrossEnv clicks impr visits
    adWordsViewThroughConversions clicksWithFeedItemShowing paidClicks organicClicks
    paidAndOrganicClicks paidImpressions organicQueries paidAndOrganicQueries`,
  ),
  ...columnsOfType(
    'Money',
    `dfaRevenue dfaRevenueCrossEnv avgCpc avgCpm cost topOfPageBidAvg costWithFeedItemShowing
    paidCostPerClick crossSellAverageUnitPrice leadAverageUnitPrice productAverageUnitPrice
    crossSellCostOfGoodsSold leadCostOfGoodsSold crossSellGrossFromUnitsSold
    leadGrossProfitFromUnitsSold crossSellRevenueFromUnitsSold leadRevenueFromUnitsSold
    productRevenueFromUnitsSold`,
  ),
  ...columnsOfType(
    'Number',
    `dfaWeightedActions dfaWeightedActionsCrossEnv avgPos ctr adWordsConversions
    adWordsConversionValue qualityScoreAvg paidCtr organicCtr paidAndOrganicCtr paidAvgPos
    organicAvgPos crossSellGrossProfitMargin leadGrossProfitMargin crossSellUnitsSold leadUnitsSold
    productUnitsSold`,
  ),
  ...columnsOfType(
    'String',
    'account campaign adGroup keywordText status campaignStatus adGroupStatus',
  ),
])

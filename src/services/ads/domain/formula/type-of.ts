import { type Formula, parseFormula, type Sign } from './parse.ts'
import { FormulaFault } from './tokens.ts'
import { columnTypes, type ValueType } from './value-types.ts'

const referencesMax = 20

/** The formulas of an advertiser's saved columns, by name. */
export type SavedFormulas = ReadonlyMap<string, string>

/** The type of what a formula gives; throws where it is none, or speaks of what there is not. */
export function typeOfFormula(formula: string, saved: SavedFormulas = new Map()): ValueType {
  const type = new Typing(saved).of(parseFormula(formula))
  if (type === 'DateRange') throw new FormulaFault('A range of dates is not a value of a column', 0)
  return type
}

class Typing {
  readonly #saved: SavedFormulas
  readonly #open: string[] = []

  constructor(saved: SavedFormulas) {
    this.#saved = saved
  }

  of(formula: Formula): ValueType {
    switch (formula.is) {
      case 'number':
        return Number.isInteger(formula.value) ? 'Integer' : 'Number'
      case 'text':
        return 'String'
      case 'column':
        return ofColumn(formula)
      case 'saved':
        return this.#ofSaved(formula)
      case 'sum':
        return this.#ofSum(formula.sign, formula.of)
      case 'call':
        return this.#ofCall(formula)
    }
  }

  #ofSaved({ name, at }: Extract<Formula, { is: 'saved' }>): ValueType {
    const formula = this.#saved.get(name)
    if (formula === undefined) throw new FormulaFault(`There is no saved column "${name}"`, at)
    if (this.#open.includes(name) || this.#open.length >= referencesMax) {
      throw new FormulaFault(`The saved column "${name}" leads back to itself`, at)
    }
    this.#open.push(name)
    const type = this.of(parseFormula(formula))
    this.#open.pop()
    return type
  }

  #ofSum(sign: Sign, [left, right]: readonly [Formula, Formula]): ValueType {
    const [one, other] = [this.of(left), this.of(right)]
    if (!'+-*/'.includes(sign)) return compared(one, other)
    if (!isNumeric(one) || !isNumeric(other)) {
      throw new FormulaFault(`${sign} takes numbers, not ${one} and ${other}`, 0)
    }
    return calculated(sign, one, other)
  }

  #ofCall({ name, of, at }: Extract<Formula, { is: 'call' }>): ValueType {
    if (name === 'if') return this.#ofChoice(of, at)
    const rule = functions.get(name)
    if (rule === undefined) throw new FormulaFault(`There is no function ${name}`, at)
    const types = of.map((argument) => this.of(argument))
    const { takes, gives } = rule
    const fits =
      types.length === takes.length && types.every((type, index) => takes[index]!.includes(type))
    if (!fits) {
      throw new FormulaFault(`${name} does not take (${types.join(', ')})`, at)
    }
    return gives ?? types[0]!
  }

  /** Pairs of a condition and a value, and at the end the value where no condition holds. */
  #ofChoice(of: readonly Formula[], at: number): ValueType {
    if (of.length < 3 || of.length % 2 === 0) {
      throw new FormulaFault('if takes conditions with their values and a last value', at)
    }
    const types = of.map((argument) => this.of(argument))
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

function compared(one: ValueType, other: ValueType): ValueType {
  if (one === other || (isNumeric(one) && isNumeric(other))) return 'Boolean'
  throw new FormulaFault(`${one} and ${other} cannot be compared`, 0)
}

/** Money stays money unless it is divided by money. */
function calculated(sign: Sign, one: ValueType, other: ValueType): ValueType {
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
  /** Absent where it gives what its first argument is. */
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

import type { Formula } from '../../domain/formula/parse.ts'
import { columnsOf } from '../catalogue/catalogue.ts'
import type { ColumnType } from '../catalogue/column.ts'
import { type Vocabulary, valueOfColumn } from './column-values.ts'
import { type Constants, constantDate, constantNumber, constantRange } from './formula-constants.ts'
import type { Days, Term, Value } from './plan.ts'

/** Values of all formulas of a report, with those of the saved columns that they refer to. */
const reportValuesMax = 5_000

/** A formula cannot be computed for this report. */
class TermFault extends Error {}

/** The value of a saved column, with all that its formula speaks of. */
export function formulaValue(
  vocabulary: Vocabulary,
  name: string,
  path: string,
): Value | undefined {
  const { saved, formulas, budget } = vocabulary.own!
  try {
    const { formula, type, values } = formulas.of(saved.get(name)!)
    budget.values += values
    if (budget.values > reportValuesMax) {
      throw new TermFault(
        `the formulas of a report have ${reportValuesMax} values at most together`,
      )
    }
    const term = new Terms(vocabulary).of(formula, vocabulary.days)
    return { is: 'formula', type: type as ColumnType, term }
  } catch (fault) {
    vocabulary.faults.add(
      path,
      `the formula of ${name} cannot be used: ${(fault as Error).message}.`,
    )
    return undefined
  }
}

class Terms {
  readonly #vocabulary: Vocabulary
  readonly #constants: Constants

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
    this.#constants = { today: vocabulary.today }
  }

  of(formula: Formula, days: Days | undefined): Term {
    switch (formula.is) {
      case 'number':
        return { is: 'number', number: formula.value }
      case 'text':
        return { is: 'text', text: formula.value }
      case 'column':
        return { is: 'value', value: this.#column(formula.name, days) }
      case 'saved':
        return this.of(this.#vocabulary.own!.formulas.formulaOf(formula.name), days)
      case 'sum': {
        const [left, right] = formula.of
        return { is: 'sum', sign: formula.sign, of: [this.of(left, days), this.of(right, days)] }
      }
      case 'call':
        return this.#call(formula, days)
    }
  }

  #column(name: string, days: Days | undefined): Value {
    const { type } = this.#vocabulary
    const column = columnsOf(type).get(name)
    if (column === undefined) throw new TermFault(`${type} reports have no column ${name}`)
    return valueOfColumn(column, days)
  }

  #call({ name, of }: Extract<Formula, { is: 'call' }>, days: Days | undefined): Term {
    const [first, second] = of
    switch (name) {
      case 'if':
        return { is: 'choice', of: of.map((part) => this.of(part, days)) }
      case 'for_date_range':
        return this.of(first!, constantRange(second!, this.#constants))
      case 'to_money':
      case 'to_percent':
        return this.of(first!, days)
      case 'to_number':
        return { is: 'number of', of: this.of(first!, days) }
      case 'to_string':
        return { is: 'text of', of: this.of(first!, days), type: this.#typeOf(first!) }
      case 'day':
        return {
          is: 'number',
          number: constantNumber({ is: 'call', name, of, at: 0 }, this.#constants),
        }
      case 'num_days':
        return {
          is: 'number',
          number: constantNumber({ is: 'call', name, of, at: 0 }, this.#constants),
        }
      default:
        return { is: 'text', text: constantDate({ is: 'call', name, of, at: 0 }, this.#constants) }
    }
  }

  #typeOf(formula: Formula): ColumnType {
    if (formula.is === 'text') return 'String'
    if (formula.is === 'column')
      return columnsOf(this.#vocabulary.type).get(formula.name)?.type ?? 'Number'
    return 'Number'
  }
}

import type { Formula } from '../../domain/formula/parse.ts'
import type { SavedFormulas, TypedFormulas } from '../../domain/formula/type-of.ts'
import type { ReportApiColumnSpec } from '../../schemas/report.ts'
import { attributes } from '../catalog/attributes.ts'
import { columnsOf } from '../catalog/catalog.ts'
import type { ColumnType, ReportColumn } from '../catalog/column.ts'
import { metrics } from '../catalog/metrics.ts'
import { type ReportTypeName, reportType } from '../catalog/report-types.ts'
import { segmentOf } from '../catalog/segments.ts'
import { daysIn } from './days.ts'
import type { Faults } from './faults.ts'
import { type Constants, constantDate, constantNumber, constantRange } from './formula-constants.ts'
import type { Days, Term, Value } from './plan.ts'
import { suggestion } from './suggestion.ts'

/** The columns that a request can refer to. */
export interface Vocabulary {
  readonly type: ReportTypeName
  /** The columns that the only advertiser of the scope has set up; absent if there are several. */
  readonly own:
    | {
        readonly saved: SavedFormulas
        readonly formulas: TypedFormulas
        /** The number of values in the formulas of the request so far. */
        readonly budget: { values: number }
        readonly metrics: ReadonlySet<string>
        readonly dimensions: ReadonlySet<string>
      }
    | undefined
  readonly days: Days | undefined
  /** The caller's current date, for formulas. */
  readonly today: string
  readonly faults: Faults
}

const names = ['columnName', 'savedColumnName', 'customMetricName', 'customDimensionName'] as const

/** Resolves a column of a request. Returns undefined and reports an error if it does not exist. */
export function valueIn(
  vocabulary: Vocabulary,
  spec: ReportApiColumnSpec,
  path: string,
): Value | undefined {
  const { faults } = vocabulary
  const own = daysIn(spec, (member, why) => faults.add(`${path}.${member}`, why))
  if (spec.platformSource !== undefined && spec.platformSource !== 'floodlight') {
    faults.add(`${path}.platformSource`, 'only floodlight is known.')
  }
  const named = names.filter((name) => spec[name] !== undefined)
  if (named.length !== 1) {
    faults.add(path, `exactly one of ${names.join(', ')} is expected.`)
    return undefined
  }
  const [name] = named
  const days = own ?? vocabulary.days
  if (name === 'columnName') return builtIn(vocabulary, spec.columnName!, { path, days })
  return ofAdvertiser(vocabulary, name!, spec[name!]!, { path, days })
}

interface At {
  readonly path: string
  readonly days: Days | undefined
}

function builtIn(
  { type, faults }: Vocabulary,
  name: string,
  { path, days }: At,
): Value | undefined {
  const columns = columnsOf(type)
  const column = columns.get(name)
  if (column !== undefined) return valueOfColumn(column, days)
  const hint = suggestion(name, columns.keys())
  faults.add(`${path}.columnName`, `there is no column ${name} in ${type} reports.${hint}`)
  return undefined
}

function valueOfColumn({ name, type, behaviour }: ReportColumn, days: Days | undefined): Value {
  if (behaviour === 'metric') return { is: 'metric', name, type, metric: metrics.get(name)!, days }
  if (behaviour === 'attribute') {
    return { is: 'attribute', name, type, source: attributes.get(name)!.source }
  }
  const { key, isEnd } = segmentOf(name)!
  return { is: 'segment', name, type, key, ...(isEnd && { isEnd }) }
}

/** A column that one advertiser has set up, which a report on several cannot have. */
function ofAdvertiser(
  vocabulary: Vocabulary,
  kind: Exclude<(typeof names)[number], 'columnName'>,
  name: string,
  { path, days }: At,
): Value | undefined {
  const { own, faults, type } = vocabulary
  const at = `${path}.${kind}`
  if (own === undefined) {
    faults.add(at, 'the scope has to be one advertiser, or something of it.')
    return undefined
  }
  if (kind === 'savedColumnName') {
    const formula = own.saved.get(name)
    if (formula === undefined) {
      faults.add(at, `there is no saved column ${name}.${suggestion(name, own.saved.keys())}`)
      return undefined
    }
    return formulaValue({ ...vocabulary, days }, name, at)
  }
  const savedColumns = kind === 'customMetricName' ? own.metrics : own.dimensions
  const isPossible = reportType(type).metrics.length > 0 || type === 'conversion'
  if (!savedColumns.has(name)) faults.add(at, `it is not set up.${suggestion(name, savedColumns)}`)
  else if (!isPossible) faults.add(at, `${type} reports have no figures.`)
  else if (kind === 'customMetricName') return { is: 'customMetric', name, type: 'Number', days }
  else return { is: 'customDimension', name, type: 'String' }
  return undefined
}

/**
 * The maximum number of values in all formulas of a report, including those of saved columns that they refer
 * to.
 */
const reportValuesMax = 5_000

/** A formula that cannot be computed for this report. */
class TermFault extends Error {}

/** The value of a saved column, with everything that its formula refers to. */
function formulaValue(vocabulary: Vocabulary, name: string, path: string): Value | undefined {
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

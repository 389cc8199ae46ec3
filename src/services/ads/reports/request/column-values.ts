import type { SavedFormulas, TypedFormulas } from '../../domain/formula/type-of.ts'
import type { ReportApiColumnSpec } from '../../schemas/report.ts'
import { attributes } from '../catalogue/attributes.ts'
import { columnsOf } from '../catalogue/catalogue.ts'
import type { ReportColumn } from '../catalogue/column.ts'
import { metrics } from '../catalogue/metrics.ts'
import { type ReportTypeName, reportType } from '../catalogue/report-types.ts'
import { segmentOf } from '../catalogue/segments.ts'
import { daysIn } from './days.ts'
import type { Faults } from './faults.ts'
import type { Days, Value } from './plan.ts'
import { suggestion } from './suggestion.ts'
import { formulaValue } from './terms.ts'

/** What the columns of a request may speak of. */
export interface Vocabulary {
  readonly type: ReportTypeName
  /** What the one advertiser of the scope has set up; absent where there are several. */
  readonly own:
    | {
        readonly saved: SavedFormulas
        readonly formulas: TypedFormulas
        /** What the formulas of the request have together so far. */
        readonly budget: { values: number }
        readonly metrics: ReadonlySet<string>
        readonly dimensions: ReadonlySet<string>
      }
    | undefined
  readonly days: Days | undefined
  /** The present date of whoever looks, for formulas. */
  readonly today: string
  readonly faults: Faults
}

const names = ['columnName', 'savedColumnName', 'customMetricName', 'customDimensionName'] as const

/** What a column of a request stands for; nothing, and a fault, where it stands for nothing. */
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
  const given = names.filter((name) => spec[name] !== undefined)
  if (given.length !== 1) {
    faults.add(path, `exactly one of ${names.join(', ')} is expected.`)
    return undefined
  }
  const [name] = given
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

export function valueOfColumn(
  { name, type, behaviour }: ReportColumn,
  days: Days | undefined,
): Value {
  if (behaviour === 'metric') return { is: 'metric', name, type, metric: metrics.get(name)!, days }
  if (behaviour === 'attribute') {
    return { is: 'attribute', name, type, source: attributes.get(name)!.source }
  }
  const { key, isEnd } = segmentOf(name)!
  return { is: 'segment', name, type, key, ...(isEnd && { isEnd }) }
}

/** Columns that one advertiser has set up, which a report of several cannot have. */
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
  const known = kind === 'customMetricName' ? own.metrics : own.dimensions
  const isPossible = reportType(type).metrics.length > 0 || type === 'conversion'
  if (!known.has(name)) faults.add(at, `it is not set up.${suggestion(name, known)}`)
  else if (!isPossible) faults.add(at, `${type} reports have no figures.`)
  else if (kind === 'customMetricName') return { is: 'customMetric', name, type: 'Number', days }
  else return { is: 'customDimension', name, type: 'String' }
  return undefined
}

import { type Metric, metrics, type Part } from './metrics.ts'

/** How the value of a metric for a group of rows follows from their values. */
type Aggregation =
  | { readonly isSummable: true }
  /** The ratio of the sums of two columns. */
  | {
      readonly isSummable: false
      readonly ratio?: {
        readonly numerator: string
        readonly denominator: string
        readonly factor: number
      }
    }

const millionths = 1_000_000
const unitsOf = { units: 1, thousandths: 1e3, millionths, billionths: 1e9 }

/** Aggregates a metric from columns of the given names. */
export function aggregationOf(metric: Metric, columns: ReadonlySet<string>): Aggregation {
  if (!('ratio' in metric)) return { isSummable: true }
  const numerator = columnFor(metric.ratio, { metric, columns })
  const denominator = columnFor([metric.by], { metric, columns })
  if (numerator === undefined || denominator === undefined) return { isSummable: false }
  return {
    isSummable: false,
    ratio: {
      numerator: numerator.name,
      denominator: denominator.name,
      factor: (metric.times * numerator.units) / (denominator.units * millionths),
    },
  }
}

/** The column of a part, or of the difference of two parts, with the number of stored units in one. */
function columnFor(
  [first, second]: readonly [Part, Part?],
  { metric, columns }: { metric: Metric; columns: ReadonlySet<string> },
): { name: string; units: number } | undefined {
  for (const name of columns) {
    const other = metrics.get(name)
    if (other === undefined || other.source !== metric.source) continue
    if ('sum' in other && second === undefined && isSame(other.sum, first)) {
      return { name, units: unitsOf[other.scale] }
    }
    if ('difference' in other && second !== undefined) {
      const [minuend, subtrahend] = other.difference
      if (isSame(minuend, first) && isSame(subtrahend, second)) return { name, units: millionths }
    }
  }
  return undefined
}

const isSame = (one: Part, other: Part): boolean =>
  one.measure === other.measure && one.only === other.only

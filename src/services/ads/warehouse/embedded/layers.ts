import { columnsOf, type FactName, keyColumnsOf } from '../facts.ts'

/** Rows of some days; of equal keys those of a later layer hold. */
export interface Layer {
  /** What stands in a `from`. */
  readonly from: string
  /** The first and last of its days, as YYYYMMDD. */
  readonly minDay: number
  readonly maxDay: number
}

/** A query for what layers say together. */
export function layeredSelect(fact: FactName, layers: readonly Layer[]): string {
  const columns = columnsOf(fact).join(', ')
  const selects = layers.flatMap((layer, index) => {
    const newer = layers.slice(index + 1).filter((other) => overlaps(layer, other))
    const all = `select ${columns} from ${layer.from} told`
    if (newer.length === 0) return [all]
    // Where no newer layer has rows, nothing has to be looked up.
    const shared = between(newer)
    return [
      `${all} where not (${shared})`,
      `${all} where ${shared} and not exists (${sameIn(fact, newer, shared)})`,
    ]
  })
  return selects.join('\nunion all ')
}

function sameIn(fact: FactName, layers: readonly Layer[], days: string): string {
  const keys = keyColumnsOf(fact)
  const rows = layers.map(({ from }) => `select ${keys.join(', ')} from ${from} where ${days}`)
  const same = keys.map((key) => `newer.${key} = told.${key}`).join(' and ')
  return `select 1 from (${rows.join(' union all ')}) newer where ${same}`
}

function between(layers: readonly Layer[]): string {
  const first = Math.min(...layers.map(({ minDay }) => minDay))
  const last = Math.max(...layers.map(({ maxDay }) => maxDay))
  return `day between ${dayOf(first)} and ${dayOf(last)}`
}

const overlaps = (one: Layer, other: Layer) =>
  one.minDay <= other.maxDay && other.minDay <= one.maxDay

/** A day that is kept as YYYYMMDD, in SQL. */
export const dayOf = (number: number): string => {
  const text = String(number)
  return `date '${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}'`
}

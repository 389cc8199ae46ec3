import { columnOf, type Fact, type FactName, facts } from '../../warehouse/facts.ts'
import type { Part } from '../catalog/metrics.ts'
import type { Days } from '../request/plan.ts'

export type SourceName = FactName | 'conversions'

/** A sum that figures are made of, and the place that it has among them. */
export interface Summed {
  readonly source: SourceName
  readonly part: Part | { readonly customMetric: string }
  readonly days: Days | undefined
  readonly place: string
}

/** The sums that a report needs, each once. */
export class Parts {
  readonly #parts = new Map<string, Summed>()

  /** The place of a sum, which is taken up if it is new. */
  placeOf(wanted: Omit<Summed, 'place'>): string {
    const key = JSON.stringify(wanted)
    const known = this.#parts.get(key)
    if (known !== undefined) return known.place
    const place = `p${this.#parts.size}`
    this.#parts.set(key, { ...wanted, place })
    return place
  }

  get all(): readonly Summed[] {
    return [...this.#parts.values()]
  }

  of(source: SourceName): readonly Summed[] {
    return this.all.filter((part) => part.source === source)
  }
}

/** The measure is an amount of money, in the currency of the account. */
export const isMoney = (fact: FactName, measure: string): boolean =>
  (facts[fact] as Fact).measures.some(({ name, form }) => name === measure && form === 'money')

export const measureColumn = (measure: string): string => `f.${columnOf(measure)}`

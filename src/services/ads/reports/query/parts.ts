import { columnOf, type Fact, type FactName, facts } from '../../warehouse/facts.ts'
import type { Part } from '../catalog/metrics.ts'
import type { Days } from '../request/plan.ts'

export type SourceName = FactName | 'conversions'

/** A sum, and its position among the sums of a report. */
export interface Summed {
  readonly source: SourceName
  readonly part: Part | { readonly customMetric: string }
  readonly days: Days | undefined
  readonly place: string
}

/** The distinct sums that a report needs. */
export class Parts {
  readonly #parts = new Map<string, Summed>()

  /** The position of a sum, which is added if it is new. */
  placeOf(wanted: Omit<Summed, 'place'>): string {
    const key = JSON.stringify(wanted)
    const existing = this.#parts.get(key)
    if (existing !== undefined) return existing.place
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

/** Whether the measure is an amount in the currency of the account. */
export const isMoney = (fact: FactName, measure: string): boolean =>
  (facts[fact] as Fact).measures.some(({ name, form }) => name === measure && form === 'money')

export const measureColumn = (measure: string): string => `f.${columnOf(measure)}`

import { columnOf, type Fact, type FactName, facts } from '../../warehouse/facts.ts'
import type { Part } from '../catalog/metrics.ts'
import type { Days } from '../request/plan.ts'

export type SourceName = FactName | 'conversions'

/** A sum, and its position among the sums of a report. */
export interface Sum {
  readonly source: SourceName
  readonly part: Part | { readonly customMetric: string }
  readonly days: Days | undefined
  readonly place: string
}

/** The distinct sums that a report needs. */
export class Sums {
  readonly #sums = new Map<string, Sum>()

  /** The position of a sum, which is added if it is new. */
  placeOf(sum: Omit<Sum, 'place'>): string {
    const key = JSON.stringify(sum)
    const existing = this.#sums.get(key)
    if (existing !== undefined) return existing.place
    const place = `p${this.#sums.size}`
    this.#sums.set(key, { ...sum, place })
    return place
  }

  get all(): readonly Sum[] {
    return [...this.#sums.values()]
  }

  of(source: SourceName): readonly Sum[] {
    return this.all.filter((part) => part.source === source)
  }
}

/** Whether the measure is an amount in the currency of the account. */
export const isMoney = (fact: FactName, measure: string): boolean =>
  (facts[fact] as Fact).measures.some(({ name, form }) => name === measure && form === 'money')

export const measureColumn = (measure: string): string => `f.${columnOf(measure)}`

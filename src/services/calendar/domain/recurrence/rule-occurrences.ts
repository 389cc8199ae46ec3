import { msPerDay } from '../civil-date.ts'
import { everOccurs, nthOccurrence } from './counted-occurrences.ts'
import { asksForImpossibleDates } from './impossible-dates.ts'
import type { Rule } from './rule.ts'
import { lastWallMs, RulePeriods } from './rule-periods.ts'
import type { StepBudget } from './step-budget.ts'

export interface OccurrencesInput {
  readonly rule: Rule
  readonly startMs: number
  readonly times: readonly number[]
}

/** The occurrences of one rule as wall-clock times. UNTIL is not looked at: it may be an instant. */
export class RuleOccurrences {
  /** No occurrence is later; negative infinity if there is none at all. */
  readonly lastMs: number
  readonly #startMs: number
  readonly #periods: RulePeriods

  constructor({ rule, startMs, times }: OccurrencesInput, budget: StepBudget) {
    this.#startMs = startMs
    this.#periods = new RulePeriods(rule, { startDay: Math.floor(startMs / msPerDay), times })
    this.lastMs = lastWallMs
    const isImpossible = times.length === 0 || asksForImpossibleDates(rule)
    if (isImpossible || !everOccurs(this.#periods, startMs, budget)) {
      this.lastMs = Number.NEGATIVE_INFINITY
    } else if (rule.count !== undefined) {
      this.lastMs = nthOccurrence(this.#periods, { n: rule.count, startMs }, budget)
    }
  }

  has(wallMs: number): boolean {
    if (wallMs < this.#startMs || wallMs > this.lastMs) return false
    const period = this.#periods.at(this.#periods.indexOf(wallMs))
    const index = period.indexFrom(wallMs)
    return index < period.length && period.wallAt(index) === wallMs
  }

  /** Shows the occurrences in a stretch of time until the visitor returns false. */
  visit(
    { fromMs, toMs }: { fromMs: number; toMs: number },
    visitor: (wallMs: number) => boolean,
    budget: StepBudget,
  ): void {
    const first = Math.max(fromMs, this.#startMs)
    const last = Math.min(toMs, this.lastMs)
    if (last < first) return
    const lastIndex = this.#periods.indexOf(last)
    for (let index = this.#periods.indexOf(first); index <= lastIndex; index += 1) {
      const period = this.#periods.at(index)
      if (period.length === 0 && !budget.covers(1)) return
      for (let place = period.indexFrom(first); place < period.length; place += 1) {
        const occurrence = period.wallAt(place)
        if (occurrence > last || !visitor(occurrence)) return
      }
    }
  }
}

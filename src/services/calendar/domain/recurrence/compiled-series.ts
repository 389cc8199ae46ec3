import { msPerDay } from '../civil-date.ts'
import { lastWallMs } from './rule-periods.ts'
import type { RuleSlots } from './rule-slots.ts'
import type { Series } from './series.ts'
import { mergedSlots, placeFrom, type Window } from './slot-lists.ts'
import { StepBudget } from './step-budget.ts'

export interface SeriesParts {
  readonly startSlot: number
  readonly rules: readonly RuleSlots[]
  readonly exceptionRules: readonly RuleSlots[]
  /** In ascending order. */
  readonly added: readonly number[]
  readonly isRemoved: (slot: number) => boolean
}

/**
 * How much may be looked at in vain for one answer: empty periods, and occurrences that are excluded.
 * A series that needs more than this is taken to have no further slots in the window.
 */
const stepsPerExpansionMax = 50_000

/** West of Greenwich the last day of the calendar ends some hours later than in UTC. */
const slotMax = lastWallMs + msPerDay

export class CompiledSeries implements Series {
  readonly firstSlot: number
  readonly lastSlot: number | undefined
  readonly #parts: SeriesParts
  /** What needs no rule: the start and the dates listed beside it, in ascending order. */
  readonly #fixed: readonly number[]

  constructor(parts: SeriesParts) {
    this.#parts = parts
    this.#fixed = mergedSlots([[parts.startSlot], [...parts.added]], Number.POSITIVE_INFINITY)
    this.firstSlot = this.#fixed[0]!
    this.lastSlot = latest([this.#fixed.at(-1), ...parts.rules.map(({ lastSlot }) => lastSlot)])
  }

  slots(window: Window): number[] {
    const from = Math.max(window.from, this.firstSlot)
    const to = Math.min(window.to, (this.lastSlot ?? slotMax) + 1)
    const { limit } = window
    if (from >= to || limit <= 0) return []
    const budget = new StepBudget(stepsPerExpansionMax)
    const accepts = (slot: number) => !this.#isExcluded(slot, budget)
    const lists = this.#parts.rules.map((rule) => rule.slots({ from, to, limit }, accepts, budget))
    lists.push(this.#fixedSlots({ from, to, limit }, accepts))
    return mergedSlots(lists, limit)
  }

  hasSlot(slot: number): boolean {
    const isFixed = this.#fixed[placeFrom(this.#fixed, slot)] === slot
    const isOccurrence = isFixed || this.#parts.rules.some((rule) => rule.has(slot))
    return isOccurrence && !this.#isExcluded(slot)
  }

  #fixedSlots({ from, to, limit }: Window, accepts: (slot: number) => boolean): number[] {
    return this.#fixed
      .slice(placeFrom(this.#fixed, from), placeFrom(this.#fixed, to))
      .filter(accepts)
      .slice(0, limit)
  }

  #isExcluded(slot: number, budget?: StepBudget): boolean {
    const { isRemoved, exceptionRules } = this.#parts
    const isExcluded = isRemoved(slot) || exceptionRules.some((rule) => rule.has(slot))
    // Having asked the rules in vain costs as much as stepping through so many periods.
    if (isExcluded) budget?.covers(exceptionRules.length)
    return isExcluded
  }
}

/** Undefined, for no end, is later than anything. */
function latest(lasts: readonly (number | undefined)[]): number | undefined {
  let last = Number.NEGATIVE_INFINITY
  for (const candidate of lasts) {
    if (candidate === undefined) return undefined
    last = Math.max(last, candidate)
  }
  return last
}

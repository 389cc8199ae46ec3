import { midnightOf, msPerDay } from '../civil-date.ts'
import { instantMsAt } from '../zone-offsets.ts'
import type { DateValue } from './date-value.ts'
import type { Rule } from './rule.ts'
import { RuleOccurrences } from './rule-occurrences.ts'
import type { SeriesStart } from './series.ts'
import { insertSlot, type Window } from './slot-lists.ts'
import type { StepBudget } from './step-budget.ts'
import { timesOfDay } from './times-of-day.ts'
import type { WallClock } from './wall-clock.ts'

export interface RuleSlotsInput {
  readonly rule: Rule
  readonly start: SeriesStart
  readonly clock: WallClock
}

/** The slots that one rule gives. */
export class RuleSlots {
  /** No slot is later; undefined for a rule without end, negative infinity for one without slots. */
  readonly lastSlot: number | undefined
  readonly #clock: WallClock
  readonly #until: number
  readonly #occurrences: RuleOccurrences

  constructor({ rule, start, clock }: RuleSlotsInput, budget: StepBudget) {
    const times = timesOfDay(rule, start)
    this.#clock = clock
    this.#until = untilSlot(rule.until, start.zone)
    this.#occurrences = new RuleOccurrences({ rule, startMs: start.wallMs, times }, budget)
    this.lastSlot = this.#lastSlot(rule, budget)
  }

  has(slot: number): boolean {
    if (slot > this.#until) return false
    return this.#clock.wallsOf(slot).some((wallMs) => this.#occurrences.has(wallMs))
  }

  /** Slots in the window that are accepted, in ascending order. */
  slots(window: Window, accepts: (slot: number) => boolean, budget: StepBudget): number[] {
    const { setbackMaxMs } = this.#clock
    const { from, limit } = window
    const to = Math.min(window.to, this.#until + 1)
    const found: number[] = []
    const visitor = (wallMs: number) => {
      const slot = this.#clock.slotOf(wallMs)
      if (found.length >= limit && slot >= found[limit - 1]! + setbackMaxMs) return false
      if (slot < from || slot >= to || !accepts(slot)) return budget.covers(1)
      insertSlot(found, slot)
      return true
    }
    this.#occurrences.visit(this.#wallsAround({ from, to }), visitor, budget)
    return found.slice(0, limit)
  }

  /** A stretch of wall-clock time that is sure to hold all times whose slots are in the range. */
  #wallsAround({ from, to }: { from: number; to: number }): { fromMs: number; toMs: number } {
    const { setbackMaxMs } = this.#clock
    return {
      fromMs: this.#clock.wallOf(from) - setbackMaxMs,
      toMs: this.#clock.wallOf(to) + setbackMaxMs,
    }
  }

  #lastSlot({ count, until }: Rule, budget: StepBudget): number | undefined {
    const { lastMs } = this.#occurrences
    if (lastMs === Number.NEGATIVE_INFINITY) return lastMs
    if (until !== undefined) return this.#until
    if (count === undefined) return undefined
    // Where the clock was put forward, an earlier time may give a later slot.
    let last = this.#clock.slotOf(lastMs)
    const visitor = (wallMs: number) => {
      last = Math.max(last, this.#clock.slotOf(wallMs))
      return true
    }
    const lastDay = { fromMs: lastMs - this.#clock.setbackMaxMs, toMs: lastMs }
    this.#occurrences.visit(lastDay, visitor, budget)
    return last
  }
}

/** The last instant, or for whole days the last date, that the value admits. */
function untilSlot(until: DateValue | undefined, zone: string | undefined): number {
  if (until === undefined) return Number.POSITIVE_INFINITY
  const { form, wallMs } = until
  if (zone === undefined) return midnightOf(wallMs)
  if (form === 'utc') return wallMs
  if (form === 'floating') return instantMsAt(zone, wallMs)
  return instantMsAt(zone, wallMs + msPerDay) - 1
}

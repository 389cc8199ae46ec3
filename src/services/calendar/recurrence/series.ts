import { msPerDay } from '../time/civil-date.ts'
import { addedSlots, readRecurrenceLines, removedSlots } from './recurrence-lines.ts'
import type { Rule } from './rule.ts'
import { lastWallMs, StepBudget } from './rule-occurrences.ts'
import {
  dateClock,
  mergedSlots,
  placeFrom,
  RuleSlots,
  type WallClock,
  type Window,
  withSlot,
  zoneClock,
} from './rule-slots.ts'

/** Where a series begins. A zone makes it a timed one; without a zone it is a series of whole days. */
export interface SeriesStart {
  /** The wall clock's time of the first occurrence, as ms since 1970-01-01T00:00 of that wall clock; for whole days a midnight. */
  readonly wallMs: number
  readonly zone: string | undefined
  /** The slot of the start, where the wall clock shows its time twice. */
  readonly slot?: number
}

/** A slot is the original start of an occurrence: the instant in ms for timed series; for whole days the date as the ms of its midnight in UTC. */
export interface Series {
  /** Lower bound: no slot is earlier. It is the slot of the start, or of an RDATE before it. */
  readonly firstSlot: number
  /** Upper bound: no slot is later than this; undefined for an endless series. */
  readonly lastSlot: number | undefined
  /** Slots with from <= slot < to in ascending order without duplicates, at most `limit` of them. */
  slots(window: Window): number[]
  hasSlot(slot: number): boolean
}

/** Reads recurrence lines as a client writes them. Throws invalidField('Invalid recurrence rule.') for anything it cannot honour. */
export function compileSeries(lines: readonly string[], start: SeriesStart): Series {
  const read = readRecurrenceLines(lines)
  const clock = clockOf(start)
  const budget = new StepBudget(stepsPerCompilationMax)
  const compiled = (rule: Rule) => new RuleSlots({ rule, start, clock }, budget)
  return new CompiledSeries({
    startSlot: clock.slotOf(start.wallMs),
    rules: read.rules.map(compiled),
    exceptionRules: read.exceptionRules.map(compiled),
    added: addedSlots(read.dates, start, clock),
    isRemoved: removedSlots(read.exceptionDates, start, clock),
  })
}

function clockOf({ zone, wallMs, slot }: SeriesStart): WallClock {
  if (zone === undefined) return dateClock
  const clock = zoneClock(zone)
  return slot === undefined ? clock : withSlot(clock, wallMs, slot)
}

/**
 * How many periods may be looked at to learn whether a rule ever matches and where its COUNT ends.
 * Even by the day that is centuries, and most rules need one or two.
 */
const stepsPerCompilationMax = 100_000

interface SeriesParts {
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

class CompiledSeries implements Series {
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

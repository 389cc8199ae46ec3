import { CompiledSeries } from './compiled-series.ts'
import { addedSlots, removedSlots } from './listed-dates.ts'
import { readRecurrenceLines } from './recurrence-lines.ts'
import type { Rule } from './rule.ts'
import { RuleSlots } from './rule-slots.ts'
import type { Window } from './slot-lists.ts'
import { StepBudget } from './step-budget.ts'
import { dateClock, type WallClock, withSlot, zoneClock } from './wall-clock.ts'

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

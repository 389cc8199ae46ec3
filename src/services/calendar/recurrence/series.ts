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

/** The start of a series. With a zone it is timed, without one all-day. */
export interface SeriesStart {
  /**
   * The start on the wall clock, as ms since 1970-01-01T00:00 of that clock; a midnight for all-day
   * series.
   */
  readonly wallMs: number
  readonly zone: string | undefined
  /** The instant of the start, if the wall-clock time is ambiguous. */
  readonly slot?: number
}

/**
 * A slot is the original start of an instance: the instant in ms, or UTC midnight of the date for
 * all-day series.
 */
export interface Series {
  /** No slot is earlier: the start, or an RDATE before it. */
  readonly firstSlot: number
  /** No slot is later; undefined for an endless series. */
  readonly lastSlot: number | undefined
  /** Slots with from <= slot < to, ascending, without duplicates, at most `limit`. */
  slots(window: Window): number[]
  hasSlot(slot: number): boolean
}

/**
 * Compiles recurrence lines. Throws invalidField('Invalid recurrence rule.') if they are invalid or
 * unsupported.
 */
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
 * How many periods may be searched for the first occurrence of a rule and the end of its COUNT. For a
 * daily rule these are centuries; most rules need one or two.
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
 * How many empty periods and excluded occurrences may be skipped per expansion. Beyond that, a series
 * counts as having no further slots in the window.
 */
const stepsPerExpansionMax = 50_000

const expansionBudget = () => new StepBudget(stepsPerExpansionMax)

const cachedWindowMsMax = 62 * msPerDay
const marginMs = 31 * msPerDay
const cachedSlotsMax = 250
const windowsBeforeCaching = 2

/** West of Greenwich, the last day ends some hours later than in UTC. */
const slotMax = lastWallMs + msPerDay

class CompiledSeries implements Series {
  readonly firstSlot: number
  readonly lastSlot: number | undefined
  readonly #parts: SeriesParts
  /** The start and the RDATEs, in ascending order. */
  readonly #fixed: readonly number[]
  #cached: (Pick<Window, 'from' | 'to'> & { readonly slots: readonly number[] }) | undefined
  /** Windows that were expanded since the cache was filled. */
  #windows = 0

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
    const cached = this.#cachedAround(from, to)
    if (cached === undefined) return this.#expanded({ from, to, limit }, expansionBudget())
    const first = placeFrom(cached, from)
    return cached.slice(first, Math.min(placeFrom(cached, to), first + limit))
  }

  #expanded({ from, to, limit }: Window, budget: StepBudget): number[] {
    const accepts = (slot: number) => !this.#isExcluded(slot, budget)
    const lists = this.#parts.rules.map((rule) => rule.slots({ from, to, limit }, accepts, budget))
    lists.push(this.#fixedSlots({ from, to, limit }, accepts))
    return mergedSlots(lists, limit)
  }

  /** The slots around a window, expanded once for windows near each other, as calendars ask for them. */
  #cachedAround(from: number, to: number): readonly number[] | undefined {
    const cached = this.#cached
    if (cached !== undefined && from >= cached.from && to <= cached.to) return cached.slots
    if (to - from > cachedWindowMsMax || ++this.#windows < windowsBeforeCaching) return undefined
    this.#windows = 0
    const around = { from: from - marginMs, to: to + marginMs }
    const budget = expansionBudget()
    const slots = this.#expanded({ ...around, limit: cachedSlotsMax }, budget)
    if (slots.length === cachedSlotsMax || !budget.covers(0)) return undefined
    this.#cached = { ...around, slots }
    return slots
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
    // An exclusion costs as much as stepping through a period per exception rule.
    if (isExcluded) budget?.covers(exceptionRules.length)
    return isExcluded
  }
}

/** Undefined means endless. */
function latest(lasts: readonly (number | undefined)[]): number | undefined {
  let last = Number.NEGATIVE_INFINITY
  for (const candidate of lasts) {
    if (candidate === undefined) return undefined
    last = Math.max(last, candidate)
  }
  return last
}

import { msPerDay } from '../time/civil-date.ts'
import {
  addedOriginalStarts,
  readRecurrenceLines,
  removedOriginalStarts,
} from './recurrence-lines.ts'
import type { Rule } from './rule.ts'
import { lastWallMs, StepBudget } from './rule-occurrences.ts'
import {
  dateClock,
  mergedOriginalStarts,
  placeFrom,
  RuleStarts,
  type WallClock,
  type Window,
  withOriginalStart,
  zoneClock,
} from './rule-starts.ts'

/** The start of a series. With a zone it is timed, without one all-day. */
export interface SeriesStart {
  /**
   * The start on the wall clock, as ms since 1970-01-01T00:00 of that clock; a midnight for all-day
   * series.
   */
  readonly wallMs: number
  readonly zone: string | undefined
  /** The instant of the start, if the wall-clock time is ambiguous. */
  readonly originalStart?: number
}

/**
 * The original starts of a recurring event. Each is an instant in ms, or UTC midnight of the date for
 * all-day series.
 */
export interface Series {
  /** No start is earlier: the start, or an RDATE before it. */
  readonly firstStart: number
  /** No start is later; undefined for an endless series. */
  readonly lastStart: number | undefined
  /** Those with from <= start < to, ascending, without duplicates, at most `limit`. */
  originalStarts(window: Window): number[]
  hasOriginalStart(originalStart: number): boolean
}

/**
 * Compiles recurrence lines. Throws invalidField('Invalid recurrence rule.') if they are invalid or
 * unsupported.
 */
export function compileSeries(lines: readonly string[], start: SeriesStart): Series {
  const read = readRecurrenceLines(lines)
  const clock = clockOf(start)
  const budget = new StepBudget(stepsPerCompilationMax)
  const compiledRule = (rule: Rule) => new RuleStarts({ rule, start, clock }, budget)
  return new CompiledSeries({
    seriesStart: clock.originalStartOf(start.wallMs),
    rules: read.rules.map(compiledRule),
    exceptionRules: read.exceptionRules.map(compiledRule),
    added: addedOriginalStarts(read.dates, start, clock),
    isRemoved: removedOriginalStarts(read.exceptionDates, start, clock),
  })
}

function clockOf({ zone, wallMs, originalStart }: SeriesStart): WallClock {
  if (zone === undefined) return dateClock
  const clock = zoneClock(zone)
  return originalStart === undefined ? clock : withOriginalStart(clock, wallMs, originalStart)
}

/**
 * How many periods may be searched for the first occurrence of a rule and the end of its COUNT. For a
 * daily rule these are centuries; most rules need one or two.
 */
const stepsPerCompilationMax = 100_000

interface SeriesParts {
  readonly seriesStart: number
  readonly rules: readonly RuleStarts[]
  readonly exceptionRules: readonly RuleStarts[]
  /** In ascending order. */
  readonly added: readonly number[]
  readonly isRemoved: (originalStart: number) => boolean
}

/**
 * How many empty periods and excluded occurrences may be skipped per expansion. Beyond that, a series
 * counts as having no further starts in the window.
 */
const stepsPerExpansionMax = 50_000

const expansionBudget = () => new StepBudget(stepsPerExpansionMax)

const cachedWindowMsMax = 62 * msPerDay
const marginMs = 31 * msPerDay
const cachedStartsMax = 250
const windowsBeforeCaching = 2

/** West of Greenwich, the last day ends some hours later than in UTC. */
const latestStart = lastWallMs + msPerDay

class CompiledSeries implements Series {
  readonly firstStart: number
  readonly lastStart: number | undefined
  readonly #parts: SeriesParts
  /** The start and the RDATEs, in ascending order. */
  readonly #fixed: readonly number[]
  #cached:
    | (Pick<Window, 'from' | 'to'> & { readonly originalStarts: readonly number[] })
    | undefined
  /** Windows that were expanded since the cache was filled. */
  #windows = 0

  constructor(parts: SeriesParts) {
    this.#parts = parts
    this.#fixed = mergedOriginalStarts(
      [[parts.seriesStart], [...parts.added]],
      Number.POSITIVE_INFINITY,
    )
    this.firstStart = this.#fixed[0]!
    this.lastStart = latest([this.#fixed.at(-1), ...parts.rules.map(({ lastStart }) => lastStart)])
  }

  originalStarts(window: Window): number[] {
    const from = Math.max(window.from, this.firstStart)
    const to = Math.min(window.to, (this.lastStart ?? latestStart) + 1)
    const { limit } = window
    if (from >= to || limit <= 0) return []
    const cached = this.#cachedAround(from, to)
    if (cached === undefined) return this.#originalStarts({ from, to, limit }, expansionBudget())
    const first = placeFrom(cached, from)
    return cached.slice(first, Math.min(placeFrom(cached, to), first + limit))
  }

  #originalStarts({ from, to, limit }: Window, budget: StepBudget): number[] {
    const accepts = (originalStart: number) => !this.#isExcluded(originalStart, budget)
    const lists = this.#parts.rules.map((rule) =>
      rule.originalStarts({ from, to, limit }, accepts, budget),
    )
    lists.push(this.#fixedOriginalStarts({ from, to, limit }, accepts))
    return mergedOriginalStarts(lists, limit)
  }

  /** The starts around a window, expanded once for windows near each other, as calendars ask for them. */
  #cachedAround(from: number, to: number): readonly number[] | undefined {
    const cached = this.#cached
    if (cached !== undefined && from >= cached.from && to <= cached.to) return cached.originalStarts
    if (to - from > cachedWindowMsMax || ++this.#windows < windowsBeforeCaching) return undefined
    this.#windows = 0
    const around = { from: from - marginMs, to: to + marginMs }
    const budget = expansionBudget()
    const originalStarts = this.#originalStarts({ ...around, limit: cachedStartsMax }, budget)
    if (originalStarts.length === cachedStartsMax || !budget.covers(0)) return undefined
    this.#cached = { ...around, originalStarts }
    return originalStarts
  }

  hasOriginalStart(originalStart: number): boolean {
    const isFixed = this.#fixed[placeFrom(this.#fixed, originalStart)] === originalStart
    const isOccurrence = isFixed || this.#parts.rules.some((rule) => rule.has(originalStart))
    return isOccurrence && !this.#isExcluded(originalStart)
  }

  #fixedOriginalStarts(
    { from, to, limit }: Window,
    accepts: (originalStart: number) => boolean,
  ): number[] {
    return this.#fixed
      .slice(placeFrom(this.#fixed, from), placeFrom(this.#fixed, to))
      .filter(accepts)
      .slice(0, limit)
  }

  #isExcluded(originalStart: number, budget?: StepBudget): boolean {
    const { isRemoved, exceptionRules } = this.#parts
    const isExcluded =
      isRemoved(originalStart) || exceptionRules.some((rule) => rule.has(originalStart))
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

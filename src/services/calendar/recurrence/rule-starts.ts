import { midnightOf, msPerDay } from '../time/civil-date.ts'
import { instantMsAt, offsetMsAt, wallMsAt } from '../time/zone-offsets.ts'
import { chosenPlaces } from './periods.ts'
import { type DateValue, invalidRule, type Rule } from './rule.ts'
import { RuleOccurrences, type StepBudget } from './rule-occurrences.ts'
import type { SeriesStart } from './series.ts'

interface RuleStartsInput {
  readonly rule: Rule
  readonly start: SeriesStart
  readonly clock: WallClock
}

/** The original starts that one rule produces. */
export class RuleStarts {
  /** No start is later; undefined for an endless rule, negative infinity for one without starts. */
  readonly lastStart: number | undefined
  readonly #clock: WallClock
  readonly #until: number
  readonly #occurrences: RuleOccurrences

  constructor({ rule, start, clock }: RuleStartsInput, budget: StepBudget) {
    const times = timesOfDay(rule, start)
    this.#clock = clock
    this.#until = untilOriginalStart(rule.until, start.zone)
    this.#occurrences = new RuleOccurrences({ rule, startMs: start.wallMs, times }, budget)
    this.lastStart = this.#lastStart(rule, budget)
  }

  has(originalStart: number): boolean {
    if (originalStart > this.#until) return false
    return this.#clock.wallsOf(originalStart).some((wallMs) => this.#occurrences.has(wallMs))
  }

  /** The accepted starts in the window, in ascending order. */
  originalStarts(
    window: Window,
    accepts: (originalStart: number) => boolean,
    budget: StepBudget,
  ): number[] {
    const { setbackMaxMs } = this.#clock
    const { from, limit } = window
    const to = Math.min(window.to, this.#until + 1)
    const found: number[] = []
    const visitor = (wallMs: number) => {
      const originalStart = this.#clock.originalStartOf(wallMs)
      if (found.length >= limit && originalStart >= found[limit - 1]! + setbackMaxMs) return false
      if (originalStart < from || originalStart >= to || !accepts(originalStart))
        return budget.covers(1)
      insertOriginalStart(found, originalStart)
      return true
    }
    this.#occurrences.visit(this.#wallsAround({ from, to }), visitor, budget)
    return found.slice(0, limit)
  }

  /** A range of wall-clock time that contains all times whose starts are in the range. */
  #wallsAround({ from, to }: { from: number; to: number }): { fromMs: number; toMs: number } {
    const { setbackMaxMs } = this.#clock
    return {
      fromMs: this.#clock.wallOf(from) - setbackMaxMs,
      toMs: this.#clock.wallOf(to) + setbackMaxMs,
    }
  }

  #lastStart({ count, until }: Rule, budget: StepBudget): number | undefined {
    const { lastMs } = this.#occurrences
    if (lastMs === Number.NEGATIVE_INFINITY) return lastMs
    if (until !== undefined) return this.#until
    if (count === undefined) return undefined
    // When clocks go forward, an earlier wall-clock time can have a later start.
    let last = this.#clock.originalStartOf(lastMs)
    const visitor = (wallMs: number) => {
      last = Math.max(last, this.#clock.originalStartOf(wallMs))
      return true
    }
    const lastDay = { fromMs: lastMs - this.#clock.setbackMaxMs, toMs: lastMs }
    this.#occurrences.visit(lastDay, visitor, budget)
    return last
  }
}

/** The last instant that UNTIL admits; for all-day series, the last date. */
function untilOriginalStart(until: DateValue | undefined, zone: string | undefined): number {
  if (until === undefined) return Number.POSITIVE_INFINITY
  const { form, wallMs } = until
  if (zone === undefined) return midnightOf(wallMs)
  if (form === 'utc') return wallMs
  if (form === 'floating') return instantMsAt(zone, wallMs)
  return instantMsAt(zone, wallMs + msPerDay) - 1
}

/** `from` is inclusive, `to` exclusive; at most `limit` starts. */
export interface Window {
  readonly from: number
  readonly to: number
  readonly limit: number
}

/** Inserts a start into a sorted list, unless it is there. It usually belongs at the end. */
function insertOriginalStart(originalStarts: number[], originalStart: number): void {
  let place = originalStarts.length
  if (place > 0 && originalStarts[place - 1]! >= originalStart)
    place = placeFrom(originalStarts, originalStart)
  if (originalStarts[place] === originalStart) return
  if (place === originalStarts.length) originalStarts.push(originalStart)
  else originalStarts.splice(place, 0, originalStart)
}

/** Merges sorted lists without duplicates, up to a limit. */
export function mergedOriginalStarts(lists: readonly number[][], limit: number): number[] {
  // Usually there is one rule.
  const filled = lists.filter((list) => list.length > 0)
  if (filled.length < 2) return filled[0] ?? []
  const sorted = Float64Array.from(filled.flat()).sort()
  return Array.from(
    sorted.filter((originalStart, place) => originalStart !== sorted[place - 1]),
  ).slice(0, limit)
}

/** The index of the first start in a sorted list at or after the given one. */
export function placeFrom(originalStarts: readonly number[], originalStart: number): number {
  let low = 0
  let high = originalStarts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (originalStarts[middle]! < originalStart) low = middle + 1
    else high = middle
  }
  return low
}

/** One for each minute. */
const timesPerDayMax = 1_440

/** The times of day of the rule's occurrences, in ms after midnight. */
function timesOfDay(rule: Rule, { wallMs, zone }: SeriesStart): readonly number[] {
  const startTime = wallMs - midnightOf(wallMs)
  const hours = inOrder(rule.hours, Math.floor(startTime / 3_600_000))
  const minutes = inOrder(rule.minutes, Math.floor(startTime / 60_000) % 60)
  const seconds = inOrder(rule.seconds, Math.floor(startTime / 1_000) % 60)
  if (hours.length * minutes.length * seconds.length > timesPerDayMax) throw invalidRule()
  // All-day events have no time of day.
  if (zone === undefined) return chosenOfDay(rule, [0])
  const times = hours.flatMap((hour) =>
    minutes.flatMap((minute) =>
      seconds.map((second) => ((hour * 60 + minute) * 60 + second) * 1_000 + (startTime % 1_000)),
    ),
  )
  return chosenOfDay(rule, times)
}

/**
 * In a daily rule, BYSETPOS selects from the times of each day; in others, from all times of a
 * period.
 */
function chosenOfDay(rule: Rule, times: readonly number[]): readonly number[] {
  const { frequency, setPositions } = rule
  if (frequency !== 'DAILY' || setPositions.length === 0) return times
  return chosenPlaces(setPositions, times.length).map((place) => times[place]!)
}

function inOrder(values: readonly number[], otherwise: number): readonly number[] {
  if (values.length === 0) return [otherwise]
  return [...new Set(values)].sort((a, b) => a - b)
}

/** Converts wall-clock times of a series into starts and back. */
export interface WallClock {
  /** A later wall-clock time never has a start that is earlier by more than this. */
  readonly setbackMaxMs: number
  originalStartOf(wallMs: number): number
  wallOf(originalStart: number): number
  /** The wall-clock times with this start: none, one, or two when clocks go forward. */
  wallsOf(originalStart: number): readonly number[]
}

/** All-day events have no zone: a date is its own start. */
export const dateClock: WallClock = {
  setbackMaxMs: 0,
  originalStartOf: (wallMs) => wallMs,
  wallOf: (originalStart) => originalStart,
  wallsOf: (originalStart) => [originalStart],
}

export function zoneClock(zone: string): WallClock {
  const originalStartOf = (wallMs: number) => instantMsAt(zone, wallMs)
  const wallOf = (originalStart: number) => wallMsAt(zone, originalStart)
  return {
    // The largest change in the tz database: islands that crossed the date line.
    setbackMaxMs: msPerDay,
    originalStartOf,
    wallOf,
    wallsOf: (originalStart) => {
      const shown = wallOf(originalStart)
      // The wall-clock time without the changes of the last day.
      const unchanged = originalStart + offsetMsAt(zone, originalStart - msPerDay)
      if (unchanged === shown) return [shown]
      return [unchanged, shown].filter((wallMs) => originalStartOf(wallMs) === originalStart)
    },
  }
}

/** The same clock, except that an ambiguous wall-clock time has this start. */
export function withOriginalStart(
  clock: WallClock,
  wallMs: number,
  originalStart: number,
): WallClock {
  if (clock.originalStartOf(wallMs) === originalStart) return clock
  return {
    ...clock,
    originalStartOf: (ms) => (ms === wallMs ? originalStart : clock.originalStartOf(ms)),
    wallsOf: (found) =>
      found === originalStart ? [wallMs] : clock.wallsOf(found).filter((ms) => ms !== wallMs),
  }
}

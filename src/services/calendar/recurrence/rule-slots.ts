import { midnightOf, msPerDay } from '../time/civil-date.ts'
import { instantMsAt, offsetMsAt, wallMsAt } from '../time/zone-offsets.ts'
import { chosenPlaces } from './periods.ts'
import { type DateValue, invalidRule, type Rule } from './rule.ts'
import { RuleOccurrences, type StepBudget } from './rule-occurrences.ts'
import type { SeriesStart } from './series.ts'

interface RuleSlotsInput {
  readonly rule: Rule
  readonly start: SeriesStart
  readonly clock: WallClock
}

/** The original starts ("slots") that one rule produces. */
export class RuleSlots {
  /** No slot is later; undefined for an endless rule, negative infinity for one without slots. */
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

  /** The accepted slots in the window, in ascending order. */
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

  /** A range of wall-clock time that contains all times whose slots are in the range. */
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
    // When clocks go forward, an earlier wall-clock time can have a later slot.
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

/** The last instant that UNTIL admits; for all-day series, the last date. */
function untilSlot(until: DateValue | undefined, zone: string | undefined): number {
  if (until === undefined) return Number.POSITIVE_INFINITY
  const { form, wallMs } = until
  if (zone === undefined) return midnightOf(wallMs)
  if (form === 'utc') return wallMs
  if (form === 'floating') return instantMsAt(zone, wallMs)
  return instantMsAt(zone, wallMs + msPerDay) - 1
}

/** `from` is inclusive, `to` exclusive; at most `limit` slots. */
export interface Window {
  readonly from: number
  readonly to: number
  readonly limit: number
}

/** Inserts a slot into a sorted list, unless it is there. It usually belongs at the end. */
function insertSlot(slots: number[], slot: number): void {
  let place = slots.length
  if (place > 0 && slots[place - 1]! >= slot) place = placeFrom(slots, slot)
  if (slots[place] === slot) return
  if (place === slots.length) slots.push(slot)
  else slots.splice(place, 0, slot)
}

/** Merges sorted lists without duplicates, up to a limit. */
export function mergedSlots(lists: readonly number[][], limit: number): number[] {
  // Usually there is one rule.
  const filled = lists.filter((list) => list.length > 0)
  if (filled.length < 2) return filled[0] ?? []
  const sorted = Float64Array.from(filled.flat()).sort()
  return Array.from(sorted.filter((slot, place) => slot !== sorted[place - 1])).slice(0, limit)
}

/** The index of the first slot in a sorted list at or after the given one. */
export function placeFrom(slots: readonly number[], slot: number): number {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (slots[middle]! < slot) low = middle + 1
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

/** Converts wall-clock times of a series into slots and back. */
export interface WallClock {
  /** A later wall-clock time never has a slot that is earlier by more than this. */
  readonly setbackMaxMs: number
  slotOf(wallMs: number): number
  wallOf(slot: number): number
  /** The wall-clock times with this slot: none, one, or two when clocks go forward. */
  wallsOf(slot: number): readonly number[]
}

/** All-day events have no zone: a date is its own slot. */
export const dateClock: WallClock = {
  setbackMaxMs: 0,
  slotOf: (wallMs) => wallMs,
  wallOf: (slot) => slot,
  wallsOf: (slot) => [slot],
}

export function zoneClock(zone: string): WallClock {
  const slotOf = (wallMs: number) => instantMsAt(zone, wallMs)
  const wallOf = (slot: number) => wallMsAt(zone, slot)
  return {
    // The largest change in the tz database: islands that crossed the date line.
    setbackMaxMs: msPerDay,
    slotOf,
    wallOf,
    wallsOf: (slot) => {
      const shown = wallOf(slot)
      // The wall-clock time without the changes of the last day.
      const unchanged = slot + offsetMsAt(zone, slot - msPerDay)
      if (unchanged === shown) return [shown]
      return [unchanged, shown].filter((wallMs) => slotOf(wallMs) === slot)
    },
  }
}

/** The same clock, except that an ambiguous wall-clock time has this slot. */
export function withSlot(clock: WallClock, wallMs: number, slot: number): WallClock {
  if (clock.slotOf(wallMs) === slot) return clock
  return {
    ...clock,
    slotOf: (ms) => (ms === wallMs ? slot : clock.slotOf(ms)),
    wallsOf: (found) =>
      found === slot ? [wallMs] : clock.wallsOf(found).filter((ms) => ms !== wallMs),
  }
}

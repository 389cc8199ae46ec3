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

/** From inclusive, to exclusive, and how many slots are wanted at most. */
export interface Window {
  readonly from: number
  readonly to: number
  readonly limit: number
}

/** Adds a slot to others in ascending order, unless it is there. It mostly belongs to the end. */
function insertSlot(slots: number[], slot: number): void {
  let place = slots.length
  if (place > 0 && slots[place - 1]! >= slot) place = placeFrom(slots, slot)
  if (slots[place] === slot) return
  if (place === slots.length) slots.push(slot)
  else slots.splice(place, 0, slot)
}

/** The first slots of all lists together, in ascending order, each once. */
export function mergedSlots(lists: readonly number[][], limit: number): number[] {
  // Mostly one rule gives everything.
  const filled = lists.filter((list) => list.length > 0)
  if (filled.length < 2) return filled[0] ?? []
  const sorted = Float64Array.from(filled.flat()).sort()
  return Array.from(sorted.filter((slot, place) => slot !== sorted[place - 1])).slice(0, limit)
}

/** The place of the first slot in ascending ones that is not before the given one. */
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

/** The times, in ms after midnight, at which the rule puts an occurrence on each of its days. */
function timesOfDay(rule: Rule, { wallMs, zone }: SeriesStart): readonly number[] {
  const startTime = wallMs - midnightOf(wallMs)
  const hours = inOrder(rule.hours, Math.floor(startTime / 3_600_000))
  const minutes = inOrder(rule.minutes, Math.floor(startTime / 60_000) % 60)
  const seconds = inOrder(rule.seconds, Math.floor(startTime / 1_000) % 60)
  if (hours.length * minutes.length * seconds.length > timesPerDayMax) throw invalidRule()
  // Whole days have no time that a rule could change.
  if (zone === undefined) return chosenOfDay(rule, [0])
  const times = hours.flatMap((hour) =>
    minutes.flatMap((minute) =>
      seconds.map((second) => ((hour * 60 + minute) * 60 + second) * 1_000 + (startTime % 1_000)),
    ),
  )
  return chosenOfDay(rule, times)
}

/** In a daily rule BYSETPOS chooses among the times of each day; otherwise that waits for the days. */
function chosenOfDay(rule: Rule, times: readonly number[]): readonly number[] {
  const { frequency, setPositions } = rule
  if (frequency !== 'DAILY' || setPositions.length === 0) return times
  return chosenPlaces(setPositions, times.length).map((place) => times[place]!)
}

function inOrder(values: readonly number[], otherwise: number): readonly number[] {
  if (values.length === 0) return [otherwise]
  return [...new Set(values)].sort((a, b) => a - b)
}

/** Leads from the times on the wall clock of a series to its slots and back. */
export interface WallClock {
  /** A later time on the clock never gives a slot that is earlier by more than this. */
  readonly setbackMaxMs: number
  slotOf(wallMs: number): number
  wallOf(slot: number): number
  /** The times on the clock that have this slot: none, one, or two where the clock was put forward. */
  wallsOf(slot: number): readonly number[]
}

/** Whole days have no zone: a date is its own slot. */
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
    // The largest change of a clock known to the tz database: islands that went over the date line.
    setbackMaxMs: msPerDay,
    slotOf,
    wallOf,
    wallsOf: (slot) => {
      const shown = wallOf(slot)
      // What the clock would show had it not been changed in the last day.
      const unchanged = slot + offsetMsAt(zone, slot - msPerDay)
      if (unchanged === shown) return [shown]
      return [unchanged, shown].filter((wallMs) => slotOf(wallMs) === slot)
    },
  }
}

/** The same clock, but that a time which it shows twice is meant as the one that has the slot. */
export function withSlot(clock: WallClock, wallMs: number, slot: number): WallClock {
  if (clock.slotOf(wallMs) === slot) return clock
  return {
    ...clock,
    slotOf: (ms) => (ms === wallMs ? slot : clock.slotOf(ms)),
    wallsOf: (found) =>
      found === slot ? [wallMs] : clock.wallsOf(found).filter((ms) => ms !== wallMs),
  }
}

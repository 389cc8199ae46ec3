import { civilDateOf, dayNumberOf, msPerDay, weekdayOf } from '../time/civil-date.ts'
import {
  chosenPlaces,
  dailyPeriods,
  monthlyPeriods,
  Period,
  type Periods,
  weeklyPeriods,
  yearlyPeriods,
} from './periods.ts'
import { invalidRule, type Rule } from './rule.ts'

interface OccurrencesInput {
  readonly rule: Rule
  readonly startMs: number
  readonly times: readonly number[]
}

/** The occurrences of one rule as wall-clock times, ignoring UNTIL, which may be an instant. */
export class RuleOccurrences {
  /** No occurrence is later; negative infinity if there are none. */
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

  /** Visits the occurrences in a range of time until the visitor returns false. */
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

/** Whether a rule has any occurrence at or after the start. One cycle decides it. */
function everOccurs(periods: RulePeriods, startMs: number, budget: StepBudget): boolean {
  for (let index = 0; index <= periods.perCycle && periods.isInCalendar(index); index += 1) {
    if (!budget.covers(1)) throw invalidRule()
    const period = periods.at(index)
    if (period.indexFrom(startMs) < period.length) return true
  }
  return false
}

/**
 * The time of the nth occurrence at or after the start, at most the end of the calendar. The rule
 * must have occurrences.
 */
function nthOccurrence(
  periods: RulePeriods,
  { n, startMs }: { n: number; startMs: number },
  budget: StepBudget,
): number {
  // Counts from the beginning of the first period, including occurrences before the start.
  const total = n + periods.at(0).indexFrom(startMs)
  let left = total
  for (let index = 0; periods.isInCalendar(index); index += 1) {
    if (index === periods.perCycle) {
      const perWholeCycle = total - left
      const cycles = Math.floor((left - 1) / perWholeCycle)
      left -= cycles * perWholeCycle
      index += cycles * periods.perCycle
    }
    if (!budget.covers(1)) throw invalidRule()
    const period = periods.at(index)
    if (left <= period.length) return Math.min(period.wallAt(left - 1), lastWallMs)
    left -= period.length
  }
  return lastWallMs
}

/** Whether a rule selects only dates that don't exist, such as February 30. */
function asksForImpossibleDates({ months, monthDays }: Rule): boolean {
  if (months.length === 0 || monthDays.length === 0) return false
  const longest = Math.max(...months.map((month) => daysAtMost[month - 1]!))
  return monthDays.every((day) => Math.abs(day) > longest)
}

const daysAtMost = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Limits the fruitless work that a malicious rule can cause. */
export class StepBudget {
  #left: number

  constructor(stepsMax: number) {
    this.#left = stepsMax
  }

  /** Uses up steps, and returns whether enough were left. */
  covers(steps: number): boolean {
    this.#left -= steps
    return this.#left >= 0
  }
}

/** Dates on the wire end with the year 9999. */
const lastDay = dayNumberOf({ year: 9999, month: 12, day: 31 })
export const lastWallMs = (lastDay + 1) * msPerDay - 1

const periodsFor = {
  DAILY: dailyPeriods,
  WEEKLY: weeklyPeriods,
  MONTHLY: monthlyPeriods,
  YEARLY: yearlyPeriods,
}

const emptyPeriod = new Period({ firstDay: 0, days: [], times: [], chosen: undefined })

/** The periods of a rule with all their occurrences, also before the start. */
class RulePeriods {
  readonly perCycle: number
  readonly #periods: Periods
  readonly #times: readonly number[]
  readonly #setPositions: readonly number[]
  readonly #placesByTotal = new Map<number, readonly number[]>()

  constructor(rule: Rule, { startDay, times }: { startDay: number; times: readonly number[] }) {
    this.#periods = periodsFor[rule.frequency](withStartDefaults(rule, startDay), startDay)
    this.#times = times
    // In a daily rule they have been applied to the times already.
    this.#setPositions = rule.frequency === 'DAILY' ? [] : rule.setPositions
    this.perCycle = this.#periods.perCycle
  }

  at(index: number): Period {
    const days = this.#periods.daysOf(index)
    if (days.length === 0) return emptyPeriod
    const firstDay = this.#periods.firstDayOf(index)
    return new Period({
      firstDay,
      days,
      times: this.#times,
      chosen: this.#chosenIndexes(days.length),
    })
  }

  /** The last period that starts at or before the time. */
  indexOf(wallMs: number): number {
    return this.#periods.indexOf(Math.floor(wallMs / msPerDay))
  }

  isInCalendar(index: number): boolean {
    return this.#periods.firstDayOf(index) <= lastDay
  }

  #chosenIndexes(days: number): readonly number[] | undefined {
    if (this.#setPositions.length === 0) return undefined
    const total = days * this.#times.length
    const places = this.#placesByTotal.get(total) ?? chosenPlaces(this.#setPositions, total)
    this.#placesByTotal.set(total, places)
    return places
  }
}

/** Takes the days that a rule leaves open from the start of the series. */
function withStartDefaults(rule: Rule, startDay: number): Rule {
  const { frequency, months, weekNumbers, yearDays, monthDays, weekdays } = rule
  if (yearDays.length + monthDays.length + weekdays.length > 0) return rule
  if (frequency === 'DAILY') return rule
  if (frequency === 'WEEKLY' || weekNumbers.length > 0)
    return { ...rule, weekdays: [{ weekday: weekdayOf(startDay), ordinal: 0 }] }
  const { month, day } = civilDateOf(startDay)
  if (frequency === 'MONTHLY' || months.length > 0) return { ...rule, monthDays: [day] }
  return { ...rule, months: [month], monthDays: [day] }
}

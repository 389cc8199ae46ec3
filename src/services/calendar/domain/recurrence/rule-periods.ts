import { dayNumberOf, msPerDay } from '../civil-date.ts'
import { dailyPeriods } from './daily-periods.ts'
import { monthlyPeriods } from './monthly-periods.ts'
import { chosenPlaces, Period } from './period.ts'
import type { Periods } from './periods.ts'
import type { Rule } from './rule.ts'
import { withStartDefaults } from './start-defaults.ts'
import { weeklyPeriods } from './weekly-periods.ts'
import { yearlyPeriods } from './yearly-periods.ts'

/** Neither the calendar nor the wire goes beyond the year 9999. */
const lastDay = dayNumberOf({ year: 9999, month: 12, day: 31 })
export const lastWallMs = (lastDay + 1) * msPerDay - 1

const periodsFor = {
  DAILY: dailyPeriods,
  WEEKLY: weeklyPeriods,
  MONTHLY: monthlyPeriods,
  YEARLY: yearlyPeriods,
}

const emptyPeriod = new Period({ firstDay: 0, days: [], times: [], chosen: undefined })

/** The periods of a rule with all that happens in them, whether before or after the start. */
export class RulePeriods {
  readonly perCycle: number
  readonly #periods: Periods
  readonly #times: readonly number[]
  readonly #setPositions: readonly number[]
  readonly #placesByTotal = new Map<number, readonly number[]>()

  constructor(rule: Rule, { startDay, times }: { startDay: number; times: readonly number[] }) {
    this.#periods = periodsFor[rule.frequency](withStartDefaults(rule, startDay), startDay)
    this.#times = times
    // In a daily rule they have chosen among the times already.
    this.#setPositions = rule.frequency === 'DAILY' ? [] : rule.setPositions
    this.perCycle = this.#periods.perCycle
  }

  at(index: number): Period {
    const days = this.#periods.daysOf(index)
    if (days.length === 0) return emptyPeriod
    const firstDay = this.#periods.firstDayOf(index)
    return new Period({ firstDay, days, times: this.#times, chosen: this.#chosen(days.length) })
  }

  /** The last period that begins at the time or before it. */
  indexOf(wallMs: number): number {
    return this.#periods.indexOf(Math.floor(wallMs / msPerDay))
  }

  isInCalendar(index: number): boolean {
    return this.#periods.firstDayOf(index) <= lastDay
  }

  #chosen(days: number): readonly number[] | undefined {
    if (this.#setPositions.length === 0) return undefined
    const total = days * this.#times.length
    const places = this.#placesByTotal.get(total) ?? chosenPlaces(this.#setPositions, total)
    this.#placesByTotal.set(total, places)
    return places
  }
}

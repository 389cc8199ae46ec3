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
import type { Rule } from './rule.ts'

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

/** Fills in what a rule leaves open about its days from the day on which the series begins. */
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

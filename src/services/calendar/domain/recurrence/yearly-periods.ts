import {
  civilDateOf,
  dayNumberOf,
  daysInMonth,
  firstDayOfYear,
  isLeapYear,
  weekdayOf,
  yearsPerCycle,
} from '../civil-date.ts'
import { dayFilter } from './day-filter.ts'
import { candidateDays } from './monthly-periods.ts'
import { type Periods, stepsPerCycle } from './periods.ts'
import type { Rule } from './rule.ts'

export function yearlyPeriods(rule: Rule, startDay: number): Periods {
  const { interval } = rule
  const startYear = civilDateOf(startDay).year
  const accepts = dayFilter(rule)
  const months = rule.months.length > 0 ? rule.months : everyMonth
  const daysByKind = new Map<number, readonly number[]>()

  function daysOf(index: number): readonly number[] {
    const year = startYear + index * interval
    const kind = kindOf(year)
    return daysByKind.get(kind) ?? remembered(kind, year)
  }

  function remembered(kind: number, year: number): readonly number[] {
    const newYear = firstDayOfYear(year)
    const days: number[] = []
    for (const month of everyMonth) {
      if (!months.includes(month)) continue
      const first = dayNumberOf({ year, month, day: 1 })
      for (const day of candidateDays(rule, daysInMonth({ year, month })))
        if (accepts(first + day)) days.push(first + day - newYear)
    }
    daysByKind.set(kind, days)
    return days
  }

  return {
    perCycle: stepsPerCycle({ units: yearsPerCycle, interval }),
    indexOf: (day) => Math.floor((civilDateOf(day).year - startYear) / interval),
    firstDayOf: (index) => firstDayOfYear(startYear + index * interval),
    daysOf,
  }
}

const everyMonth = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

/**
 * Years of one kind look alike to a rule. Beside the weekday of New Year the neighbouring years
 * matter, because the first and last days of a year may belong to weeks of theirs.
 */
function kindOf(year: number): number {
  // Of three years in a row at most one is a leap year.
  const leapYear = isLeapYear(year) ? 1 : isLeapYear(year - 1) ? 2 : isLeapYear(year + 1) ? 3 : 0
  return leapYear * 7 + weekdayOf(firstDayOfYear(year))
}

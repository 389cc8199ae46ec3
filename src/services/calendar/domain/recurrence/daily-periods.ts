import { daysPerCycle } from '../civil-date.ts'
import { dayFilter } from './day-filter.ts'
import { monthlyPeriods } from './monthly-periods.ts'
import { noDays, type Periods, stepsPerCycle } from './periods.ts'
import type { Rule } from './rule.ts'

const thatDay: readonly number[] = [0]

export function dailyPeriods(rule: Rule, startDay: number): Periods {
  const { interval, months, monthDays, weekdays } = rule
  const isEveryDay = months.length + monthDays.length + weekdays.length === 0
  // The same days are found much sooner month by month, since months are of few kinds.
  if (interval === 1 && !isEveryDay) return monthlyPeriods(rule, startDay)
  const accepts = dayFilter(rule)
  const firstDayOf = (index: number) => startDay + index * interval
  return {
    perCycle: isEveryDay ? 1 : stepsPerCycle({ units: daysPerCycle, interval }),
    indexOf: (day) => Math.floor((day - startDay) / interval),
    firstDayOf,
    daysOf: (index) => (isEveryDay || accepts(firstDayOf(index)) ? thatDay : noDays),
  }
}

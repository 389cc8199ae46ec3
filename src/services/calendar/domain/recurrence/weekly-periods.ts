import { civilDateOf, daysPerCycle, firstDayOfWeek } from '../civil-date.ts'
import { dayFilter } from './day-filter.ts'
import { noDays, type Periods, stepsPerCycle } from './periods.ts'
import type { Rule } from './rule.ts'

const wholeWeek = [0, 1, 2, 3, 4, 5, 6]

export function weeklyPeriods(rule: Rule, startDay: number): Periods {
  const { interval, weekStart } = rule
  const firstWeek = firstDayOfWeek(startDay, weekStart)
  const months = new Set(rule.months)
  const accepts = dayFilter({ ...rule, months: [] })
  const firstDayOf = (index: number) => firstWeek + index * 7 * interval
  const everyWeek = wholeWeek.filter((day) => accepts(firstWeek + day))

  function daysOf(index: number): readonly number[] {
    if (months.size === 0) return everyWeek
    const first = firstDayOf(index)
    const isWanted = months.has(civilDateOf(first).month)
    if (isWanted === months.has(civilDateOf(first + 6).month)) return isWanted ? everyWeek : noDays
    return everyWeek.filter((day) => months.has(civilDateOf(first + day).month))
  }

  return {
    perCycle: months.size === 0 ? 1 : stepsPerCycle({ units: daysPerCycle / 7, interval }),
    indexOf: (day) => Math.floor((day - firstWeek) / (7 * interval)),
    firstDayOf,
    daysOf,
  }
}

import { civilDateOf, dayNumberOf, daysInMonth, weekdayOf, yearsPerCycle } from '../civil-date.ts'
import { dayFilter } from './day-filter.ts'
import { chosenPlaces } from './period.ts'
import { noDays, type Periods, stepsPerCycle } from './periods.ts'
import type { Rule } from './rule.ts'

export function monthlyPeriods(rule: Rule, startDay: number): Periods {
  const { interval } = rule
  const startMonth = monthsUntil(startDay)
  const months = new Set(rule.months)
  const accepts = dayFilter({ ...rule, months: [] })
  // Months that are equally long and begin on the same weekday look alike to a rule: 28 kinds.
  const daysByKind = new Map<number, readonly number[]>()

  function daysOf(index: number): readonly number[] {
    const { year, month } = civilMonthOf(startMonth + index * interval)
    if (months.size > 0 && !months.has(month)) return noDays
    const first = dayNumberOf({ year, month, day: 1 })
    const length = daysInMonth({ year, month })
    const kind = length * 7 + weekdayOf(first)
    return daysByKind.get(kind) ?? remembered(kind, { first, length })
  }

  function remembered(kind: number, month: { first: number; length: number }): readonly number[] {
    const days = candidateDays(rule, month.length).filter((day) => accepts(month.first + day))
    daysByKind.set(kind, days)
    return days
  }

  return {
    perCycle: stepsPerCycle({ units: yearsPerCycle * 12, interval }),
    indexOf: (day) => Math.floor((monthsUntil(day) - startMonth) / interval),
    firstDayOf: (index) => {
      const { year, month } = civilMonthOf(startMonth + index * interval)
      return dayNumberOf({ year, month, day: 1 })
    },
    daysOf,
  }
}

/** The days of a month, from 0, that are worth a test. */
export function candidateDays({ monthDays }: Rule, length: number): readonly number[] {
  return monthDays.length > 0 ? chosenPlaces(monthDays, length) : everyDay.slice(0, length)
}

const everyDay = Array.from({ length: 31 }, (_, day) => day)

/** Months since the beginning of year 0. */
function monthsUntil(dayNumber: number): number {
  const { year, month } = civilDateOf(dayNumber)
  return year * 12 + month - 1
}

function civilMonthOf(months: number): { year: number; month: number } {
  const year = Math.floor(months / 12)
  return { year, month: months - year * 12 + 1 }
}

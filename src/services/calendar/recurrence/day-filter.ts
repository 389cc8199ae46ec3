import {
  type CivilDate,
  civilDateOf,
  daysInMonth,
  daysInYear,
  firstDayOfYear,
  weekdayOf,
  weekOf,
} from '../time/civil-date.ts'
import type { Rule, WeekdayInRule } from './rule.ts'

/** Whether a day, as a day number, matches a rule. */
type DayFilter = (day: number) => boolean

/** Combines all parts of a rule that select days; each part narrows the selection. */
export function dayFilter(rule: Rule): DayFilter {
  const filters: DateFilter[] = []
  if (rule.months.length > 0) filters.push(monthFilter(rule.months))
  if (rule.monthDays.length > 0) filters.push(monthDayFilter(rule.monthDays))
  if (rule.yearDays.length > 0) filters.push(yearDayFilter(rule.yearDays))
  if (rule.weekNumbers.length > 0) filters.push(weekNumberFilter(rule))
  const acceptsWeekday = weekdayFilter(rule)
  return (day) => {
    if (!acceptsWeekday(day)) return false
    if (filters.length === 0) return true
    const date = civilDateOf(day)
    for (const accepts of filters) if (!accepts(date, day)) return false
    return true
  }
}

type DateFilter = (date: CivilDate, dayNumber: number) => boolean

function weekdayFilter({ frequency, months, weekdays }: Rule): DayFilter {
  const wanted = new Set(weekdays.map(keyOf))
  if (wanted.size === 0) return () => true
  if (weekdays.every(({ ordinal }) => ordinal === 0)) return (day) => wanted.has(weekdayOf(day))
  const spanOf = frequency === 'YEARLY' && months.length === 0 ? yearOf : monthOf
  return (day) => {
    const weekday = weekdayOf(day)
    const { first, length } = spanOf(civilDateOf(day), day)
    const fromStart = Math.floor((day - first) / 7) + 1
    const fromEnd = Math.floor((first + length - 1 - day) / 7) + 1
    return (
      wanted.has(weekday) ||
      wanted.has(keyOf({ weekday, ordinal: fromStart })) ||
      wanted.has(keyOf({ weekday, ordinal: -fromEnd }))
    )
  }
}

/** A unique number for each pair; the weekday itself if the ordinal is 0. */
function keyOf({ weekday, ordinal }: WeekdayInRule): number {
  return ordinal * 7 + weekday
}

function monthFilter(months: readonly number[]): DateFilter {
  const wanted = new Set(months)
  return ({ month }) => wanted.has(month)
}

function monthDayFilter(monthDays: readonly number[]): DateFilter {
  const wanted = new Set(monthDays)
  return (date) => wanted.has(date.day) || wanted.has(date.day - daysInMonth(date) - 1)
}

function yearDayFilter(yearDays: readonly number[]): DateFilter {
  const wanted = new Set(yearDays)
  return (date, dayNumber) => {
    const { first, length } = yearOf(date)
    return wanted.has(dayNumber - first + 1) || wanted.has(dayNumber - first - length)
  }
}

function weekNumberFilter({ weekNumbers, weekStart }: Rule): DateFilter {
  const wanted = new Set(weekNumbers)
  return (_, dayNumber) => {
    const { week, weeks } = weekOf(dayNumber, weekStart)
    return wanted.has(week) || wanted.has(week - weeks - 1)
  }
}

interface Span {
  readonly first: number
  readonly length: number
}

function monthOf(date: CivilDate, dayNumber: number): Span {
  return { first: dayNumber - date.day + 1, length: daysInMonth(date) }
}

function yearOf({ year }: CivilDate): Span {
  return { first: firstDayOfYear(year), length: daysInYear(year) }
}

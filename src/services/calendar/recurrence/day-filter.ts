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
  const selected = new Set(weekdays.map(keyOf))
  if (selected.size === 0) return () => true
  if (weekdays.every(({ ordinal }) => ordinal === 0)) return (day) => selected.has(weekdayOf(day))
  const spanOf = frequency === 'YEARLY' && months.length === 0 ? yearOf : monthOf
  return (day) => {
    const weekday = weekdayOf(day)
    const { first, length } = spanOf(civilDateOf(day), day)
    const fromStart = Math.floor((day - first) / 7) + 1
    const fromEnd = Math.floor((first + length - 1 - day) / 7) + 1
    return (
      selected.has(weekday) ||
      selected.has(keyOf({ weekday, ordinal: fromStart })) ||
      selected.has(keyOf({ weekday, ordinal: -fromEnd }))
    )
  }
}

/** A unique number for each pair; the weekday itself if the ordinal is 0. */
function keyOf({ weekday, ordinal }: WeekdayInRule): number {
  return ordinal * 7 + weekday
}

function monthFilter(months: readonly number[]): DateFilter {
  const selected = new Set(months)
  return ({ month }) => selected.has(month)
}

function monthDayFilter(monthDays: readonly number[]): DateFilter {
  const selected = new Set(monthDays)
  return (date) => selected.has(date.day) || selected.has(date.day - daysInMonth(date) - 1)
}

function yearDayFilter(yearDays: readonly number[]): DateFilter {
  const selected = new Set(yearDays)
  return (date, dayNumber) => {
    const { first, length } = yearOf(date)
    return selected.has(dayNumber - first + 1) || selected.has(dayNumber - first - length)
  }
}

function weekNumberFilter({ weekNumbers, weekStart }: Rule): DateFilter {
  const selected = new Set(weekNumbers)
  return (_, dayNumber) => {
    const { week, weeks } = weekOf(dayNumber, weekStart)
    return selected.has(week) || selected.has(week - weeks - 1)
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

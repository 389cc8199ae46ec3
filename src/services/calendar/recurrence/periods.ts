import {
  type CivilDate,
  civilDateOf,
  dayNumberOf,
  daysInMonth,
  daysInYear,
  daysPerCycle,
  firstDayOfWeek,
  firstDayOfYear,
  isLeapYear,
  msPerDay,
  weekdayOf,
  weekOf,
  yearsPerCycle,
} from '../time/civil-date.ts'
import type { Rule, WeekdayInRule } from './rule.ts'

/** The occurrences of one period as wall-clock times in order, computed on demand. */
export class Period {
  readonly length: number
  readonly #firstMs: number
  readonly #days: readonly number[]
  readonly #times: readonly number[]
  readonly #chosen: readonly number[] | undefined

  /** `chosen` are the indexes that BYSETPOS selects from all times of all days. */
  constructor(options: {
    firstDay: number
    days: readonly number[]
    times: readonly number[]
    chosen: readonly number[] | undefined
  }) {
    this.#firstMs = options.firstDay * msPerDay
    this.#days = options.days
    this.#times = options.times
    this.#chosen = options.chosen
    this.length = options.chosen?.length ?? options.days.length * options.times.length
  }

  wallAt(index: number): number {
    const place = this.#chosen === undefined ? index : this.#chosen[index]!
    const day = Math.floor(place / this.#times.length)
    return this.#firstMs + this.#days[day]! * msPerDay + this.#times[place % this.#times.length]!
  }

  /** The index of the first occurrence at or after the time. */
  indexFrom(wallMs: number): number {
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.wallAt(middle) < wallMs) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Converts positions such as those of BYSETPOS, which may count from the end, into sorted indexes. */
export function chosenPlaces(positions: readonly number[], total: number): readonly number[] {
  const places = positions.map((position) => (position > 0 ? position - 1 : total + position))
  return [...new Set(places)].filter((place) => place >= 0 && place < total).sort((a, b) => a - b)
}

/** The days, weeks, months or years that a rule steps through; the one with the start has index 0. */
export interface Periods {
  /** After this many periods, the selected days repeat. */
  readonly perCycle: number
  /** The last period that starts on or before the day; negative before the start. */
  indexOf(day: number): number
  firstDayOf(index: number): number
  /** The days that the rule selects, in order, as offsets from the first day of the period. */
  daysOf(index: number): readonly number[]
}

const noDays: readonly number[] = []

/** After how many steps they repeat within the cycle. */
function stepsPerCycle({ units, interval }: { units: number; interval: number }): number {
  return units / greatestCommonDivisor(units, interval)
}

function greatestCommonDivisor(one: number, other: number): number {
  let [a, b] = [one, other]
  while (b !== 0) [a, b] = [b, a % b]
  return a
}

const thatDay: readonly number[] = [0]

export function dailyPeriods(rule: Rule, startDay: number): Periods {
  const { interval, months, monthDays, weekdays } = rule
  const isEveryDay = months.length + monthDays.length + weekdays.length === 0
  // Month by month is much faster, since there are few kinds of months.
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

export function monthlyPeriods(rule: Rule, startDay: number): Periods {
  const { interval } = rule
  const startMonth = monthsUntil(startDay)
  const months = new Set(rule.months)
  const accepts = dayFilter({ ...rule, months: [] })
  // To a rule, months with the same length and first weekday are equal: 28 kinds.
  const daysByKind = new Map<number, readonly number[]>()

  function daysOf(index: number): readonly number[] {
    const { year, month } = civilMonthOf(startMonth + index * interval)
    if (months.size > 0 && !months.has(month)) return noDays
    const first = dayNumberOf({ year, month, day: 1 })
    const length = daysInMonth({ year, month })
    const kind = length * 7 + weekdayOf(first)
    return daysByKind.get(kind) ?? computeDays(kind, { first, length })
  }

  function computeDays(kind: number, month: { first: number; length: number }): readonly number[] {
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
function candidateDays({ monthDays }: Rule, length: number): readonly number[] {
  return monthDays.length > 0 ? chosenPlaces(monthDays, length) : everyDay.slice(0, length)
}

const everyDay = Array.from({ length: 31 }, (_, day) => day)

/** Months since the start of year 0. */
function monthsUntil(dayNumber: number): number {
  const { year, month } = civilDateOf(dayNumber)
  return year * 12 + month - 1
}

function civilMonthOf(months: number): { year: number; month: number } {
  const year = Math.floor(months / 12)
  return { year, month: months - year * 12 + 1 }
}

export function yearlyPeriods(rule: Rule, startDay: number): Periods {
  const { interval } = rule
  const startYear = civilDateOf(startDay).year
  const accepts = dayFilter(rule)
  const months = rule.months.length > 0 ? rule.months : everyMonth
  const daysByKind = new Map<number, readonly number[]>()

  function daysOf(index: number): readonly number[] {
    const year = startYear + index * interval
    const kind = kindOf(year)
    return daysByKind.get(kind) ?? computeDays(kind, year)
  }

  function computeDays(kind: number, year: number): readonly number[] {
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
 * To a rule, years of one kind are equal. In addition to the weekday of January 1, the neighboring years
 * matter, because the first and last days of a year can belong to their weeks.
 */
function kindOf(year: number): number {
  // At most one of three consecutive years is a leap year.
  const leapYear = isLeapYear(year) ? 1 : isLeapYear(year - 1) ? 2 : isLeapYear(year + 1) ? 3 : 0
  return leapYear * 7 + weekdayOf(firstDayOfYear(year))
}

/** Whether a day, as a day number, matches a rule. */
type DayFilter = (day: number) => boolean

/** Combines all parts of a rule that select days; each part narrows the selection. */
function dayFilter(rule: Rule): DayFilter {
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

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** How an event repeats, apart from where the series ends. */
export interface Repetition {
  readonly frequency: Frequency
  readonly interval?: number
  /** Monday is 1. */
  readonly weekdays?: readonly number[]
  /** Which of the weekdays in a month: 1 is the first, -1 the last. */
  readonly ordinals?: readonly number[]
  /** Days of a month: 1 is the first, -1 the last. */
  readonly monthDays?: readonly number[]
}

/** The first date on or after `base` on which the event happens. */
export function firstOccurrence(
  repetition: Repetition,
  base: Temporal.PlainDate,
): Temporal.PlainDate {
  let date = base
  for (let day = 0; day < searchedDaysMax; day += 1) {
    if (happensOn(repetition, date)) return date
    date = date.add({ days: 1 })
  }
  return base
}

/** `RRULE:` and the rule; `end` is a COUNT or UNTIL part. */
export function ruleLine(repetition: Repetition, end: string | undefined): string {
  const { frequency, interval = 1, monthDays } = repetition
  const byDay = byDayOf(repetition)
  const parts = [
    `FREQ=${frequency}`,
    interval > 1 ? `INTERVAL=${interval}` : undefined,
    byDay.length > 0 ? `BYDAY=${byDay.join(',')}` : undefined,
    monthDays && `BYMONTHDAY=${monthDays.join(',')}`,
    end,
  ]
  return `RRULE:${parts.filter((part) => part !== undefined).join(';')}`
}

/** Every rule that can be said has an occurrence within a year. */
const searchedDaysMax = 366

function happensOn(repetition: Repetition, date: Temporal.PlainDate): boolean {
  const { weekdays, ordinals, monthDays } = repetition
  if (monthDays !== undefined) {
    return monthDays.includes(date.day) || (date.day === date.daysInMonth && monthDays.includes(-1))
  }
  if (weekdays !== undefined && !weekdays.includes(date.dayOfWeek)) return false
  if (ordinals === undefined) return true
  const isLast = date.day + 7 > date.daysInMonth
  return ordinals.includes(Math.ceil(date.day / 7)) || (isLast && ordinals.includes(-1))
}

function byDayOf({ weekdays = [], ordinals }: Repetition): readonly string[] {
  const names = weekdays.map((weekday) => weekdayCodes[weekday - 1]!)
  if (ordinals === undefined) return names
  return ordinals.flatMap((ordinal) => names.map((name) => `${ordinal}${name}`))
}

const weekdayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

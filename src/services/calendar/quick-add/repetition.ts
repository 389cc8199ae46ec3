import {
  amountPattern,
  numberOf,
  numberPattern,
  readAmount,
  type Sentence,
  type Unit,
  unitOf,
} from './sentence.ts'

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** How an event repeats, without the end of the series. */
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

/** The first occurrence on or after `base`. */
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

/** The RRULE line; `end` is its COUNT or UNTIL part. */
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

/** Every rule that can be expressed has an occurrence within a year. */
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

/** The end of a series: a number of occurrences, or a span of time. */
export type RepetitionEnd =
  | { readonly times: number }
  | { readonly amount: number; readonly unit: Unit }

const times = new RegExp(`\\b(?:for\\s+)?(${numberPattern})\\s+(?:times|occurrences)\\b`, 'i')
const span = new RegExp(`\\bfor\\s+${amountPattern}`, 'i')

/** Takes `5 times` or `for 10 weeks`. A span shorter than the interval is the length of the event. */
export function takeRepetitionEnd(
  sentence: Sentence,
  { frequency }: Repetition,
): RepetitionEnd | undefined {
  const count = times.exec(sentence.visible)
  if (count !== null && numberOf(count[1]!) > 0) {
    sentence.takeSpan(count.index, count.index + count[0].length)
    return { times: numberOf(count[1]!) }
  }
  const match = span.exec(sentence.visible)
  const length = match && readAmount(match[1]!, match[2]!)
  if (!match || !length) return undefined
  const unit = unitOf(match[2]!)
  if (units.indexOf(unit) < units.indexOf(stepOf[frequency])) return undefined
  sentence.takeSpan(match.index, match.index + match[0].length)
  return { amount: length[`${unit as 'day'}s`], unit }
}

/** The COUNT or UNTIL part of a series that starts on `first`. */
export function endPart(
  repetition: Repetition,
  end: RepetitionEnd,
  first: Temporal.PlainDate,
): string {
  if ('times' in end) return `COUNT=${end.times}`
  const steps = stepsPerUnit[repetition.frequency][end.unit]
  if (steps === undefined) {
    return untilPart(first.add({ [`${end.unit}s`]: end.amount }).subtract({ days: 1 }))
  }
  const { interval = 1, weekdays, ordinals, monthDays } = repetition
  const periods = Math.ceil((end.amount * steps) / interval)
  const perPeriod = [weekdays, ordinals, monthDays].map((list) => list?.length ?? 1)
  return `COUNT=${perPeriod.reduce((product, length) => product * length, periods)}`
}

/** Includes the whole day. */
export const untilPart = (day: Temporal.PlainDate): string =>
  `UNTIL=${day.toString().replaceAll('-', '')}`

const units: readonly Unit[] = ['minute', 'hour', 'day', 'week', 'month', 'year']

const stepOf: Readonly<Record<Frequency, Unit>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
}

const stepsPerUnit: Readonly<Record<Frequency, Partial<Record<Unit, number>>>> = {
  DAILY: { day: 1, week: 7 },
  WEEKLY: { week: 1 },
  MONTHLY: { month: 1, year: 12 },
  YEARLY: { year: 1 },
}

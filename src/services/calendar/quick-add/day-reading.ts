import type { ParsedResult } from 'chrono-node/en'
import { amountPattern, isWholeDays, readAmount, type Sentence } from './sentence.ts'
import type { TimeSpan } from './times.ts'

/** A day as written, which can match several dates. */
export type DayReading = (
  | { readonly kind: 'date'; readonly date: Temporal.PlainDate }
  | { readonly kind: 'yearless'; readonly month: number; readonly day: number }
  | { readonly kind: 'monthDay'; readonly day: number }
  | { readonly kind: 'weekday'; readonly weekday: number }
) & {
  /** The distance to the named day: `a week from Friday`. */
  readonly plus?: Temporal.Duration
}

export interface DaySpan {
  readonly first: DayReading
  /** Inclusive. */
  readonly last?: DayReading
}

/** The first matching date on or after `base`; a full date is taken as it is. */
export function dateOnOrAfter(reading: DayReading, base: Temporal.PlainDate): Temporal.PlainDate {
  const date = unshiftedDate(reading, base)
  return reading.plus === undefined ? date : date.add(reading.plus)
}

/** Dates that all clients can show, and that stay below the year 10000 after adding a length. */
const isReasonable = (date: Temporal.PlainDate): boolean =>
  date.year >= yearMin && date.year <= yearMax

const yearMin = 1900
const yearMax = 2999

function unshiftedDate(reading: DayReading, base: Temporal.PlainDate): Temporal.PlainDate {
  if (reading.kind === 'date') return reading.date
  if (reading.kind === 'weekday') {
    return base.add({ days: (reading.weekday - base.dayOfWeek + 7) % 7 })
  }
  if (reading.kind === 'monthDay') return monthDayOnOrAfter(reading.day, base)
  return yearlessOnOrAfter(reading, base)
}

function monthDayOnOrAfter(day: number, base: Temporal.PlainDate): Temporal.PlainDate {
  let month = base.toPlainYearMonth()
  // At least one of two consecutive months has 31 days.
  while (day > month.daysInMonth || (month.equals(base.toPlainYearMonth()) && day < base.day)) {
    month = month.add({ months: 1 })
  }
  return month.toPlainDate({ day })
}

function yearlessOnOrAfter(
  { month, day }: { readonly month: number; readonly day: number },
  base: Temporal.PlainDate,
): Temporal.PlainDate {
  // Leap days are at most eight years apart.
  for (let year = base.year; year <= base.year + 8; year += 1) {
    const date = Temporal.PlainDate.from({ year, month, day }, { overflow: 'constrain' })
    if (date.day === day && Temporal.PlainDate.compare(date, base) >= 0) return date
  }
  throw new Error(`no year has a day ${day} in month ${month}`)
}

export interface FoundDays extends DaySpan {
  readonly index: number
  readonly text: string
  /** The time inside an ISO date such as `2026-07-12T19:00`. */
  readonly time?: Temporal.PlainTime
}

type Components = ParsedResult['start']
type Parts = Parameters<Components['get']>[0]

/** Part of the title, unless "this" or "next" precedes it. */
const bareWeekend = /^(?:on\s+)?(?:the\s+)?weekend$/i
/** Not a date, but "24/7" or part of a number. */
const monthTooLarge = /^(?:1[3-9]|[2-9]\d)\/\d+$/
/** What chrono takes for a year in "June 3, 20 people". */
const looseYear = /(?<=\d(?:st|nd|rd|th)?),?\s+\d{2}$/i
/** With these words, chrono's date counts; other weekdays and months mean the next one. */
const countedFromToday = /\b(?:next|last|past)\b/i

/** Interprets a result by its components, because its Date is not in the zone of the calendar. */
export function readChronoResult(result: ParsedResult): FoundDays | undefined {
  const { index, start, end } = result
  const text = result.text.replace(looseYear, '')
  const hasLooseYear = text !== result.text
  // Without digits a time is "now" or "next hour", relative to the noon that chrono gets as
  // reference.
  const isHour = start.isCertain('hour') && !/\d/.test(text)
  if (isHour || bareWeekend.test(text) || monthTooLarge.test(text)) return undefined
  const first = readDay(start, { text, hasLooseYear })
  if (first === undefined) return undefined
  const last = end && readDay(end, { text, hasLooseYear })
  const time = readTime(start)
  return { index, text, first, ...(last && { last }), ...(time && { time }) }
}

function readDay(
  components: Components,
  { text, hasLooseYear }: { readonly text: string; readonly hasLooseYear: boolean },
): DayReading | undefined {
  const part = (name: Parts) => components.get(name) ?? 0
  const hasDay = components.isCertain('day')
  const hasYear = components.isCertain('year') && !hasLooseYear
  const month = part('month')
  const day = part('day')
  if (hasDay && !hasYear) return { kind: 'yearless', month, day }
  if (!hasDay && !countedFromToday.test(text)) {
    if (!components.isCertain('weekday')) return undefined
    return { kind: 'weekday', weekday: part('weekday') || 7 }
  }
  const date = Temporal.PlainDate.from({ year: part('year'), month, day })
  return isReasonable(date) ? { kind: 'date', date } : undefined
}

function readTime(components: Components): Temporal.PlainTime | undefined {
  if (!components.isCertain('hour')) return undefined
  return new Temporal.PlainTime(components.get('hour') ?? 0, components.get('minute') ?? 0)
}

interface RelativeMention {
  readonly day: DayReading
  readonly times?: TimeSpan
}

const fromNow = new RegExp(
  `(?<![\\w-])in\\s+${amountPattern}|\\b${amountPattern}\\s+from\\s+(?:now|today)\\b`,
  'i',
)

/** Takes a distance from now: `in 2 hours` is a time; `in 3 days` and `a week from today` are days. */
export function takeRelative(
  sentence: Sentence,
  now: Temporal.PlainDateTime,
): RelativeMention | undefined {
  const match = fromNow.exec(sentence.visible)
  const distance = match && readAmount((match[1] ?? match[3])!, (match[2] ?? match[4])!)
  if (!match || !distance) return undefined
  const moment = now.add(distance)
  const date = moment.toPlainDate()
  if (!isReasonable(date)) return undefined
  sentence.takeSpan(match.index, match.index + match[0].length)
  const day: DayReading = { kind: 'date', date }
  if (isWholeDays(distance)) return { day }
  return { day, times: { start: { ...clockOf(moment), isAmbiguous: false } } }
}

const shift = new RegExp(`\\b${amountPattern}\\s+(?:after|from)\\s+$`, 'i')
const dayAfter = /\b(?:the\s+)?day\s+after\s+$/i

/** The words before a day that move it: `a week from`, `the day after`. */
export function readShift(
  before: string,
): { readonly index: number; readonly plus: Temporal.Duration } | undefined {
  const match = shift.exec(before)
  const plus = match && readAmount(match[1]!, match[2]!)
  if (match && plus && isWholeDays(plus)) return { index: match.index, plus }
  const nextDay = dayAfter.exec(before)
  return nextDay ? { index: nextDay.index, plus: Temporal.Duration.from({ days: 1 }) } : undefined
}

const clockOf = ({ hour, minute }: Temporal.PlainDateTime) => ({ hour, minute })

import { type Clock, endAfter, hourOfPart } from './clock.ts'
import { type DayReading, dateOnOrAfter } from './day-reading.ts'
import type { Mentions } from './mentions.ts'
import { endPart, firstOccurrence, ruleLine, untilPart } from './repetition.ts'
import { isWholeDays } from './vocabulary.ts'

interface When {
  readonly start: Temporal.PlainDate | Temporal.PlainDateTime
  readonly end: Temporal.PlainDate | Temporal.PlainDateTime
  readonly recurrence?: readonly string[]
}

interface Surroundings {
  readonly now: Temporal.PlainDateTime
  readonly lengthMinutes: number
}

/** Decides what the mentions mean together, seen from now. */
export function settle(mentions: Mentions, { now, lengthMinutes }: Surroundings): When {
  const minute = now.round({ smallestUnit: 'minute', roundingMode: 'floor' })
  const time = startTime(mentions, minute)
  const first = firstDay(mentions, time, minute)
  const until = lastDay(mentions, first)
  const { repetition } = mentions
  const last = repetition === undefined ? until : undefined
  const span =
    time === undefined
      ? wholeDays(mentions, first, last)
      : timed(mentions, first.toPlainDateTime(time), { last, lengthMinutes })
  if (repetition === undefined) return span
  const end = mentions.repetitionEnd
    ? endPart(repetition, mentions.repetitionEnd, first)
    : until && untilPart(until)
  return { ...span, recurrence: [ruleLine(repetition, end)] }
}

function wholeDays(
  { length }: Mentions,
  first: Temporal.PlainDate,
  last: Temporal.PlainDate | undefined,
): When {
  if (last !== undefined) return { start: first, end: last.add({ days: 1 }) }
  const isDays = length !== undefined && isWholeDays(length)
  return { start: first, end: first.add(isDays ? length : { days: 1 }) }
}

function timed(
  { times, length }: Mentions,
  start: Temporal.PlainDateTime,
  { last, lengthMinutes }: { last: Temporal.PlainDate | undefined; lengthMinutes: number },
): When {
  const lastDate = last ?? start.toPlainDate()
  const time = start.toPlainTime()
  if (times?.end === undefined) {
    const end = lastDate.toPlainDateTime(time).add(length ?? { minutes: lengthMinutes })
    return { start, end }
  }
  const end = lastDate.toPlainDateTime(endAfter(time, times.end))
  const isNextDay = Temporal.PlainDateTime.compare(end, start) <= 0
  return { start, end: isNextDay ? end.add({ days: 1 }) : end }
}

/** When on its day the event begins; nothing when it takes whole days. */
function startTime(
  mentions: Mentions,
  now: Temporal.PlainDateTime,
): Temporal.PlainTime | undefined {
  const { times, part, length, day, repetition } = mentions
  const time = now.toPlainTime()
  if (mentions.isAllDay) return undefined
  if (times !== undefined) return meantTime(times.start, mentions, now)
  if (part !== undefined) {
    const usual = new Temporal.PlainTime(hourOfPart[part])
    return isToday(mentions, now) ? later(usual, time) : usual
  }
  const isTimeless = day !== undefined || repetition !== undefined
  return isTimeless || (length !== undefined && isWholeDays(length)) ? undefined : time
}

/** From this hour on a bare number means the morning, and below it the afternoon. */
const morningHourMin = 7

function meantTime(
  { hour, minute, isAmbiguous }: Clock,
  mentions: Mentions,
  now: Temporal.PlainDateTime,
): Temporal.PlainTime {
  const asSaid = new Temporal.PlainTime(hour, minute)
  if (!isAmbiguous || mentions.part === 'morning') return asSaid
  const inAfternoon = new Temporal.PlainTime(hour + 12, minute)
  if (mentions.part !== undefined || hour < morningHourMin) return inAfternoon
  const isStillToCome = (time: Temporal.PlainTime) =>
    Temporal.PlainTime.compare(time, now.toPlainTime()) >= 0
  const isLone = mentions.times?.end === undefined && mentions.repetition === undefined
  const mayBeToday = isLone && (mentions.day === undefined || isToday(mentions, now))
  return mayBeToday && !isStillToCome(asSaid) && isStillToCome(inAfternoon) ? inAfternoon : asSaid
}

const isToday = ({ day }: Mentions, now: Temporal.PlainDateTime): boolean =>
  day?.kind === 'date' && day.date.equals(now.toPlainDate())

const later = (one: Temporal.PlainTime, other: Temporal.PlainTime): Temporal.PlainTime =>
  Temporal.PlainTime.compare(one, other) < 0 ? other : one

/** The day on which the event, or the series, begins. */
function firstDay(
  { day, repetition }: Mentions,
  time: Temporal.PlainTime | undefined,
  now: Temporal.PlainDateTime,
): Temporal.PlainDate {
  const today = now.toPlainDate()
  const tomorrow = today.add({ days: 1 })
  const isOver = time !== undefined && Temporal.PlainTime.compare(time, now.toPlainTime()) < 0
  // Today's weekday means today only together with a time that is still to come.
  const isStillToCome = time !== undefined && !isOver
  const isTodayMeant = day?.kind === 'weekday' ? isStillToCome : day !== undefined || !isOver
  const earliest = isTodayMeant ? today : tomorrow
  const base = day === undefined ? earliest : dateOnOrAfter(day, earliest)
  return repetition === undefined ? base : firstOccurrence(repetition, base)
}

/** The last day of the event or the series; nothing when none is named or it is before the first. */
function lastDay(
  { day, until }: Mentions,
  first: Temporal.PlainDate,
): Temporal.PlainDate | undefined {
  if (until === undefined || isBackwards(day, until)) return undefined
  const last = dateOnOrAfter(until, first)
  return Temporal.PlainDate.compare(last, first) < 0 ? undefined : last
}

/** "June 5-3" is rather a slip than eleven months and a half. */
function isBackwards(first: DayReading | undefined, last: DayReading): boolean {
  if (first?.kind !== 'yearless' || last.kind !== 'yearless') return false
  return first.month === last.month && last.day < first.day
}

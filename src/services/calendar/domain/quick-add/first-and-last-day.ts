import { type DayReading, dateOnOrAfter } from './day-reading.ts'
import type { Mentions } from './mentions.ts'
import { firstOccurrence } from './repetition.ts'

/** The day on which the event, or the series, begins. */
export function firstDay(
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
export function lastDay(
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

import { isWholeDays } from './amount.ts'
import type { Clock } from './clock.ts'
import type { Mentions } from './mentions.ts'
import { hourOfPart } from './part-of-day.ts'

/** When on its day the event begins; nothing when it takes whole days. */
export function startTime(
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

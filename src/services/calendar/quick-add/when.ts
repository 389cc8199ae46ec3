import { type Clock, endAfter, hourOfPart, type PartOfDay, takePartOfDay } from './clock.ts'
import { type DayReading, dateOnOrAfter, takeRelative } from './day-reading.ts'
import { type FindDays, takeDays } from './days.ts'
import {
  endPart,
  firstOccurrence,
  type Repetition,
  type RepetitionEnd,
  ruleLine,
  takeRepetitionEnd,
  untilPart,
} from './repetition.ts'
import { takeRepetition } from './repetition-phrases.ts'
import { amountPattern, isWholeDays, phraseEnd, readAmount, type Sentence } from './sentence.ts'
import { type TimeSpan, takeTimes } from './times.ts'

/** The date and time expressions of a sentence. */
interface Mentions {
  readonly repetition: Repetition | undefined
  readonly repetitionEnd: RepetitionEnd | undefined
  /** The event is all-day, whatever other times the sentence contains. */
  readonly isAllDay: boolean
  readonly part: PartOfDay | undefined
  readonly length: Temporal.Duration | undefined
  readonly times: TimeSpan | undefined
  readonly day: DayReading | undefined
  /** The last day of the series, or of the event if it doesn't repeat. */
  readonly until: DayReading | undefined
}

/** Extracts the date and time expressions. The order matters: each parser leaves less to the next. */
export function readMentions(
  sentence: Sentence,
  now: Temporal.PlainDateTime,
  findDays: FindDays,
): Mentions {
  const repetition = takeRepetition(sentence)
  const repetitionEnd = repetition && takeRepetitionEnd(sentence, repetition)
  const isAllDay = sentence.take(/\ball[\s-]day\b/i) !== undefined
  const part = takePartOfDay(sentence)
  const length = takeLength(sentence)
  const relative = takeRelative(sentence, now)
  const times = relative?.times ?? takeTimes(sentence)
  const today = now.toPlainDate()
  const hasWeekdays = repetition?.weekdays !== undefined
  const isTimed = times !== undefined || part !== undefined
  const { span, time, until } = takeDays(sentence, { today, findDays, hasWeekdays, isTimed })
  // In "June 3 9am to June 5 5pm", the second time follows the second day.
  const isEndApart = until !== undefined && repetition === undefined && times?.end === undefined
  const end = times && isEndApart ? takeTimes(sentence)?.start : undefined
  const isFromToday = part?.isToday || (until !== undefined && repetition === undefined)
  return {
    repetition,
    repetitionEnd,
    isAllDay,
    part: part?.part,
    length,
    times: times
      ? { ...times, ...(end && { end }) }
      : time && { start: { ...hourAndMinute(time), isAmbiguous: false } },
    day: relative?.day ?? span?.first ?? (isFromToday ? { kind: 'date', date: today } : undefined),
    until: until ?? span?.last,
  }
}

const hourAndMinute = ({ hour, minute }: Temporal.PlainTime) => ({ hour, minute })

/** "for 2 hours", or "2 hours" after a time. */
const length = new RegExp(
  `(?:\\bfor\\s+|(?<=\\d(?:\\s?[ap]\\.?m\\.?)?,?\\s{1,3})(?=[^,;]{1,24}?${phraseEnd}))${amountPattern}(?:\\s*(?:,|and)?\\s*(\\d{1,2})\\s*(?:minutes?|mins?|m)\\b)?`,
  'i',
)

/** Takes the length: `for 45 minutes`, `for 1 hour 30 minutes`, `for 3 days`. */
function takeLength(sentence: Sentence): Temporal.Duration | undefined {
  const match = length.exec(sentence.visible)
  if (match === null) return undefined
  const [phrase, number, unit, minutes] = match
  const amount = readAmount(number!, unit!)
  if (amount === undefined) return undefined
  sentence.takeSpan(match.index, match.index + phrase.length)
  return amount.with({ minutes: amount.minutes + Number(minutes ?? 0) })
}

interface When {
  readonly start: Temporal.PlainDate | Temporal.PlainDateTime
  readonly end: Temporal.PlainDate | Temporal.PlainDateTime
  readonly recurrence?: readonly string[]
}

interface Surroundings {
  readonly now: Temporal.PlainDateTime
  readonly lengthMinutes: number
}

/** Combines the mentions into times, relative to now. */
export function whenOf(mentions: Mentions, { now, lengthMinutes }: Surroundings): When {
  const minute = now.round({ smallestUnit: 'minute', roundingMode: 'floor' })
  const time = startTime(mentions, minute)
  const first = firstDay(mentions, time, minute)
  const until = lastDay(mentions, first)
  const { repetition } = mentions
  const last = repetition === undefined ? until : undefined
  const span =
    time === undefined
      ? wholeDays(mentions, first, last)
      : timedWhen(mentions, first.toPlainDateTime(time), { last, lengthMinutes })
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

function timedWhen(
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

/** The time of day at which the event starts; undefined if it is all-day. */
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

/** Bare hours from this one on mean the morning, lower ones the afternoon. */
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

/** The day on which the event or series starts. */
function firstDay(
  { day, repetition }: Mentions,
  time: Temporal.PlainTime | undefined,
  now: Temporal.PlainDateTime,
): Temporal.PlainDate {
  const today = now.toPlainDate()
  const tomorrow = today.add({ days: 1 })
  const isOver = time !== undefined && Temporal.PlainTime.compare(time, now.toPlainTime()) < 0
  // Today's weekday means today only with a time that is still to come.
  const isStillToCome = time !== undefined && !isOver
  const isTodayMeant = day?.kind === 'weekday' ? isStillToCome : day !== undefined || !isOver
  const earliest = isTodayMeant ? today : tomorrow
  const base = day === undefined ? earliest : dateOnOrAfter(day, earliest)
  return repetition === undefined ? base : firstOccurrence(repetition, base)
}

/** The last day of the event or series; undefined if none is named or it is before the first. */
function lastDay(
  { day, until }: Mentions,
  first: Temporal.PlainDate,
): Temporal.PlainDate | undefined {
  if (until === undefined || isBackwards(day, until)) return undefined
  const last = dateOnOrAfter(until, first)
  return Temporal.PlainDate.compare(last, first) < 0 ? undefined : last
}

/** "June 5-3" is more likely a typo than a range of almost a year. */
function isBackwards(first: DayReading | undefined, last: DayReading): boolean {
  if (first?.kind !== 'yearless' || last.kind !== 'yearless') return false
  return first.month === last.month && last.day < first.day
}

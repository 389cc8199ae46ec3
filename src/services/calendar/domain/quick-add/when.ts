import { isWholeDays } from './amount.ts'
import { endAfter } from './clock.ts'
import { firstDay, lastDay } from './first-and-last-day.ts'
import type { Mentions } from './mentions.ts'
import { ruleLine } from './repetition.ts'
import { endPart, untilPart } from './repetition-end.ts'
import { startTime } from './start-time.ts'

export interface When {
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

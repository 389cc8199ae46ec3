import { amountPattern, isWholeDays, readAmount } from './amount.ts'
import { type DayReading, isReasonable } from './day-reading.ts'
import type { Sentence } from './sentence.ts'
import type { TimeSpan } from './times.ts'

export interface RelativeMention {
  readonly day: DayReading
  readonly times?: TimeSpan
}

const fromNow = new RegExp(
  `(?<![\\w-])in\\s+${amountPattern}|\\b${amountPattern}\\s+from\\s+(?:now|today)\\b`,
  'i',
)

/** Takes a distance from now: `in 2 hours` is a time, `in 3 days` and `a week from today` are days. */
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

/** The words right before a day that move it: `a week from`, `the day after`. */
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

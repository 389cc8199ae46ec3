import { type PartOfDay, takePartOfDay } from './clock.ts'
import { type DayReading, takeRelative } from './day-reading.ts'
import { type FindDays, takeDays } from './days.ts'
import { type Repetition, type RepetitionEnd, takeRepetitionEnd } from './repetition.ts'
import { takeRepetition } from './repetition-phrases.ts'
import { phraseEnd, type Sentence } from './sentence.ts'
import { type TimeSpan, takeTimes } from './times.ts'
import { amountPattern, readAmount } from './vocabulary.ts'

/** Everything a sentence says about when, each part on its own. */
export interface Mentions {
  readonly repetition: Repetition | undefined
  readonly repetitionEnd: RepetitionEnd | undefined
  /** The event takes whole days, whatever else is said. */
  readonly isAllDay: boolean
  readonly part: PartOfDay | undefined
  readonly length: Temporal.Duration | undefined
  readonly times: TimeSpan | undefined
  readonly day: DayReading | undefined
  /** The last day of a series, or else of the event. */
  readonly until: DayReading | undefined
}

/** Takes what the sentence says about when. Each reader leaves less for those after it. */
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
  // In "June 3 9am to June 5 5pm" the second time stands behind the second day.
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

/** "for 2 hours", or "2 hours" alone behind a time. */
const length = new RegExp(
  `(?:\\bfor\\s+|(?<=\\d(?:\\s?[ap]\\.?m\\.?)?,?\\s{1,3})(?=[^,;]{1,24}?${phraseEnd}))${amountPattern}(?:\\s*(?:,|and)?\\s*(\\d{1,2})\\s*(?:minutes?|mins?|m)\\b)?`,
  'i',
)

/** Takes how long the event lasts: `for 45 minutes`, `for 1 hour 30 minutes`, `for 3 days`. */
function takeLength(sentence: Sentence): Temporal.Duration | undefined {
  const match = length.exec(sentence.visible)
  if (match === null) return undefined
  const [phrase, number, unit, minutes] = match
  const amount = readAmount(number!, unit!)
  if (amount === undefined) return undefined
  sentence.takeSpan(match.index, match.index + phrase.length)
  return amount.with({ minutes: amount.minutes + Number(minutes ?? 0) })
}

import type { DayReading } from './day-reading.ts'
import { takeDays } from './days.ts'
import type { FindDays } from './find-days.ts'
import { takeLength } from './length.ts'
import { type PartOfDay, takePartOfDay } from './part-of-day.ts'
import { takeRelative } from './relative.ts'
import type { Repetition } from './repetition.ts'
import { type RepetitionEnd, takeRepetitionEnd } from './repetition-end.ts'
import { takeRepetition } from './repetition-phrases.ts'
import type { Sentence } from './sentence.ts'
import { type TimeSpan, takeTimes } from './times.ts'

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

import type { FoundDays } from './chrono-result.ts'
import type { DayReading, DaySpan } from './day-reading.ts'
import type { FindDays } from './find-days.ts'
import { phraseEnd } from './phrase-end.ts'
import { readShift } from './relative.ts'
import { mask, type Sentence } from './sentence.ts'
import { weekdayPattern } from './vocabulary.ts'

export interface DayMentions {
  readonly span?: DaySpan
  readonly time?: Temporal.PlainTime
  /** The day after which nothing happens any more. */
  readonly until?: DayReading
}

// A "to" right after something taken is that of "June 3 9am to June 5 5pm".
const untilBefore = new RegExp(
  `\\b(?:until|till|through|thru|ending(?:\\s+on)?)\\s+$|(?<=${mask}\\s*)(?:[-–—]|to)\\s+$`,
  'i',
)

/** Takes the first day or range of days, and the day after "until". */
export function takeDays(
  sentence: Sentence,
  today: Temporal.PlainDate,
  findDays: FindDays,
): DayMentions {
  const leapDay = takeLeapDay(sentence)
  let mentions: DayMentions = leapDay === undefined ? {} : { span: { first: leapDay } }
  for (const found of findDays(weekdayFirst(sentence.visible), today)) {
    const end = found.index + found.text.length
    const before = sentence.visible.slice(0, found.index)
    if (isOtherWord(found.text, sentence.visible.slice(end))) continue
    const until = untilBefore.exec(before)
    if (until !== null && mentions.until === undefined) {
      mentions = { ...mentions, until: found.last ?? found.first }
      sentence.takeSpan(until.index, end)
    } else if (until === null && mentions.span === undefined) {
      const shift = readShift(before)
      mentions = { ...mentions, ...asMentions(found, shift?.plus) }
      sentence.takeSpan(shift?.index ?? found.index, end)
    }
  }
  return mentions
}

function asMentions(found: FoundDays, plus: Temporal.Duration | undefined): DayMentions {
  const { first, last, time } = found
  const moved = plus === undefined ? first : { ...first, plus }
  return { span: { first: moved, ...(last && { last }) }, ...(time && { time }) }
}

const leapDay =
  /\b(?:feb(?:ruary)?\.?\s+29(?:th)?|29(?:th)?(?:\s+of)?\s+feb(?:ruary)?|2\/29)\b(?![/,]?\s*\d{4})/i

/** chrono refuses a leap day without a year in all years but leap years. */
function takeLeapDay(sentence: Sentence): DayReading | undefined {
  return sentence.take(leapDay) && { kind: 'yearless', month: 2, day: 29 }
}

const weekAndWeekday = new RegExp(`\\b(next\\s+week)(\\s+)((?:on\\s+)?${weekdayPattern})\\b`, 'gi')

/** chrono reads "Monday next week" as one day and "next week Monday" as two. */
const weekdayFirst = (text: string): string => text.replace(weekAndWeekday, '$3$2$1')

const maybeOver = new RegExp(`^${phraseEnd}`, 'i')

/** Whether a short weekday is a word of its own, as in "Sun block". */
const isOtherWord = (text: string, after: string): boolean =>
  /^(?:sat|sun|wed)$/i.test(text) && !maybeOver.test(after)

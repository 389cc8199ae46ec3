import type { DayReading, DaySpan } from './day-reading.ts'
import {
  mask,
  monthPattern,
  ordinalOf,
  ordinalPattern,
  phraseEnd,
  type Sentence,
  weekdayNumber,
  weekdayPattern,
} from './sentence.ts'

const number = (name: string) => `(?<${name}>[12]?\\d|3[01])(?:st|nd|rd|th)`
const ofMonth = '\\s+of\\s+(?<month>next|this|the)\\s+month\\b'
const notInMonth = `(?<!\\b${monthPattern}\\.?\\s{1,3})`
const notUntil = '(?<!\\b(?:to|until|till|through|thru)\\s{1,3})'
const weekdayBefore = `(?:(?:on\\s+)?${weekdayPattern},?\\s+)?`

/** `the 26th`, `on the 15th to the 17th`, `Friday the 13th`, `the 1st of next month`. */
const afterThe = new RegExp(
  `\\b${weekdayBefore}(?:from\\s+|on\\s+)?${notInMonth}${notUntil}the\\s+${number('first')}` +
    `(?:\\s*(?:[-–—]|to|until|till|through|thru)\\s*(?:the\\s+)?${number('last')})?` +
    `(?:${ofMonth}|${phraseEnd}(?!\\s+${monthPattern}\\b))`,
  'i',
)
/** `26th` at the end, or before a phrase that was taken. */
const alone = new RegExp(
  `(?<!\\b(?:of|and|or|to|until|till|through|thru|our|my|his|her|their|${monthPattern}\\.?)\\s{1,3}|['’]s\\s{1,3}|[-–—]\\s{0,3})` +
    `(?<=\\s)(?:on\\s+)?${number('first')}(?:${ofMonth}|(?=\\s*(?:$|${mask})))`,
  'i',
)
const lastDayOfMonth = new RegExp(`\\b(?:on\\s+)?(?:the\\s+)?last\\s+day${ofMonth}`, 'i')

const untilDay = new RegExp(
  `\\b(?:to|until|till|through|thru)\\s+the\\s+${number('last')}${phraseEnd}(?!\\s+${monthPattern}\\b)`,
  'i',
)

/** Takes the last day of a range or series if only its number is given. */
export function takeLastMonthDay(sentence: Sentence): DayReading | undefined {
  const day = Number(sentence.take(untilDay)?.groups?.last ?? 0)
  return day === 0 ? undefined : { kind: 'monthDay', day }
}

const weekdayOfMonth = new RegExp(
  `\\b(?:on\\s+)?(?:the\\s+)?(?<ordinal>${ordinalPattern})\\s+(?<weekday>${weekdayPattern})${ofMonth}`,
  'i',
)

/** Takes a weekday by its position in the month: `last Friday of the month`. */
export function takeWeekdayOfMonth(
  sentence: Sentence,
  today: Temporal.PlainDate,
): DaySpan | undefined {
  const match = weekdayOfMonth.exec(sentence.visible)
  if (match === null) return undefined
  const month = monthMeant(match, today)
  const found = weekdayIn(month, match)
  const isOver = isAnyMonth(match) && found && Temporal.PlainDate.compare(found, today) < 0
  const date = isOver ? weekdayIn(month.add({ months: 1 }), match) : found
  if (date === undefined) return undefined
  sentence.takeSpan(match.index, match.index + match[0].length)
  return { first: { kind: 'date', date } }
}

function weekdayIn(
  month: Temporal.PlainYearMonth,
  { groups }: RegExpExecArray,
): Temporal.PlainDate | undefined {
  const ordinal = ordinalOf(groups!.ordinal!)
  const weekday = weekdayNumber(groups!.weekday!)
  const days = Array.from({ length: month.daysInMonth }, (_, index) =>
    month.toPlainDate({ day: index + 1 }),
  ).filter(({ dayOfWeek }) => dayOfWeek === weekday)
  return days.at(ordinal > 0 ? ordinal - 1 : ordinal)
}

/** Takes days that are given by number, without a month. */
export function takeMonthDays(sentence: Sentence, today: Temporal.PlainDate): DaySpan | undefined {
  const monthEnd = sentence.take(lastDayOfMonth)
  if (monthEnd !== undefined) {
    const month = monthMeant(monthEnd, today)
    return { first: { kind: 'date', date: month.toPlainDate({ day: month.daysInMonth }) } }
  }
  const match = afterThe.exec(sentence.visible) ?? alone.exec(sentence.visible)
  const span = match && readDays(match, today)
  if (!match || !span) return undefined
  sentence.takeSpan(match.index, match.index + match[0].length)
  return span
}

function readDays(match: RegExpExecArray, today: Temporal.PlainDate): DaySpan | undefined {
  const first = Number(match.groups!.first)
  const last = Number(match.groups!.last ?? 0)
  if (first === 0) return undefined
  if (match.groups!.month !== undefined && !isAnyMonth(match)) {
    const month = monthMeant(match, today)
    if (first > month.daysInMonth) return undefined
    return { first: { kind: 'date', date: month.toPlainDate({ day: first }) } }
  }
  const span = { first: { kind: 'monthDay', day: first } as const }
  return last === 0 ? span : { ...span, last: { kind: 'monthDay', day: last } }
}

function monthMeant(match: RegExpExecArray, today: Temporal.PlainDate): Temporal.PlainYearMonth {
  const month = today.toPlainYearMonth()
  return /next/i.test(match.groups!.month!) ? month.add({ months: 1 }) : month
}

/** "The month" is the one in which the day comes next. */
const isAnyMonth = ({ groups }: RegExpExecArray): boolean => /^the$/i.test(groups!.month!)

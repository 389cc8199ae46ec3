import type { Chrono } from 'chrono-node/en'
import { dateOf } from '#/kernel/clock.ts'
import {
  type DayReading,
  type DaySpan,
  type FoundDays,
  readChronoResult,
  readShift,
} from './day-reading.ts'
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

interface DayMentions {
  readonly span?: DaySpan
  readonly time?: Temporal.PlainTime
  /** The last day of the series or event. */
  readonly until?: DayReading
}

// A "to" after a phrase that was taken belongs to "June 3 9am to June 5 5pm".
const untilBefore = new RegExp(
  `\\b(?:until|till|through|thru|ending(?:\\s+on)?)\\s+$|(?<=${mask}\\s*)(?:[-–—]|to)\\s+$`,
  'i',
)

/** After these words, even a weekday is the start or end of a series. */
const boundBefore =
  /\b(?:starting|beginning|from|as\s+of|until|till|through|thru|ending)\s+(?:on\s+)?$/i

interface DayContext {
  readonly today: Temporal.PlainDate
  readonly findDays: FindDays
  /**
   * The event repeats on weekdays, so another weekday belongs to its title: "Sunday dinner every
   * Sunday".
   */
  readonly hasWeekdays: boolean
  /** The sentence names a time, so a weekend means its first day. */
  readonly isTimed: boolean
}

/** Takes the first day or range of days, and the day after "until". */
export function takeDays(
  sentence: Sentence,
  { today, findDays, hasWeekdays, isTimed }: DayContext,
): DayMentions {
  const lastDay = takeLastMonthDay(sentence)
  const span =
    takeLeapDay(sentence, today) ??
    takeWeekend(sentence, { today, isTimed }) ??
    takeWeekdayOfMonth(sentence, today) ??
    takeMonthDays(sentence, today)
  let mentions: DayMentions = { ...(span && { span }), ...(lastDay && { until: lastDay }) }
  const text = withoutTimes(
    withKnownDashes(withTo(withShortWeekdays(weekdayFirst(sentence.visible)))),
  )
  const days = findDays(text, today).filter(
    ({ index, text, first }) =>
      !isOtherWord(text, sentence.visible.slice(index + text.length)) &&
      (!hasWeekdays ||
        first.kind !== 'weekday' ||
        boundBefore.test(sentence.visible.slice(0, index))),
  )
  for (const found of days.toSorted(byTitleRank(sentence))) {
    const end = endOfWord(sentence.visible, found.index + found.text.length)
    const before = sentence.visible.slice(0, found.index)
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

/** Includes the "s" of "Tues", which chrono doesn't know. */
const endOfWord = (text: string, end: number): number =>
  /^(?:tue|wed)s\b/i.test(text.slice(end - 3)) ? end + 1 : end

const byTitleRank = (sentence: Sentence) => (one: FoundDays, other: FoundDays) =>
  titleRank(one, sentence) - titleRank(other, sentence)

/**
 * How likely a day belongs to the title if there is another one: a weekday next to a date does, as in
 * "Good Friday service March 26", and so does one that another weekday follows, as in "Sunday roast
 * Saturday 6pm".
 */
function titleRank({ index, text, first, last }: FoundDays, sentence: Sentence): number {
  if (first.kind !== 'weekday') return 0
  const after = sentence.visible.slice(text.length)
  return index === 0 && last === undefined && /^\s+\p{L}/u.test(after) ? 2 : 1
}

function asMentions(found: FoundDays, plus: Temporal.Duration | undefined): DayMentions {
  const { first, last, time } = found
  const moved = plus === undefined ? first : { ...first, plus }
  return { span: { first: moved, ...(last && { last }) }, ...(time && { time }) }
}

const leapDay =
  /\b(?:feb(?:ruary)?\.?\s+29(?:th)?|29(?:th)?(?:\s+of)?\s+feb(?:ruary)?|2\/29)\b(?![/,]?\s*\d{4})/i

/** chrono rejects a leap day without a year, except in leap years. */
function takeLeapDay(sentence: Sentence, today: Temporal.PlainDate): DaySpan | undefined {
  if (today.inLeapYear || sentence.take(leapDay) === undefined) return undefined
  return { first: { kind: 'yearless', month: 2, day: 29 } }
}

const weekend = /\b(?:(?:on|over)\s+)?(?<which>this|the|next)\s+weekend\b/i

/** Takes a weekend as its two days, or what is left of it. */
function takeWeekend(
  sentence: Sentence,
  { today, isTimed }: Pick<DayContext, 'today' | 'isTimed'>,
): DaySpan | undefined {
  const which = sentence.take(weekend)?.groups?.which
  if (which === undefined) return undefined
  const weeks = /next/i.test(which) ? 1 : 0
  const sunday = today.add({ days: 7 - today.dayOfWeek, weeks })
  const saturday = sunday.subtract({ days: 1 })
  const isHalfOver = Temporal.PlainDate.compare(saturday, today) < 0
  const first = { kind: 'date', date: isHalfOver ? sunday : saturday } as const
  return isTimed ? { first } : { first, last: { kind: 'date', date: sunday } }
}

const weekAndWeekday = new RegExp(`\\b(next\\s+week)(\\s+)((?:on\\s+)?${weekdayPattern})\\b`, 'gi')

/** chrono reads "Monday next week" as one day and "next week Monday" as two. */
const weekdayFirst = (text: string): string => text.replace(weekAndWeekday, '$3$2$1')

const dashBetweenDates = new RegExp(
  `(?<=\\b${monthPattern}\\.?\\s{1,3}\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s{1,3}\\d{4})?\\s?)-(?=\\s?${monthPattern}\\b)` +
    '|(?<=\\b\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?\\s?)-(?=\\s?\\d{1,2}/\\d)',
  'gi',
)

const dashBetweenNumbers = /(?<=\d(?:st|nd|rd|th)?\s?)[–—](?=\s?\d{1,2}(?:st|nd|rd|th)?(?![\d/]))/gi

/**
 * Between the days of a month, chrono knows only the hyphen, and reads "15-January 17" and "15-1" as
 * other dates.
 */
const withKnownDashes = (text: string): string =>
  text.replace(dashBetweenDates, '–').replace(dashBetweenNumbers, '-')

const weekendDays = /(?<=\bsat(?:urday)?\s{0,3})(?:&|and)(?=\s{0,3}sun(?:day)?\b)/i

/** chrono knows only ranges with "to" and hyphens. The length stays the same. */
const withTo = (text: string): string =>
  text
    .replace(/(\bbetween\s[^¦]{1,40}?\s)and(?=\s)/i, '$1to ')
    .replace(weekendDays, (word) => (word === '&' ? '-' : 'to '))

/** chrono doesn't know the longer abbreviations of these two. */
const withShortWeekdays = (text: string): string => text.replace(/\b(tue|wed)s\b/gi, '$1 ')

const timeAfterMonth = new RegExp(`(?<=\\b${monthPattern}\\s)\\d{1,2}\\.\\d{2}\\b`, 'gi')

/** chrono takes the hour of "1 March 16.00" for a year. */
const withoutTimes = (text: string): string =>
  text.replace(timeAfterMonth, (time) => ' '.repeat(time.length))

const maybeOver = new RegExp(`^${phraseEnd}`, 'i')

/** Whether the words are not a day, as in "Sun block" or "last day of school". */
const isOtherWord = (text: string, after: string): boolean =>
  (/^(?:sat|sun|wed)$/i.test(text) && !maybeOver.test(after)) ||
  /^(?:last|past|next)\s+day$/i.test(text) ||
  (/^(?:this|next|last|past)\s+\w+$/i.test(text) && /^\s+of\b/i.test(after))

/** Finds the days in a text, in order. */
export type FindDays = (text: string, today: Temporal.PlainDate) => readonly FoundDays[]

/** The parsers of chrono that find days; those for times and lengths differ from ours. */
const readersOfDays = new Set([
  'ENYearMonthDayParser',
  'ISOFormatParser',
  'SlashDateFormatParser',
  'ENMonthNameLittleEndianParser',
  'ENMonthNameMiddleEndianParser',
  'ENWeekdayParser',
  'ENCasualDateParser',
  'ENRelativeDateFormatParser',
])

let finder: FindDays | undefined

/** Loads chrono on first use, because it would take a tenth of the start-up time. */
export async function loadDayFinder(): Promise<FindDays> {
  if (finder !== undefined) return finder
  const { casual, Chrono } = await import('chrono-node/en')
  // The package exports its parsers only by class name.
  const parsers = casual.parsers.filter((parser) => readersOfDays.has(parser.constructor.name))
  finder = finderWith(new Chrono({ parsers, refiners: casual.refiners }))
  return finder
}

function finderWith(chrono: Chrono): FindDays {
  return (text, today) => {
    // chrono uses the zone of the machine, where noon exists on every day.
    const noon = today.toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' })
    const reference = { instant: dateOf(noon.epochMilliseconds), timezone: 0 }
    return chrono.parse(text, reference).flatMap((result) => readChronoResult(result) ?? [])
  }
}

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
function takeLastMonthDay(sentence: Sentence): DayReading | undefined {
  const day = Number(sentence.take(untilDay)?.groups?.last ?? 0)
  return day === 0 ? undefined : { kind: 'monthDay', day }
}

const weekdayOfMonth = new RegExp(
  `\\b(?:on\\s+)?(?:the\\s+)?(?<ordinal>${ordinalPattern})\\s+(?<weekday>${weekdayPattern})${ofMonth}`,
  'i',
)

/** Takes a weekday by its position in the month: `last Friday of the month`. */
function takeWeekdayOfMonth(sentence: Sentence, today: Temporal.PlainDate): DaySpan | undefined {
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
function takeMonthDays(sentence: Sentence, today: Temporal.PlainDate): DaySpan | undefined {
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

import { type Clock, readClock, startBefore } from './clock.ts'
import { phraseEnd } from './phrase-end.ts'
import { mask, type Sentence } from './sentence.ts'
import { takeSpokenTime } from './spoken-time.ts'
import { monthPattern, weekdayPattern } from './vocabulary.ts'
import { zoneNamed, zonePattern } from './zones.ts'

export interface TimeSpan {
  readonly start: Clock
  readonly end?: Clock
  /** The zone that was named with the times. */
  readonly zone?: string
}

type Groups = Readonly<Record<string, string | undefined>>
type Which = 'start' | 'end'

// A letter alone stands right behind the digits: "4:30p".
const halves = '[ap]\\.?m\\.?|(?<=\\d)[ap]|in\\s+the\\s+(?:morning|afternoon|evening)|at\\s+night'

const clockPattern = (which: Which) =>
  `(?:(?<${which}Hour24>[01]\\d|2[0-3])(?<${which}Minute24>[0-5]\\d)(?:\\s*(?<${which}Unit>hours|hrs|h)\\b)?(?!\\d)` +
  `|(?<${which}JoinedHour>1[0-2]|[1-9])(?<${which}JoinedMinute>[0-5]\\d)(?<${which}JoinedHalf>[ap]m?)\\b` +
  `|(?<${which}Hour>\\d{1,2})(?:(?<${which}Point>[:.h])(?<${which}Minute>[0-5]\\d)h?|(?<${which}HourUnit>h)\\b)?` +
  `(?:\\s*(?:(?<${which}Half>${halves})|(?<${which}Oclock>o['’]clock)))?` +
  `|(?<${which}Name>noon|midday|midnight))` +
  `(?:\\s*\\(?(?<${which}Zone>${zonePattern})\\)?(?=\\s*[-–—~/]|${phraseEnd}))?`

/** The same time in other zones, as in "11am PT / 2pm ET". */
const inOtherZones = `(?:\\s*/\\s*\\d{1,2}(?::[0-5]\\d)?\\s*(?:[ap]m)?\\s*${zonePattern}){0,3}`

const spanPattern = new RegExp(
  `(?:\\b(?<lead>at|from|between|around|by|before)\\s+|(?<sign>@)\\s*)?` +
    `(?<![\\w/.:$€£+-])${clockPattern('start')}` +
    `(?:\\s*(?<join>[-–—~]|\\bto\\b|\\buntil\\b|\\btill\\b|\\bending\\s+at\\b|(?<=\\bbetween\\s.{1,24})and\\b)\\s*${clockPattern('end')})?` +
    `${inOtherZones}(?![\\w/:%]|[.,-]\\d)(?:(?<over>${phraseEnd})|)`,
  'gi',
)
const monthBefore = new RegExp(`\\b${monthPattern}\\.?\\s+$`, 'i')
const monthAfter = new RegExp(`^(?:\\s+of)?\\s+${monthPattern}\\b`, 'i')
/** What is numbered by such a word is not a time: "chapters 10-11", "gate 4a". */
const numberedBefore =
  /\b(?:chapters?|pages?|pp?\.?|parts?|sections?|units?|lessons?|exercises?|questions?|problems?|episodes?|seasons?|verses?|lines?|steps?|levels?|ages?|aged|grades?|rooms?|gates?|seats?|rows?|suite|apt\.?|apartment|floors?|tracks?|platforms?|zones?|numbers?|nos?\.?|nrs?\.?|weeks?|days?|sprints?|size|score|won|lost)\s+$/i

/** Takes the first time or pair of times: `7pm`, `at 7`, `3-4pm`, `0900`, `from 9:00 to 17:00 CET`. */
export function takeTimes(sentence: Sentence): TimeSpan | undefined {
  return takeSpokenTime(sentence) ?? takeDigits(sentence)
}

function takeDigits(sentence: Sentence): TimeSpan | undefined {
  spanPattern.lastIndex = 0
  let match = spanPattern.exec(sentence.visible)
  while (match !== null) {
    const span = isTime(match) ? readSpan(match.groups!) : undefined
    if (span !== undefined) {
      sentence.takeSpan(match.index, match.index + match[0].length)
      return span
    }
    // What is no time as a whole may still contain one, as "June 12 - 3pm" does.
    spanPattern.lastIndex = match.index + 1
    match = spanPattern.exec(sentence.visible)
  }
  return undefined
}

/** Tells a time from a mere number, which needs a word before it and the end of the phrase after. */
function isTime(match: RegExpExecArray): boolean {
  const { lead, sign, over } = match.groups!
  const before = match.input.slice(0, match.index)
  const after = match.input.slice(match.index + match[0].length)
  const isRange = match.groups!.join !== undefined
  if (isRange && !isExplicit(match.groups!, 'start') && monthBefore.test(before)) return false
  const isNumbered = numberedBefore.test(before)
  if (isExplicit(match.groups!, 'start') || isExplicit(match.groups!, 'end')) {
    return !(isNumbered && isShort(match.groups!))
  }
  if (isRange && monthAfter.test(after)) return false
  if (over === undefined && !isBeginning(match, after)) return false
  if ((lead ?? sign) !== undefined) return !areYears(match.groups!)
  return !isNumbered && (isPlain(match.groups!) || isHourOfDay(match, after))
}

function isExplicit(groups: Groups, which: Which): boolean {
  const part = (name: string) => groups[`${which}${name}`]
  // "4A" is rather a room than a time.
  const half = part('Half') === 'A' || part('Half') === 'P' ? part('Minute') : part('Half')
  const word =
    half ?? part('JoinedHalf') ?? part('Oclock') ?? part('Name') ?? part('Unit') ?? part('Zone')
  if (part('HourUnit') !== undefined) return Number(part('Hour')) > 12
  return word !== undefined || /[:h]/i.test(part('Point') ?? '')
}

const dayBefore = new RegExp(
  `(?:\\b(?:today|tomorrow|tmrw?|${weekdayPattern})|${mask}),?\\s+$`,
  'i',
)

/** Whether a number right behind a day is an hour: "Friday 11", but not "Friday 13" or "Friday 3 June". */
function isHourOfDay({ input, index, groups }: RegExpExecArray, after: string): boolean {
  const { startHour, startPoint, startHourUnit, join } = groups!
  if (startHour === undefined || (startPoint ?? startHourUnit ?? join) !== undefined) return false
  const isHour = Number(startHour) >= 1 && Number(startHour) <= 12
  return isHour && dayBefore.test(input.slice(0, index)) && !monthAfter.test(after)
}

/** Whether a title follows the first words: "0900 briefing", and "10-11 Meeting" but not "10-11 people". */
const isBeginning = ({ index, groups }: RegExpExecArray, after: string): boolean =>
  index === 0 && (/^\s+\p{Lu}/u.test(after) || groups!.startHour24?.startsWith('0') === true)

/** "4a", as against "4 am" or "4:00". */
const isShort = ({ startHalf, startMinute }: Groups): boolean =>
  startMinute === undefined && /^[ap]$/i.test(startHalf ?? '')

/** Whether digits without any other word are times: "10-11", "0900", "1400-1530". */
function isPlain(groups: Groups): boolean {
  const { startHour24, join, startPoint, endPoint } = groups
  const isPair = join !== undefined && (startPoint ?? endPoint) === undefined
  return startHour24?.startsWith('0') || (isPair && !areYears(groups))
}

const areYears = ({ startHour24, endHour24, startUnit, endUnit }: Groups): boolean =>
  (startUnit ?? endUnit) === undefined &&
  [startHour24, endHour24].every((century) => century === '19' || century === '20')

function readSpan(groups: Groups): TimeSpan | undefined {
  const start = readPart(groups, 'start')
  if (start === undefined) return undefined
  const named = groups.startZone ?? groups.endZone
  const zone = named === undefined ? undefined : zoneNamed(named)
  const inZone = zone === undefined ? {} : { zone }
  if (groups.join === undefined) return { start, ...inZone }
  const end = readPart(groups, 'end')
  if (end === undefined) return undefined
  const isStartBefore = start.isAmbiguous && !end.isAmbiguous
  return { start: isStartBefore ? startBefore(start, end) : start, end, ...inZone }
}

function readPart(groups: Groups, which: Which): Clock | undefined {
  const hour24 = groups[`${which}Hour24`]
  if (hour24 !== undefined) {
    const minute = Number(groups[`${which}Minute24`])
    return { hour: Number(hour24), minute, isAmbiguous: false }
  }
  return readClock({
    hour: groups[`${which}Hour`] ?? groups[`${which}JoinedHour`],
    minute: groups[`${which}Minute`] ?? groups[`${which}JoinedMinute`],
    half: groups[`${which}Half`] ?? groups[`${which}JoinedHalf`],
    name: groups[`${which}Name`],
  })
}

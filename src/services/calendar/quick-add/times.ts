import { type Clock, readClock, startBefore } from './clock.ts'
import {
  hourWordPattern,
  mask,
  monthPattern,
  numberOf,
  phraseEnd,
  type Sentence,
  weekdayPattern,
} from './sentence.ts'

/**
 * Zones by their usual abbreviations. Daylight saving follows the zone, not the abbreviation: "3pm
 * PST" in July is 3 pm on the clocks of that coast.
 */
const zonesByAbbreviation: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'UTC GMT Z': 'UTC',
    'PST PDT PT': 'America/Los_Angeles',
    'MST MDT MT': 'America/Denver',
    'CST CDT CT': 'America/Chicago',
    'EST EDT ET': 'America/New_York',
    'AST ADT': 'America/Halifax',
    'AKST AKDT': 'America/Anchorage',
    HST: 'Pacific/Honolulu',
    BRT: 'America/Sao_Paulo',
    BST: 'Europe/London',
    'WET WEST': 'Europe/Lisbon',
    'CET CEST': 'Europe/Berlin',
    'EET EEST': 'Europe/Athens',
    MSK: 'Europe/Moscow',
    SAST: 'Africa/Johannesburg',
    IST: 'Asia/Kolkata',
    SGT: 'Asia/Singapore',
    HKT: 'Asia/Hong_Kong',
    JST: 'Asia/Tokyo',
    KST: 'Asia/Seoul',
    AWST: 'Australia/Perth',
    'ACST ACDT': 'Australia/Adelaide',
    'AEST AEDT': 'Australia/Sydney',
    'NZST NZDT': 'Pacific/Auckland',
    PACIFIC: 'America/Los_Angeles',
    MOUNTAIN: 'America/Denver',
    CENTRAL: 'America/Chicago',
    CENTRAL_EUROPEAN: 'Europe/Berlin',
    EASTERN: 'America/New_York',
  }).flatMap(([names, zone]) => names.split(' ').map((name) => [name, zone])),
)

// Most abbreviations must be upper case, because some are words or parts of names.
const inCapitals = [...zonesByAbbreviation.keys()].join('|')

/** Matches a zone: `PST`, `Eastern time`, `UTC+2`. The surrounding expression ignores case. */
const zonePattern =
  '(?:(?:UTC|GMT)(?:[+-](?:1[0-4]|0?\\d)(?!:?\\d))?(?![+-]\\d)' +
  '|(?:Pacific|Mountain|Central(?:\\s+European)?|Eastern)(?:\\s+(?:(?:standard|daylight|summer)\\s+)?time)?' +
  `|[PMCE][SD]T|CES?T|(?-i:${inCapitals}))\\b`

/** The zone for text that matches the pattern. */
function zoneNamed(words: string): string | undefined {
  const offset = /^(?:UTC|GMT)([+-])(\d+)$/i.exec(words)
  if (offset !== null) return fixedZone(offset[1]!, Number(offset[2]))
  const name = words.replace(/\s+(?:(?:standard|daylight|summer)\s+)?time$/i, '')
  return zonesByAbbreviation.get(name.replace(/\s+/, '_').toUpperCase())
}

const hoursWestMax = 12

/** The names of these zones have the opposite sign. */
function fixedZone(sign: string, hours: number): string | undefined {
  if (hours === 0) return 'UTC'
  if (sign === '-') return hours > hoursWestMax ? undefined : `Etc/GMT+${hours}`
  return `Etc/GMT-${hours}`
}

export interface TimeSpan {
  readonly start: Clock
  readonly end?: Clock
  /** The zone, if the text names one. */
  readonly zone?: string
}

type Groups = Readonly<Record<string, string | undefined>>
type Which = 'start' | 'end'

// A single letter follows the digits directly: "4:30p".
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
/** Numbers after these words are not times: "chapters 10-11", "gate 4a". */
const numberedBefore =
  /\b(?:chapters?|pages?|pp?\.?|parts?|sections?|units?|lessons?|exercises?|questions?|problems?|episodes?|seasons?|verses?|lines?|steps?|levels?|ages?|aged|grades?|rooms?|gates?|seats?|rows?|suite|apt\.?|apartment|floors?|tracks?|platforms?|zones?|numbers?|nos?\.?|nrs?\.?|weeks?|days?|sprints?|size|score|won|lost)\s+$/i

/** Takes the first time or range: `7pm`, `at 7`, `3-4pm`, `0900`, `from 9:00 to 17:00 CET`. */
export function takeTimes(sentence: Sentence): TimeSpan | undefined {
  return takeSpokenTime(sentence) ?? takeDigits(sentence)
}

function takeDigits(sentence: Sentence): TimeSpan | undefined {
  spanPattern.lastIndex = 0
  let leading: { readonly match: RegExpExecArray; readonly span: TimeSpan } | undefined
  let match = spanPattern.exec(sentence.visible)
  while (match !== null) {
    const span = isTime(match) ? readSpan(match.groups!) : undefined
    if (span !== undefined && !isLeadingName(match)) return takeMatch(sentence, match, span)
    if (span !== undefined) leading = { match, span }
    // A text that is no time as a whole can contain one, such as "June 12 - 3pm".
    spanPattern.lastIndex = match.index + 1
    match = spanPattern.exec(sentence.visible)
  }
  return leading && takeMatch(sentence, leading.match, leading.span)
}

function takeMatch(sentence: Sentence, match: RegExpExecArray, span: TimeSpan): TimeSpan {
  sentence.takeSpan(match.index, match.index + match[0].length)
  return span
}

/** Whether the name of a time begins the title if another time follows: "Midnight mass 11pm". */
function isLeadingName({ index, groups, input, 0: phrase }: RegExpExecArray): boolean {
  const { startName, startZone, join } = groups!
  const isAlone = startName !== undefined && (startZone ?? join) === undefined
  return isAlone && index === 0 && /^\s+\p{L}/u.test(input.slice(phrase.length))
}

/**
 * Distinguishes times from other numbers. A bare number needs a word before it and the end of a phrase after
 * it.
 */
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
  // "4A" is more likely a room.
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

/** Whether a number after a day is an hour: "Friday 11", but not "Friday 13" or "Friday 3 June". */
function isHourOfDay({ input, index, groups }: RegExpExecArray, after: string): boolean {
  const { startHour, startPoint, startHourUnit, join } = groups!
  if (startHour === undefined || (startPoint ?? startHourUnit ?? join) !== undefined) return false
  const isHour = Number(startHour) >= 1 && Number(startHour) <= 12
  return isHour && dayBefore.test(input.slice(0, index)) && !monthAfter.test(after)
}

/** Whether a title follows: "0900 briefing", and "10-11 Meeting" but not "10-11 people". */
const isBeginning = ({ index, groups }: RegExpExecArray, after: string): boolean =>
  index === 0 && (/^\s+\p{Lu}/u.test(after) || groups!.startHour24?.startsWith('0') === true)

/** "4a", in contrast to "4 am" or "4:00". */
const isShort = ({ startHalf, startMinute }: Groups): boolean =>
  startMinute === undefined && /^[ap]$/i.test(startHalf ?? '')

/** Whether bare digits are times: "10-11", "0900", "1400-1530". */
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

const spoken = new RegExp(
  `\\b(?:at|around|by|before)\\s+(?:(?<part>half|(?:a\\s+)?quarter)\\s+(?<side>past|to)\\s+(?<hour>${hourWordPattern}|1[0-2]|[1-9])|(?<hour>${hourWordPattern}))` +
    `(?:[\\s-]+(?<minutes>fifteen|thirty|forty-?five))?(?:\\s*(?<half>[ap]\\.?m\\.?))?${phraseEnd}`,
  'i',
)
const minutesOf: Readonly<Record<string, number>> = { fifteen: 15, thirty: 30, fortyfive: 45 }

/** Takes a time in words: `at seven`, `at quarter past 7`, `at seven thirty pm`. */
function takeSpokenTime(sentence: Sentence): { readonly start: Clock } | undefined {
  const groups = sentence.take(spoken)?.groups
  if (groups === undefined) return undefined
  const { part, side, minutes = '' } = groups
  const shift = part === undefined ? 0 : /half/i.test(part) ? 30 : 15
  const isBefore = /to/i.test(side ?? '')
  const hour = numberOf(groups.hour!) - (isBefore ? 1 : 0)
  const minute = isBefore
    ? 60 - shift
    : shift + (minutesOf[minutes.toLowerCase().replace('-', '')] ?? 0)
  const start = readClock({
    hour: String(hour === 0 ? 12 : hour),
    minute: String(minute % 60),
    half: groups.half,
    name: undefined,
  })
  return start && { start }
}

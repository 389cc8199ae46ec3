import { mask, type Sentence, weekdayPattern } from './sentence.ts'

/** A time of day as written. Without am or pm, it can mean two times. */
export interface Clock {
  /** From 0 to 11 if am or pm is unknown. */
  readonly hour: number
  readonly minute: number
  readonly isAmbiguous: boolean
}

/** The parts of a mentioned time. */
interface ClockWords {
  readonly hour: string | undefined
  readonly minute: string | undefined
  /** For example `am` or `in the evening`. */
  readonly half: string | undefined
  /** `noon` or `midnight`. */
  readonly name: string | undefined
}

/** Interprets a mentioned time; undefined if there is no such time. */
export function readClock({ hour: digits, minute, half, name }: ClockWords): Clock | undefined {
  if (name !== undefined) return definite(/midnight/i.test(name) ? 0 : 12, 0)
  const hour = Number(digits)
  const minutes = Number(minute ?? 0)
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined
    return definite((hour % 12) + (isAfternoon(half, hour) ? 12 : 0), minutes)
  }
  if (hour > 23) return undefined
  const isTwentyFourHours = hour === 0 || hour > 12 || digits!.startsWith('0')
  return isTwentyFourHours
    ? definite(hour, minutes)
    : { hour: hour % 12, minute: minutes, isAmbiguous: true }
}

/** The time that an ambiguous start before `end` means: the nearer one, as in `3-4pm` and `11-1pm`. */
export function startBefore(start: Clock, end: Clock): Clock {
  const gap = minutesBetween(start, end)
  const isLater = gap > halfDayMinutes
  return definite(start.hour + (isLater ? 12 : 0), start.minute)
}

/** The first time after `start` that an end can mean. */
export function endAfter(start: Temporal.PlainTime, end: Clock): Temporal.PlainTime {
  const isLater = end.isAmbiguous && minutesBetween(start, end) > halfDayMinutes
  return new Temporal.PlainTime(end.hour + (isLater ? 12 : 0), end.minute)
}

const halfDayMinutes = 720
const dayMinutes = 2 * halfDayMinutes

const definite = (hour: number, minute: number): Clock => ({ hour, minute, isAmbiguous: false })

function isAfternoon(half: string, hour: number): boolean {
  if (/night/i.test(half)) return hour >= 6 && hour < 12
  return !/^a|morning/i.test(half)
}

/** Minutes from one time of day to the next occurrence of another; never zero. */
function minutesBetween(
  start: { readonly hour: number; readonly minute: number },
  end: { readonly hour: number; readonly minute: number },
): number {
  const minutes = (end.hour - start.hour) * 60 + end.minute - start.minute
  return minutes > 0 ? minutes : minutes + dayMinutes
}

export type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'night'

/** When an event starts if the text only names a part of the day. */
export const hourOfPart: Readonly<Record<PartOfDay, number>> = {
  morning: 9,
  afternoon: 14,
  evening: 19,
  night: 20,
}

interface PartMention {
  readonly part: PartOfDay
  /** The words also mean today. */
  readonly isToday: boolean
}

const parts = '(morning|afternoon|evening|night)s?\\b'
const today = new RegExp(`\\bthis\\s+${parts}`, 'i')
// After a number these words belong to the time, as in "3 in the afternoon".
const general = new RegExp(`(?<!\\d\\s+)\\bin\\s+the\\s+${parts}`, 'i')
const afterDay = new RegExp(
  `(?<=(?:\\b(?:today|tomorrow|tmrw?|${weekdayPattern})|${mask})\\s+)${parts}`,
  'i',
)

/** Takes a part of the day, unless it belongs to the title, as in "Morning run". */
export function takePartOfDay(sentence: Sentence): PartMention | undefined {
  if (/\btonight\b/i.test(sentence.visible)) return { part: 'night', isToday: true }
  const ofToday = sentence.take(today)
  const match = ofToday ?? sentence.take(general) ?? sentence.take(afterDay)
  if (match === undefined) return undefined
  return { part: match[1]!.toLowerCase() as PartOfDay, isToday: ofToday !== undefined }
}

import { dayNumberOf, firstDayOfYear, msPerDay } from './civil-date.ts'
import { instantMsAt } from './zone-offsets.ts'

const minuteMs = 60_000

/** The instant that an RFC 3339 text names; without an offset it is read in the zone. */
export function instantIn(text: string, zone: string): number | undefined {
  if (!form.test(text)) return undefined
  // A leap second counts as the second before it, and fractions are dropped.
  const seconds = twoDigits(text, 11) * 3600 + twoDigits(text, 14) * 60
  const wallMs = midnightIn(text) + (seconds + Math.min(twoDigits(text, 17), 59)) * 1000
  const offsetMs = offsetMsIn(text)
  return offsetMs === undefined ? instantMsAt(zone, wallMs) : wallMs - offsetMs
}

const form = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)?$/

/** The midnight that begins a date such as `2026-05-01`, as if it were in UTC. */
export function midnightIn(date: string): number {
  const year = twoDigits(date, 0) * 100 + twoDigits(date, 2)
  return dayNumberOf({ year, month: twoDigits(date, 5), day: twoDigits(date, 8) }) * msPerDay
}

// Reading digits where the form has them takes a fifth of the time of cutting the text up.
const twoDigits = (text: string, at: number) =>
  (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero

const zero = 0x30
const secondsEnd = 19

/** The offset that ends the text, if one does. */
function offsetMsIn(text: string): number | undefined {
  if (text.endsWith('Z') || text.endsWith('z')) return 0
  const at = text.length - (text.at(-3) === ':' ? 6 : 5)
  const sign = text[at]
  if (at < secondsEnd || (sign !== '+' && sign !== '-')) return undefined
  const minutes = twoDigits(text, at + 1) * 60 + twoDigits(text, text.length - 2)
  return (sign === '-' ? -minutes : minutes) * minuteMs
}

const earliestMs = firstDayOfYear(1) * msPerDay
const afterLatestMs = firstDayOfYear(10_000) * msPerDay

/** Whether the time lies in a year that dates can name: 1 to 9999. */
export const hasNamedYear = (ms: number): boolean => ms >= earliestMs && ms < afterLatestMs

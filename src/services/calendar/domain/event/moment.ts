import { dayNumberOf, firstDayOfYear, msPerDay } from '../civil-date.ts'
import { instantMsAt } from '../zone-offsets.ts'

const minuteMs = 60_000

/** The instant that an RFC 3339 text names; without an offset it is read in the zone. */
export function instantIn(text: string, zone: string): number | undefined {
  const parts = form.exec(text)
  if (parts === null) return undefined
  const [, date, hour, minute, second, offset] = parts
  // A leap second counts as the second before it, and fractions are dropped.
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Math.min(Number(second), 59)
  const wallMs = midnightIn(date!) + seconds * 1000
  return offset === undefined ? instantMsAt(zone, wallMs) : wallMs - offsetMsIn(offset)
}

const form = /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?([Zz]|[+-]\d\d:?\d\d)?$/

/** The midnight that begins a date such as `2026-05-01`, as if it were in UTC. */
export function midnightIn(date: string): number {
  const [year, month, day] = date.split('-').map(Number)
  return dayNumberOf({ year: year!, month: month!, day: day! }) * msPerDay
}

function offsetMsIn(offset: string): number {
  if (offset === 'Z' || offset === 'z') return 0
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))
  return (offset.startsWith('-') ? -minutes : minutes) * minuteMs
}

const earliestMs = firstDayOfYear(1) * msPerDay
const afterLatestMs = firstDayOfYear(10_000) * msPerDay

/** Whether the time lies in a year that dates can name: 1 to 9999. */
export const hasNamedYear = (ms: number): boolean => ms >= earliestMs && ms < afterLatestMs

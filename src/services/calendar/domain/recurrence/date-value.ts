import { dayNumberOf, daysInMonth, msPerDay } from '../civil-date.ts'
import { invalidRule } from './invalid-rule.ts'

/** A date, or a date with a time, as it stands in a recurrence line. */
export interface DateValue {
  readonly form: 'date' | 'utc' | 'floating'
  /** What is written, read as a wall clock: ms since 1970-01-01T00:00 of that clock. */
  readonly wallMs: number
}

const pattern = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/

export function readDateValue(text: string): DateValue {
  const match = pattern.exec(text.toUpperCase())
  if (match === null) throw invalidRule()
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const dateMs = readMidnight({ year: year!, month: month!, day: day! })
  if (hour! > 23 || minute! > 59 || second! > 59) throw invalidRule()
  return {
    form: match[4] === undefined ? 'date' : match[7] === 'Z' ? 'utc' : 'floating',
    wallMs: dateMs + ((hour! * 60 + minute!) * 60 + second!) * 1_000,
  }
}

function readMidnight(date: { year: number; month: number; day: number }): number {
  const isRealDate =
    date.year >= 1 &&
    date.month >= 1 &&
    date.month <= 12 &&
    date.day >= 1 &&
    date.day <= daysInMonth(date)
  if (!isRealDate) throw invalidRule()
  return dayNumberOf(date) * msPerDay
}

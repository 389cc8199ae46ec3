import { dateFormat, momentMs, nowMs, wireTime } from '../locale/index.ts'

const dayMs = 86_400_000

/** The date some days after a date, or before it if negative. */
export const daysAfter = (date: string, days: number): string =>
  wireTime(momentMs(date) + days * dayMs).slice(0, 10)

/** The local date some days ago, as YYYY-MM-DD. */
export const daysAgo = (days: number): string =>
  // Swedish uses the ISO 8601 date format.
  new Intl.DateTimeFormat('sv-SE').format(nowMs() - days * dayMs)

/** A range of dates in words, such as `Oct 19 – Nov 17, 2026`. */
export const dateRange = (from: string, to: string): string =>
  dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).formatRange(momentMs(from), momentMs(to))

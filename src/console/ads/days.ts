import { nowMs } from '../locale/index.ts'

const dayMs = 86_400_000

/** The date of a day as the browser sees it, as YYYY-MM-DD. */
export const daysAgo = (days: number): string =>
  // Swedish writes dates as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE').format(nowMs() - days * dayMs)

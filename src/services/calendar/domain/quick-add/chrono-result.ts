import type { ParsedResult } from 'chrono-node/en'
import { type DayReading, type DaySpan, isReasonable } from './day-reading.ts'

export interface FoundDays extends DaySpan {
  readonly index: number
  readonly text: string
  /** The time inside an ISO date such as `2026-07-12T19:00`. */
  readonly time?: Temporal.PlainTime
}

type Components = ParsedResult['start']
type Parts = Parameters<Components['get']>[0]

/** A weekend is rather what an event is called, unless "this" or "next" stands before it. */
const bareWeekend = /^(?:on\s+)?(?:the\s+)?weekend$/i
/** Not a date, but "24/7" or a part of some number. */
const monthTooLarge = /^(?:1[3-9]|[2-9]\d)\/\d+$/
/** What chrono takes for a year in "June 3, 20 people". */
const looseYear = /(?<=\d(?:st|nd|rd|th)?),?\s+\d{2}$/i
/** With these words a weekday or a month is counted from today, and not the next to come. */
const countedFromToday = /\b(?:next|last|past)\b/i

/** What a result says by its components; its Date is in no zone that the calendar knows. */
export function readChronoResult(result: ParsedResult): FoundDays | undefined {
  const { index, start, end } = result
  const text = result.text.replace(looseYear, '')
  const hasLooseYear = text !== result.text
  // Without digits a time is "now" or "next hour", which count from the noon that chrono is given.
  const isHour = start.isCertain('hour') && !/\d/.test(text)
  if (isHour || bareWeekend.test(text) || monthTooLarge.test(text)) return undefined
  const first = readDay(start, { text, hasLooseYear })
  if (first === undefined) return undefined
  const last = end && readDay(end, { text, hasLooseYear })
  const time = readTime(start)
  return { index, text, first, ...(last && { last }), ...(time && { time }) }
}

function readDay(
  components: Components,
  { text, hasLooseYear }: { readonly text: string; readonly hasLooseYear: boolean },
): DayReading | undefined {
  const part = (name: Parts) => components.get(name) ?? 0
  const hasDay = components.isCertain('day')
  const hasYear = components.isCertain('year') && !hasLooseYear
  const month = part('month')
  const day = part('day')
  if (hasDay && !hasYear) return { kind: 'yearless', month, day }
  if (!hasDay && !countedFromToday.test(text)) {
    if (!components.isCertain('weekday')) return undefined
    return { kind: 'weekday', weekday: part('weekday') || 7 }
  }
  const date = Temporal.PlainDate.from({ year: part('year'), month, day })
  return isReasonable(date) ? { kind: 'date', date } : undefined
}

function readTime(components: Components): Temporal.PlainTime | undefined {
  if (!components.isCertain('hour')) return undefined
  return new Temporal.PlainTime(components.get('hour') ?? 0, components.get('minute') ?? 0)
}

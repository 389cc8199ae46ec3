import { dateFormat } from '../../locale/index.ts'
import type { CalendarEvent, EventTime } from '../wire/types.ts'
import type { DayRange } from './views.ts'
import { dateText } from './views.ts'

export const isAllDay = ({ start }: Pick<CalendarEvent, 'start'>): boolean =>
  typeof start.date === 'string'

/** The instant of a time. An all-day event starts at midnight in the zone. */
export const momentOf = (time: EventTime, zone: string): Temporal.ZonedDateTime =>
  typeof time.dateTime === 'string'
    ? Temporal.Instant.from(time.dateTime).toZonedDateTimeISO(zone)
    : Temporal.PlainDate.from(time.date!).toZonedDateTime(zone)

export const windowOf = ({ start, end }: DayRange, zone: string) => ({
  timeMin: start.toZonedDateTime(zone).toInstant().toString(),
  timeMax: end.toZonedDateTime(zone).toInstant().toString(),
})

/** The time of an event as text: a day, several days, or times of a day. */
export function whenOf(event: Pick<CalendarEvent, 'start' | 'end'>, zone: string): string {
  if (isAllDay(event)) return wholeDays(event)
  const start = momentOf(event.start, zone)
  const end = momentOf(event.end, zone)
  const isOneDay = start.toPlainDate().equals(end.toPlainDate())
  const format = dateFormat({
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  if (!isOneDay) return format.formatRange(start.epochMilliseconds, end.epochMilliseconds)
  const day = dateText(start.toPlainDate(), dayOptions)
  return `${day}, ${clockTimes(start, end)}`
}

const dayOptions = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

function wholeDays({ start, end }: Pick<CalendarEvent, 'start' | 'end'>): string {
  const first = Temporal.PlainDate.from(start.date!)
  const last = Temporal.PlainDate.from(end.date!).subtract({ days: 1 })
  if (Temporal.PlainDate.compare(first, last) >= 0) return dateText(first, dayOptions)
  return `${dateText(first, dayOptions)} – ${dateText(last, dayOptions)}`
}

/** The times of an event that starts and ends on a day. */
export function clockTimes(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): string {
  const isOneDay = start.toPlainDate().equals(end.toPlainDate())
  const isForward = Temporal.ZonedDateTime.compare(start, end) <= 0
  return isOneDay && isForward
    ? clockFormat(start).formatRange(start.epochMilliseconds, end.epochMilliseconds)
    : `${clockTime(start)} – ${clockTime(end)}`
}

/** Languages write hours of a 24-hour clock with two digits in ranges, so single times have two as well. */
const clockFormat = ({ timeZoneId }: Temporal.ZonedDateTime) =>
  dateFormat({
    timeZone: timeZoneId,
    hour: hasHalfDays() ? 'numeric' : '2-digit',
    minute: '2-digit',
  })

const hasHalfDays = (): boolean => dateFormat({ hour: 'numeric' }).resolvedOptions().hour12 === true

/** The time of day in the person's language. */
export const clockTime = (time: Temporal.ZonedDateTime): string =>
  clockFormat(time).format(time.epochMilliseconds)

/** The hour of the day in the person's language. */
export function hourOf(time: Temporal.ZonedDateTime): string {
  // Hours of a 24-hour clock are hard to tell from other numbers without their minutes.
  if (!hasHalfDays()) return clockTime(time)
  return dateFormat({ timeZone: time.timeZoneId, hour: 'numeric' }).format(time.epochMilliseconds)
}

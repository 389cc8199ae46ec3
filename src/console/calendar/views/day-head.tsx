import type { DayHeaderInfo } from '@fullcalendar/react'
import { written } from '../time/views.ts'

/**
 * What stands over a day of a week. The link around it is called by its date, so that only the number,
 * which is in the date, is text; the style sheet puts the weekday before it.
 */
export const DayHead = ({ weekdayText, dayNumberText }: DayHeaderInfo) => (
  <span className="day-head" data-weekday={weekdayText}>
    {dayNumberText}
  </span>
)

/** What the number of a day in a month is called; it has the number in it. */
export const hintFor = (date: Temporal.PlainDate): string =>
  `${written(date, { day: 'numeric' })}, ${written(date, { dateStyle: 'full' })}`

/** Days come as the moment at which they begin. */
export const dayIn = (day: Date, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(day.getTime()).toZonedDateTimeISO(zone).toPlainDate()

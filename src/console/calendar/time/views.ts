import { dateFormat, firstDayOfWeek } from '../../locale/index.ts'
import type { View } from './view-names.ts'

/** Days from `start` up to the one before `end`. */
export interface DayRange {
  readonly start: Temporal.PlainDate
  readonly end: Temporal.PlainDate
}

const agendaDays = 30

/** The days that a view shows around a date; a month is shown in whole weeks. */
export function rangeOf(
  view: View,
  date: Temporal.PlainDate,
  firstDay = firstDayOfWeek(),
): DayRange {
  if (view === 'day') return { start: date, end: date.add({ days: 1 }) }
  if (view === 'agenda') return { start: date, end: date.add({ days: agendaDays }) }
  if (view === 'year') {
    const start = date.with({ month: 1, day: 1 })
    return { start, end: start.add({ years: 1 }) }
  }
  if (view === 'week') {
    const start = weekStart(date, firstDay)
    return { start, end: start.add({ weeks: 1 }) }
  }
  const first = date.with({ day: 1 })
  const last = first.add({ months: 1 }).subtract({ days: 1 })
  return { start: weekStart(first, firstDay), end: weekStart(last, firstDay).add({ weeks: 1 }) }
}

const weekStart = (date: Temporal.PlainDate, firstDay: number) =>
  date.subtract({ days: (date.dayOfWeek - firstDay + 7) % 7 })

/** The date of the next view, or of the previous one with -1. */
export function adjacentDate(
  view: View,
  date: Temporal.PlainDate,
  step: 1 | -1,
): Temporal.PlainDate {
  const unit = {
    day: { days: step },
    week: { weeks: step },
    month: { months: step },
    year: { years: step },
    agenda: { days: step * agendaDays },
  }[view]
  return date.add(unit)
}

/** The title of a view. */
export function titleOf(view: View, date: Temporal.PlainDate): string {
  if (view === 'day') return dateText(date, { dateStyle: 'full' })
  if (view === 'month') return dateText(date, { month: 'long', year: 'numeric' })
  if (view === 'year') return dateText(date, { year: 'numeric' })
  const { start, end } = rangeOf(view, date)
  const format = dateFormat({ timeZone: 'UTC', dateStyle: 'medium' })
  return format.formatRange(utcMs(start), utcMs(end.subtract({ days: 1 })))
}

/** A date in the person's language. */
export const dateText = (date: Temporal.PlainDate, options: Intl.DateTimeFormatOptions): string =>
  dateFormat({ timeZone: 'UTC', ...options }).format(utcMs(date))

const utcMs = (date: Temporal.PlainDate): number => date.toZonedDateTime('UTC').epochMilliseconds

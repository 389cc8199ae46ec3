import { invalidField } from '#/kernel/errors.ts'
import { dayNumberOf, daysInMonth, midnightOf, msPerDay } from '../time/civil-date.ts'
import { instantMsAt } from '../time/zone-offsets.ts'
import type { ListedDate } from './recurrence-lines.ts'
import type { WallClock } from './rule-slots.ts'
import type { SeriesStart } from './series.ts'

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

/** The one answer to a recurrence line that cannot be honoured, whatever is the matter with it. */
export const invalidRule = () => invalidField('Invalid recurrence rule.')

/** The slots that the RDATE lines add, in ascending order. */
export function addedSlots(
  dates: readonly ListedDate[],
  start: SeriesStart,
  clock: WallClock,
): readonly number[] {
  const timeOfDay = start.wallMs - midnightOf(start.wallMs)
  const slots = dates.map((date) =>
    date.form === 'date' ? clock.slotOf(date.wallMs + timeOfDay) : slotOf(date, start.zone),
  )
  return [...new Set(slots)].sort((a, b) => a - b)
}

/** Tells which slots the EXDATE lines take away. */
export function removedSlots(
  dates: readonly ListedDate[],
  start: SeriesStart,
  clock: WallClock,
): (slot: number) => boolean {
  // For whole days every value is a date; for timed series a date stands for all that day.
  const isWholeDay = (date: ListedDate) => start.zone === undefined || date.form === 'date'
  const [days, moments] = [dates.filter(isWholeDay), dates.filter((date) => !isWholeDay(date))]
  const removedDays = new Set(days.map(({ wallMs }) => midnightOf(wallMs)))
  const removed = new Set(moments.map((date) => slotOf(date, start.zone)))
  return (slot) =>
    removed.has(slot) || (removedDays.size > 0 && removedDays.has(midnightOf(clock.wallOf(slot))))
}

function slotOf({ form, wallMs, zone }: ListedDate, seriesZone: string | undefined): number {
  if (seriesZone === undefined) return midnightOf(wallMs)
  return form === 'utc' ? wallMs : instantMsAt(zone ?? seriesZone, wallMs)
}

import { midnightOf } from '../civil-date.ts'
import { instantMsAt } from '../zone-offsets.ts'
import type { ListedDate } from './recurrence-lines.ts'
import type { SeriesStart } from './series.ts'
import type { WallClock } from './wall-clock.ts'

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

import type { EventRow } from '../store/events.ts'
import { endlessSlotsMax, type Reading } from './reading.ts'
import type { SeriesModel } from './series-models.ts'
import { earliestMs, latestMs } from './time-place.ts'
import { midnightTerm } from './whole-days.ts'

/** Bounds in the terms of rows: instants, or midnights as if in UTC where rows are of whole days. */
interface Bounds {
  readonly fromMs: number
  readonly toMs: number
}

export function boundsOf(
  reading: Reading,
  isAllDay: boolean,
  { fromMs = earliestMs, toMs = latestMs } = reading.query.window,
): Bounds {
  return { fromMs: rowTerm(reading, isAllDay, fromMs), toMs: rowTerm(reading, isAllDay, toMs) }
}

/** An instant in the terms of rows. */
export function rowTerm({ view }: Reading, isAllDay: boolean, ms: number): number {
  const isBound = ms === earliestMs || ms === latestMs
  return isAllDay && !isBound ? midnightTerm(view.calendarZone, ms) : ms
}

/** Whether what happens once, or differs from its series, is in the window. */
export function isInWindow(reading: Reading, row: EventRow): boolean {
  const { fromMs, toMs } = boundsOf(reading, row.isAllDay === 1)
  return row.startMs < toMs && row.endMs > fromMs
}

/** Whether an instance with this original start, which lasts as long as the model says, is in the window. */
export function isSlotInWindow(
  reading: Reading,
  { isAllDay, lengthMs }: Pick<SeriesModel, 'isAllDay' | 'lengthMs'>,
  slot: number,
): boolean {
  const { fromMs, toMs } = boundsOf(reading, isAllDay)
  return slot < toMs && slot + lengthMs > fromMs
}

/** The slots whose instances are in the window. */
export function slotWindow(
  reading: Reading,
  { isAllDay, lengthMs, series }: SeriesModel,
  window = reading.query.window,
) {
  const { fromMs, toMs } = boundsOf(reading, isAllDay, window)
  // An instance that is over when the window begins is not in it.
  const from = Math.max(fromMs - lengthMs + 1, series.firstSlot)
  if (toMs !== latestMs || series.lastSlot !== undefined) return { from, to: toMs }
  const last = series.slots({ from, to: latestMs, limit: endlessSlotsMax }).at(-1)
  return { from, to: (last ?? from) + 1 }
}

/** Without a window everything is in it, also a series of which all has been taken out. */
export function hasSlotInWindow(reading: Reading, model: SeriesModel): boolean {
  const { fromMs, toMs } = reading.query.window
  if (fromMs === undefined && toMs === undefined) return true
  return model.series.slots({ ...slotWindow(reading, model), limit: 1 }).length > 0
}

import { invalidField } from '#/kernel/errors.ts'
import type { EventTimes } from '../event/times.ts'
import { wallMsAt } from '../time/zone-offsets.ts'
import { compileSeries, type SeriesStart } from './series.ts'

/** The lines that make an event a series; undefined where it takes place once. */
export function describedRecurrence(
  lines: readonly string[] | undefined,
  times: EventTimes,
  isInstance: boolean,
): readonly string[] | undefined {
  if (lines === undefined || lines.length === 0) return undefined
  if (isInstance) throw recurrenceOfInstance()
  compileSeries(lines, seriesStartOf(times))
  return lines
}

/** The refusal of a recurrence for one instance of a series. */
export const recurrenceOfInstance = () =>
  invalidField('An instance of a series has no recurrence of its own.')

/** Where the series of an event with these times begins. */
export const seriesStartOf = (times: EventTimes): SeriesStart =>
  times.isAllDay
    ? { wallMs: times.startMs, zone: undefined }
    : {
        wallMs: wallMsAt(times.startZone, times.startMs),
        zone: times.startZone,
        slot: times.startMs,
      }

import { invalidField } from '#/kernel/errors.ts'
import { VersionedCache } from '#/kernel/versioned-cache.ts'
import { instanceIn } from '../event/event-id.ts'
import { type EventTimes, timesIn } from '../event/times.ts'
import type { Event } from '../schemas/event.ts'
import type { SeriesVersion } from '../store/busy-times.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import { wallMsAt } from '../time/zone-offsets.ts'
import { compileSeries, type Series, type SeriesStart } from './series.ts'

/** A compiled series. */
export interface SeriesModel {
  readonly series: Series
  readonly isAllDay: boolean
  readonly lengthMs: number
  /** The zones of start and end, for timed series. */
  readonly startZone: string
  readonly endZone: string
}

const modelsCachedMax = 20_000

/** Recently expanded series. A model belongs to one version of its row. */
export class SeriesModels {
  readonly #cached = new VersionedCache<SeriesModel>({ sizeMax: modelsCachedMax })

  /**
   * For committed rows only: a row that is rolled back can share its change number with a later one.
   */
  of(row: SeriesRow): SeriesModel {
    return this.#cached.of(keyOf(row), () => seriesModel(row), versionOf(row))
  }

  cached(version: SeriesVersion): SeriesModel | undefined {
    return this.#cached.get(keyOf(version), versionOf(version))
  }
}

const keyOf = ({ calendarKey, id }: SeriesVersion): string => `${calendarKey} ${id}`

const versionOf = ({ changeNumber, updatedAtMs }: SeriesVersion): string =>
  `${changeNumber} ${updatedAtMs}`

/** What a compiled series is made from, and what identifies it. */
type SeriesRow = Pick<
  EventRow,
  | 'calendarKey'
  | 'id'
  | 'kind'
  | 'changeNumber'
  | 'updatedAtMs'
  | 'isAllDay'
  | 'startMs'
  | 'endMs'
  | 'wire'
>

/** By row, because all exceptions that one request writes need the model of the same row. */
const modelsOfRows = new WeakMap<object, SeriesModel>()

export function seriesModel(row: Omit<SeriesRow, 'calendarKey' | 'updatedAtMs'>): SeriesModel {
  return modelsOfRows.getOrInsertComputed(row, () => {
    const event = eventIn(row)
    return modelOf(event, timesIn(row, event))
  })
}

export function modelOf({ recurrence = [] }: Event, times: EventTimes): SeriesModel {
  const { isAllDay, startMs, endMs } = times
  return {
    series: compileSeries(recurrence, seriesStartOf(times)),
    isAllDay,
    lengthMs: endMs - startMs,
    startZone: isAllDay ? '' : times.startZone,
    endZone: isAllDay ? '' : times.endZone,
  }
}

/** Whether a series still has the original start of an exception. */
export function hasOriginalStartOf(
  { series, isAllDay }: SeriesModel,
  { id, originalStart }: EventRow,
): boolean {
  return (
    originalStart !== null &&
    instanceIn(id)?.isAllDay === isAllDay &&
    series.hasOriginalStart(originalStart)
  )
}

/** Validates recurrence lines; undefined if the event doesn't repeat. */
export function draftRecurrence(
  lines: readonly string[] | undefined,
  times: EventTimes,
  isInstance: boolean,
): readonly string[] | undefined {
  if (lines === undefined || lines.length === 0) return undefined
  if (isInstance) throw recurrenceOfInstance()
  compileSeries(lines, seriesStartOf(times))
  return lines
}

/** The error for a recurrence of a single instance. */
export const recurrenceOfInstance = () =>
  invalidField('An instance of a series has no recurrence of its own.')

/** The start of a series with these times. */
export const seriesStartOf = (times: EventTimes): SeriesStart =>
  times.isAllDay
    ? { wallMs: times.startMs, zone: undefined }
    : {
        wallMs: wallMsAt(times.startZone, times.startMs),
        zone: times.startZone,
        originalStart: times.startMs,
      }

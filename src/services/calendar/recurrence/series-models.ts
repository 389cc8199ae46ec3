import { invalidField } from '#/kernel/errors.ts'
import { recent } from '#/kernel/recent.ts'
import { instanceIn } from '../event/event-id.ts'
import { type EventTimes, timesIn } from '../event/times.ts'
import type { Event } from '../schemas/event.ts'
import type { EventRow } from '../store/events.ts'
import { wallMsAt } from '../time/zone-offsets.ts'
import { compileSeries, type Series, type SeriesStart } from './series.ts'

/** A series, ready to be expanded. */
export interface SeriesModel {
  readonly series: Series
  readonly isAllDay: boolean
  readonly lengthMs: number
  /** The zones of the start and of the end, for timed series. */
  readonly startZone: string
  readonly endZone: string
}

const modelsCachedMax = 20_000

/** Series that were expanded lately. A model belongs to one version of its row. */
export class SeriesModels {
  readonly #cached = recent<{ version: string; model: SeriesModel }>(modelsCachedMax)

  /** For rows that are committed: another row with the same number may follow one that is not. */
  of(row: EventRow): SeriesModel {
    const key = `${row.calendarKey} ${row.id}`
    const version = `${row.sequence} ${row.updatedAtMs}`
    const cached = this.#cached.get(key)
    if (cached?.version === version) return cached.model
    const model = seriesModel(row)
    this.#cached.set(key, { version, model })
    return model
  }
}

export function seriesModel(row: EventRow): SeriesModel {
  const event = JSON.parse(row.wire) as Event
  return modelOf(event, timesIn(row, event))
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

/** Whether a series has the place that an exception stands for. */
export function hasSlotOf({ series, isAllDay }: SeriesModel, { id, slot }: EventRow): boolean {
  return slot !== null && instanceIn(id)?.isAllDay === isAllDay && series.hasSlot(slot)
}

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

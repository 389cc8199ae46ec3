import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reader } from '#/storage/port.ts'
import { instanceId } from '../event/event-id.ts'
import { midnightTerm } from '../event/times.ts'
import { latestMs } from '../reading/time-position.ts'
import type { SeriesModel, SeriesModels } from '../recurrence/series-models.ts'
import { freeOriginalStarts, storedEvents } from '../store/event-pages.ts'
import type { EventRow } from '../store/events.ts'
import { instantMsAt } from '../time/zone-offsets.ts'

/** A single event or an instance, with the instant of its start. */
export interface Occurrence {
  readonly row: EventRow
  /** The instance, where the row is a series. */
  readonly instance?: { readonly originalStart: number; readonly model: SeriesModel }
  readonly id: string
  readonly startMs: number
}

/** Instants; the first bound is exclusive, the last one inclusive. */
export interface StartWindow {
  readonly afterMs: number
  readonly untilMs: number
}

interface Context {
  readonly reader: Reader
  readonly models: SeriesModels
}

interface Placed {
  readonly row: EventRow
  /** The zone of the calendar, which decides when all-day events start. */
  readonly zone: string
}

const startsPerPage = 200

/** The occurrences of an event that start in the window, without instances that have an exception. */
export async function* occurrencesIn(
  context: Context,
  { row, zone }: Placed,
  { afterMs, untilMs }: StartWindow,
): AsyncGenerator<Occurrence> {
  if (row.kind !== 'series') {
    const startMs = startOf(row, zone)
    if (startMs > afterMs && startMs <= untilMs) yield { row, id: row.id, startMs }
    return
  }
  const model = context.models.of(row)
  const { isAllDay, series } = model
  const to = termOf(untilMs, { isAllDay, zone }) + 1
  let from = termOf(afterMs, { isAllDay, zone }) + 1
  for (;;) {
    const originalStarts = series.originalStarts({ from, to, limit: startsPerPage })
    for (const originalStart of await freeOriginalStarts(storedEvents(context.reader), row, {
      originalStarts,
    })) {
      const startMs = isAllDay ? instantMsAt(zone, originalStart) : originalStart
      yield {
        row,
        instance: { originalStart, model },
        id: instanceId(row.id, originalStart, isAllDay),
        startMs,
      }
    }
    if (originalStarts.length < startsPerPage) return
    from = originalStarts.at(-1)! + 1
    await nextTurn()
  }
}

/** The first start of an event after an instant, if any. Ignores exceptions. */
export function nextStartOf(
  { models }: Pick<Context, 'models'>,
  { row, zone }: Placed,
  afterMs: number,
): number | undefined {
  if (row.kind !== 'series') {
    const startMs = startOf(row, zone)
    return startMs > afterMs ? startMs : undefined
  }
  const { isAllDay, series } = models.of(row)
  const from = termOf(afterMs, { isAllDay, zone }) + 1
  const [originalStart] = series.originalStarts({ from, to: latestMs, limit: 1 })
  return originalStart !== undefined && isAllDay ? instantMsAt(zone, originalStart) : originalStart
}

/** An instant as rows store it: all-day events are stored as UTC midnights. */
export const termOf = (
  ms: number,
  { isAllDay, zone }: { readonly isAllDay: boolean; readonly zone: string },
): number => (isAllDay ? midnightTerm(zone, ms) : ms)

export const startOf = ({ isAllDay, startMs }: EventRow, zone: string): number =>
  isAllDay === 1 ? instantMsAt(zone, startMs) : startMs

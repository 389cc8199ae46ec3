import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reader } from '#/storage/port.ts'
import { instanceId } from '../event/event-id.ts'
import { midnightTerm } from '../event/times.ts'
import { latestMs } from '../reading/in-window.ts'
import type { SeriesModel, SeriesModels } from '../recurrence/series-models.ts'
import { eventPages } from '../store/event-pages.ts'
import type { EventRow } from '../store/events.ts'
import { instantMsAt } from '../time/zone-offsets.ts'

/** Something that takes place, with the instant at which it starts. */
export interface Occurrence {
  readonly row: EventRow
  /** Of a series: which of its instances. */
  readonly instance?: { readonly slot: number; readonly model: SeriesModel }
  readonly id: string
  readonly startMs: number
}

/** Instants; the first bound does not belong to the window, the last one does. */
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
  /** The zone of the calendar, which says when whole days begin. */
  readonly zone: string
}

const slotsPerPage = 200

/** What of an event starts in the window; places that exceptions speak for are left to these. */
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
    const slots = series.slots({ from, to, limit: slotsPerPage })
    for (const slot of await eventPages.freeSlots(context.reader, row, { slots })) {
      const startMs = isAllDay ? instantMsAt(zone, slot) : slot
      yield { row, instance: { slot, model }, id: instanceId(row.id, slot, isAllDay), startMs }
    }
    if (slots.length < slotsPerPage) return
    from = slots.at(-1)! + 1
    await nextTurn()
  }
}

/** The first start of an event after an instant, if there is any; an exception may be there. */
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
  const [slot] = series.slots({ from, to: latestMs, limit: 1 })
  return slot !== undefined && isAllDay ? instantMsAt(zone, slot) : slot
}

/** An instant in the terms of rows: whole days are kept by their midnights as if in UTC. */
export const termOf = (
  ms: number,
  { isAllDay, zone }: { readonly isAllDay: boolean; readonly zone: string },
): number => (isAllDay ? midnightTerm(zone, ms) : ms)

export const startOf = ({ isAllDay, startMs }: EventRow, zone: string): number =>
  isAllDay === 1 ? instantMsAt(zone, startMs) : startMs

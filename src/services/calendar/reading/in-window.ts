import { instanceId } from '../event/event-id.ts'
import {
  dateTimeText,
  type EventTimes,
  midnightTerm,
  shownDate,
  shownTime,
  shownTimes,
} from '../event/times.ts'
import type { SeriesModel, SeriesModels } from '../recurrence/series-models.ts'
import type { View } from '../rendering/event-reply.ts'
import { eventText, htmlLink, seenEvent, tombstoneText } from '../rendering/presentation.ts'
import type { Event } from '../schemas/event.ts'
import type { EventSource } from '../store/event-pages.ts'
import type { ShownRow } from '../store/events.ts'
import { civilDateText } from '../time/civil-date.ts'
import type { EventQuery, Window } from './query.ts'
import { earliestMs, latestMs } from './time-position.ts'

/** Bounds as rows store times: instants, or UTC midnights for all-day events. */
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

/** An instant as rows store it. */
export function rowTerm({ view }: Reading, isAllDay: boolean, ms: number): number {
  const isBound = ms === earliestMs || ms === latestMs
  return isAllDay && !isBound ? midnightTerm(view.calendarZone, ms) : ms
}

/** Whether a single event or an exception is in the window. */
export function isInWindow(reading: Reading, row: ShownRow): boolean {
  const { fromMs, toMs } = boundsOf(reading, row.isAllDay === 1)
  return row.startMs < toMs && row.endMs > fromMs
}

/** Whether the instance with this original start and the length of the model is in the window. */
export function isOriginalStartInWindow(
  reading: Reading,
  { isAllDay, lengthMs }: Pick<SeriesModel, 'isAllDay' | 'lengthMs'>,
  originalStart: number,
): boolean {
  const { fromMs, toMs } = boundsOf(reading, isAllDay)
  return originalStart < toMs && originalStart + lengthMs > fromMs
}

/** The range of original starts whose instances are in the window. */
export function originalStartWindow(
  reading: Reading,
  { isAllDay, lengthMs, series }: SeriesModel,
  window = reading.query.window,
) {
  const { fromMs, toMs } = boundsOf(reading, isAllDay, window)
  // An instance that ends when the window starts is not in it.
  const from = Math.max(fromMs - lengthMs + 1, series.firstStart)
  if (toMs !== latestMs || series.lastStart !== undefined) return { from, to: toMs }
  const last = series.originalStarts({ from, to: latestMs, limit: endlessInstancesMax }).at(-1)
  return { from, to: (last ?? from) + 1 }
}

/**
 * Whether a series has an instance in the window. Without a window, any series counts, even an empty
 * one.
 */
export function hasOriginalStartInWindow(reading: Reading, model: SeriesModel): boolean {
  const { fromMs, toMs } = reading.query.window
  if (fromMs === undefined && toMs === undefined) return true
  return (
    model.series.originalStarts({ ...originalStartWindow(reading, model), limit: 1 }).length > 0
  )
}

/** What reading a list depends on. */
export interface Reading {
  readonly source: EventSource
  readonly models: SeriesModels
  readonly view: View
  readonly query: EventQuery
  /** No single event is longer. */
  readonly longestMs: number
  readonly nowMs: number
  /** For incremental sync: the window of the list that is kept in sync. */
  readonly listed: Window
}

/** One event of a list: its position in the order of the list, and how to render it. */
export interface Item {
  readonly position: () => string
  readonly text: () => string
}

/** Renders a row. Deleted events are tombstones unless the caller asked for deleted events. */
export const rowText = (row: ShownRow, { query, view }: Reading): string =>
  !isHidden(row, query) && (row.presence === 'live' || query.showsDeleted)
    ? eventText(row, view)
    : tombstoneText(row, view)

/** Whether the row is a hidden invitation, reported only to replace what was listed before. */
export const isHidden = ({ awaits }: ShownRow, { hidesInvitations }: EventQuery): boolean =>
  hidesInvitations && awaits !== 0

/** Instances of an endless series that are returned if the caller sets no end. */
export const endlessInstancesMax = 730

/** The times of the instance with an original start. */
export function instanceTimes(
  { isAllDay, lengthMs, startZone, endZone }: SeriesModel,
  originalStart: number,
): EventTimes {
  const endMs = originalStart + lengthMs
  return isAllDay
    ? { isAllDay, startMs: originalStart, endMs }
    : { isAllDay, startMs: originalStart, endMs, startZone, endZone }
}

/** The instance with an original start, derived from the series as a user sees it. */
export function instanceEvent(
  master: Event,
  { model, originalStart, zone }: { model: SeriesModel; originalStart: number; zone: string },
): Event {
  const { recurrence: _, id, ...common } = master
  const { startZone: ownZone } = model
  return {
    ...common,
    id: instanceId(id!, originalStart, model.isAllDay),
    ...shownTimes(instanceTimes(model, originalStart), zone),
    recurringEventId: id!,
    originalStartTime: model.isAllDay
      ? shownDate(originalStart)
      : shownTime(originalStart, { zone, ownZone }),
  }
}

/** The same from a row, with the instance's own link. */
export function seenInstance(
  row: ShownRow,
  { model, originalStart }: { readonly model: SeriesModel; readonly originalStart: number },
  view: View,
): Event {
  const seen = instanceEvent(seenEvent(row, view), { model, originalStart, zone: view.zone })
  return seen.htmlLink === undefined ? seen : { ...seen, htmlLink: htmlLink(seen.id!, view) }
}

/** Renders instances of a series as text. What they have in common is rendered once. */
export class InstanceTexts {
  readonly #model: SeriesModel
  readonly #view: View
  readonly #masterId: string
  readonly #common: string
  readonly #hasLink: boolean
  readonly #startZone: string
  readonly #endZone: string

  constructor(row: ShownRow, model: SeriesModel, view: View) {
    const { id, start, end, recurrence, htmlLink: link, ...common } = seenEvent(row, view)
    this.#model = model
    this.#view = view
    this.#masterId = row.id
    this.#common = JSON.stringify({ ...common, recurringEventId: row.id }).slice(1)
    this.#hasLink = link !== undefined
    this.#startZone = JSON.stringify(model.startZone)
    this.#endZone = JSON.stringify(model.endZone)
  }

  idAt(originalStart: number): string {
    return instanceId(this.#masterId, originalStart, this.#model.isAllDay)
  }

  textAt(originalStart: number): string {
    const id = this.idAt(originalStart)
    const start = this.#timeText(originalStart, this.#startZone)
    const end = this.#timeText(originalStart + this.#model.lengthMs, this.#endZone)
    // Ids and times need no escaping in JSON.
    const link = this.#hasLink ? `"htmlLink":${JSON.stringify(htmlLink(id, this.#view))},` : ''
    return `{"id":"${id}",${link}"start":${start},"end":${end},"originalStartTime":${start},${this.#common}`
  }

  #timeText(ms: number, zoneText: string): string {
    if (this.#model.isAllDay) return `{"date":"${civilDateText(ms)}"}`
    return `{"dateTime":"${dateTimeText(ms, this.#view.zone)}","timeZone":${zoneText}}`
  }
}

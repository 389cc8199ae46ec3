import { civilDateText } from '../domain/civil-text.ts'
import { instanceId } from '../domain/event/instance-id.ts'
import {
  dateTimeText,
  type EventTimes,
  shownDate,
  shownTime,
  shownTimes,
} from '../domain/event/times.ts'
import type { Event } from '../schemas/event.ts'
import type { EventRow } from '../store/events.ts'
import { htmlLink, seenEvent } from './presentation.ts'
import type { SeriesModel } from './series-models.ts'
import type { View } from './view.ts'

/** When the instance at a slot is. */
export function instanceTimes(
  { isAllDay, lengthMs, startZone, endZone }: SeriesModel,
  slot: number,
): EventTimes {
  const endMs = slot + lengthMs
  return isAllDay
    ? { isAllDay, startMs: slot, endMs }
    : { isAllDay, startMs: slot, endMs, startZone, endZone }
}

/** The instance at a slot as a value, out of its series as somebody sees it. */
export function instanceEvent(
  master: Event,
  { model, slot, zone }: { model: SeriesModel; slot: number; zone: string },
): Event {
  const { recurrence: _, id, ...common } = master
  const { startZone: ownZone } = model
  return {
    ...common,
    id: instanceId(id!, slot, model.isAllDay),
    ...shownTimes(instanceTimes(model, slot), zone),
    recurringEventId: id!,
    originalStartTime: model.isAllDay ? shownDate(slot) : shownTime(slot, { zone, ownZone }),
  }
}

/** Writes instances of one series as text: what they have in common is written once. */
export class InstanceTexts {
  readonly #model: SeriesModel
  readonly #view: View
  readonly #masterId: string
  readonly #common: string
  readonly #hasLink: boolean
  readonly #startZone: string
  readonly #endZone: string

  constructor(row: EventRow, model: SeriesModel, view: View) {
    const { id, start, end, recurrence, htmlLink: link, ...common } = seenEvent(row, view)
    this.#model = model
    this.#view = view
    this.#masterId = row.id
    this.#common = JSON.stringify({ ...common, recurringEventId: row.id }).slice(1)
    this.#hasLink = link !== undefined
    this.#startZone = JSON.stringify(model.startZone)
    this.#endZone = JSON.stringify(model.endZone)
  }

  idAt(slot: number): string {
    return instanceId(this.#masterId, slot, this.#model.isAllDay)
  }

  textAt(slot: number): string {
    const id = this.idAt(slot)
    const start = this.#timeText(slot, this.#startZone)
    const end = this.#timeText(slot + this.#model.lengthMs, this.#endZone)
    // Ids and times hold nothing that JSON would write otherwise.
    const link = this.#hasLink ? `"htmlLink":${JSON.stringify(htmlLink(id, this.#view))},` : ''
    return `{"id":"${id}",${link}"start":${start},"end":${end},"originalStartTime":${start},${this.#common}`
  }

  #timeText(ms: number, zoneText: string): string {
    if (this.#model.isAllDay) return `{"date":"${civilDateText(ms)}"}`
    return `{"dateTime":"${dateTimeText(ms, this.#view.zone)}","timeZone":${zoneText}}`
  }
}

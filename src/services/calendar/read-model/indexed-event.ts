import { timesIn } from '../event/times.ts'
import { compareTimePlaces } from '../reading/time-place.ts'
import type { SeriesModel, SeriesModels } from '../recurrence/series-models.ts'
import { type PersonalParts, personalPartsOf } from '../rendering/personal-parts.ts'
import type { EventRow } from '../store/events.ts'
import { instantMsAt } from '../time/zone-offsets.ts'

/** What an event takes besides its id, with its places in two orders. */
const eventBytes = 240
const detailsBytes = 130
const seriesBytes = 3_900
const personalBytes = 100

/** What most events don't have. */
interface Details {
  /** The times of the row, which for all-day events and series aren't those of the first instance. */
  readonly startMs: number
  readonly endMs: number
  readonly masterId: string | null
  readonly originalStart: number | null
  /** Of a series. */
  readonly model: SeriesModel | undefined
  readonly personal: PersonalParts | undefined
  readonly bytes: number
}

interface IndexContext {
  /** Decides when all-day events start. */
  readonly zone: string
  readonly models: Pick<SeriesModels, 'of'>
}

/** What filters, orders and free/busy need of an event that is not deleted, without its texts. */
export class IndexedEvent {
  readonly id: string
  /** Instants; for a series, those of its first instance. */
  readonly startMs: number
  readonly endMs: number
  readonly changeNumber: number
  readonly kind: EventRow['kind']
  readonly presence: EventRow['presence']
  readonly isAllDay: 0 | 1
  readonly isBusy: 0 | 1
  readonly awaits: EventRow['awaits']
  readonly visibility: EventRow['visibility']
  readonly eventType: string
  readonly #details: Details | undefined

  constructor(row: EventRow, { zone, models }: IndexContext) {
    const isSeries = row.kind === 'series'
    const times = isSeries ? timesIn(row, JSON.parse(row.wire)) : row
    const isAllDay = row.isAllDay === 1
    this.id = row.id
    this.startMs = isAllDay ? instantMsAt(zone, times.startMs) : times.startMs
    this.endMs = isAllDay ? instantMsAt(zone, times.endMs) : times.endMs
    this.changeNumber = row.changeNumber
    this.kind = sharedText(row.kind)
    this.presence = sharedText(row.presence)
    this.isAllDay = row.isAllDay
    this.isBusy = row.isBusy
    this.awaits = row.awaits
    this.visibility = sharedText(row.visibility)
    this.eventType = sharedText(row.eventType)
    const { startMs, endMs, masterId, originalStart } = row
    const personal = personalPartsOf(row)
    if (isAllDay || isSeries || masterId !== null || personal !== undefined) {
      const model = isSeries ? models.of(row) : undefined
      const bytes =
        detailsBytes +
        (masterId?.length ?? 0) +
        (isSeries ? seriesBytes : 0) +
        (personal === undefined ? 0 : personalBytes + 2 * row.internal.length)
      this.#details = { startMs, endMs, masterId, originalStart, model, personal, bytes }
    }
  }

  /** The times of the row: UTC midnights for all-day events, and all instances of a series. */
  get rowStartMs(): number {
    return this.#details === undefined ? this.startMs : this.#details.startMs
  }

  get rowEndMs(): number {
    return this.#details === undefined ? this.endMs : this.#details.endMs
  }

  get masterId(): string | null {
    return this.#details?.masterId ?? null
  }

  get originalStart(): number | null {
    return this.#details?.originalStart ?? null
  }

  /** The compiled rules; for series only. */
  get model(): SeriesModel {
    return this.#details!.model!
  }

  get personal(): PersonalParts | undefined {
    return this.#details?.personal
  }

  get isPlain(): boolean {
    return this.isAllDay === 0 && this.presence === 'live' && this.kind !== 'series'
  }

  get isPersonal(): boolean {
    return this.personal !== undefined
  }

  get bytes(): number {
    return eventBytes + this.id.length + (this.#details?.bytes ?? 0)
  }
}

const sharedTexts = new Map<string, string>()

/** The same string for the same text of few, so that a thousand events have it once. */
function sharedText<Text extends string>(text: Text): Text {
  return sharedTexts.getOrInsert(text, text) as Text
}

export const compareIds = ({ id: one }: IndexedEvent, { id: other }: IndexedEvent): number =>
  one < other ? -1 : one > other ? 1 : 0

export const compareTimes: (one: IndexedEvent, other: IndexedEvent) => number = compareTimePlaces

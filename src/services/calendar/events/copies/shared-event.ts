import type { Event } from '../../schemas/event.ts'
import type { EventRow } from '../../store/events.ts'
import { inZone } from '../presentation.ts'
import type { SeriesModel } from '../series-models.ts'
import { CopyText } from './copy-text.ts'

/** A row of the organizer, for all who have a copy of it. */
export interface SharedRow {
  readonly row: EventRow
  readonly stored: () => Event
  /** The calendars that are invited to it. */
  readonly guestIds: ReadonlySet<string>
  /** The event with its times shown in a zone. */
  readonly shownIn: (zone: string) => Event
  /** The text of copies in a zone that differ in nothing but whose they are. */
  readonly textIn: (zone: string) => CopyText
}

/** An event with its copies in view: what the organizer has of it, and what of that was written. */
export interface SharedEvent {
  readonly whole: SharedRow
  /** Exceptions that were written; all of them where the whole was. */
  readonly exceptions: readonly SharedRow[]
  /** Of a series. */
  readonly model: SeriesModel | undefined
  readonly isWholeWritten: boolean
  /** Copies keep what they say otherwise than the event, and get the attendees alone. */
  readonly isAnswer: boolean
}

export function sharedRow(row: EventRow, guestIds: ReadonlySet<string>): SharedRow {
  let parsed: Event | undefined
  // Mostly nobody has a copy, and nothing is asked for.
  const stored = () => (parsed ??= JSON.parse(row.wire) as Event)
  const shownIn = keptByZone((zone) => inZone(stored(), row, zone))
  const textIn = keptByZone((zone) => new CopyText(shownIn(zone), row, zone))
  return { row, stored, guestIds, shownIn, textIn }
}

function keptByZone<T>(make: (zone: string) => T): (zone: string) => T {
  const kept = new Map<string, T>()
  return (zone) => {
    const value = kept.get(zone) ?? make(zone)
    kept.set(zone, value)
    return value
  }
}

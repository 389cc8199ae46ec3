import { contentOf } from '../event/event-content.ts'
import { propertiesText } from '../event/properties/extended-properties.ts'
import { timesIn } from '../event/times.ts'
import { wordsOf } from '../event/words.ts'
import { assembledEvent, identityOf, isSameEvent } from '../rendering/assembled-event.ts'
import type { Event, EventAttendee } from '../schemas/event.ts'
import type { EventRow } from '../store/events.ts'
import type { PreparedTexts } from '../writing/calendar-writer.ts'

/**
 * The text that all copies of an event share, rendered once and spliced for each attendee. Without it,
 * inserting an event with 200 attendees on this server costs 1.7 times the CPU (`bench/in-turns.ts`).
 */
export class CopyText {
  readonly event: Event
  readonly #texts: Pick<PreparedTexts, 'words' | 'properties'>
  /** The text before the etag, between the etag and the time of the update, and after it. */
  readonly #wire: readonly [string, string, string]
  readonly #attendees: ReadonlyMap<string | undefined, EventAttendee>

  constructor(original: Event, row: EventRow, zone: string) {
    const { locked: _, ...identity } = identityOf(original)
    const { colorId: _color, eventLabelId: _label, ...content } = contentOf(original)
    const { extendedProperties: properties, ...others } = content
    const shared = properties?.shared && { shared: properties.shared }
    this.event = assembledEvent({
      identity,
      content: { ...others, ...(shared && { extendedProperties: shared }) },
      times: timesIn(row, original),
      calendarId: '',
      zone,
    })
    this.#texts = { words: wordsOf(this.event), properties: propertiesText(this.event) }
    // Quotes within strings are escaped, so that only members match.
    const [start, rest] = cut(JSON.stringify(this.event), '"etag":""')
    this.#wire = [start, ...cut(rest, '"updated":""')]
    const { attendees = [] } = this.event
    this.#attendees = new Map(attendees.map((attendee) => [attendee.email, attendee]))
  }

  /** Whether the copy of a calendar has the shared text. The creator's copy does not. */
  isFor(calendarId: string): boolean {
    const { creator, guestsCanSeeOtherGuests = true } = this.event
    return guestsCanSeeOtherGuests && creator?.email !== calendarId
  }

  /** Whether a copy equals the shared one, apart from its attendees. */
  saysTheSame({ attendees: _, ...copy }: Event): boolean {
    const { attendees: _attendees, ...event } = this.event
    return copy.sequence === event.sequence && isSameEvent(copy, event)
  }

  textsFor(calendarId: string): PreparedTexts {
    const attendee = this.#attendees.get(calendarId)
    const response = attendee?.responseStatus
    return {
      ...this.#texts,
      isBusy: this.event.transparency !== 'transparent' && response !== 'declined',
      awaitsAnswer: response === 'needsAction',
      wireOf: ({ etag, updated }) => {
        const [start, middle, end] = this.#wire
        const head = `${start}"etag":${JSON.stringify(etag)}${middle}"updated":"${updated}"`
        if (attendee === undefined) return head + end
        const entry = JSON.stringify(attendee)
        const entryEnd = end.indexOf(entry) + entry.length - 1
        return `${head}${end.slice(0, entryEnd)},"self":true${end.slice(entryEnd)}`
      },
    }
  }
}

function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return [text.slice(0, at), text.slice(at + mark.length)]
}

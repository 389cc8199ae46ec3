import { contentOf } from '../../domain/event/event-content.ts'
import { propertiesText } from '../../domain/event/property-search.ts'
import { wordsOf } from '../../domain/event/words.ts'
import type { Event } from '../../schemas/event.ts'
import type { EventRow } from '../../store/events.ts'
import { assembledEvent, identityOf, isSameEvent } from '../assembled.ts'
import type { PreparedTexts } from '../calendar-writer.ts'
import { timesIn } from '../stored-times.ts'

const atEtag = '{"kind":"calendar#event","etag":'.length

/**
 * The copies of an event for all guests who have nothing of their own to say of it: they differ in
 * whose they are and in their stamps, so that the rest is written once.
 */
export class CopyText {
  readonly event: Event
  readonly words: string
  readonly properties: string
  readonly #text: string
  readonly #atUpdated: number
  /** Where the entry of each guest ends. */
  readonly #entryEnds = new Map<string, number>()
  readonly #answers = new Map<string, string | undefined>()

  constructor(original: Event, row: EventRow, zone: string) {
    const { locked: _, ...identity } = identityOf(original)
    const { colorId: _color, eventLabelId: _label, ...content } = contentOf(original)
    const { extendedProperties: properties, ...rest } = content
    const shared = properties?.shared && { shared: properties.shared }
    this.event = assembledEvent({
      identity,
      content: { ...rest, ...(shared && { extendedProperties: shared }) },
      times: timesIn(row, original),
      calendarId: '',
      zone,
    })
    this.words = wordsOf(this.event)
    this.properties = propertiesText(this.event)
    this.#text = this.#written()
    this.#atUpdated = this.#text.indexOf('"updated":""') + '"updated":'.length
  }

  /** Whether the guest's copy is like those of the others; the creator is told apart. */
  isFor(guestId: string): boolean {
    const { creator, guestsCanSeeOtherGuests = true } = this.event
    return guestsCanSeeOtherGuests && creator?.email !== guestId
  }

  /** Whether a copy says the same, apart from who is invited. */
  saysTheSame({ attendees: _, ...held }: Event): boolean {
    const { attendees: _attendees, ...event } = this.event
    return held.sequence === event.sequence && isSameEvent(held, event)
  }

  textsFor(guestId: string): PreparedTexts {
    const { words, properties } = this
    const answer = this.#answers.get(guestId)
    return {
      words,
      properties,
      isBusy: this.event.transparency !== 'transparent' && answer !== 'declined',
      awaitsAnswer: answer === 'needsAction',
      wireOf: (stamps) => this.#wireOf(guestId, stamps),
    }
  }

  #wireOf(guestId: string, stamps: { readonly etag: string; readonly updated: string }): string {
    const text = this.#text
    const end = this.#entryEnds.get(guestId)
    const afterUpdated = this.#atUpdated + 2
    const head = `${text.slice(0, atEtag)}${JSON.stringify(stamps.etag)}${text.slice(atEtag + 2, this.#atUpdated)}"${stamps.updated}"`
    if (end === undefined) return head + text.slice(afterUpdated)
    return `${head}${text.slice(afterUpdated, end)},"self":true${text.slice(end)}`
  }

  /** The text with empty stamps; notes where the entries of the guests are. */
  #written(): string {
    const { attendees = [] } = this.event
    if (attendees.length === 0) return JSON.stringify(this.event)
    // The list is put together here, so that the place of each entry is known. Within other texts the
    // quotes of the mark would be escaped.
    const mark = '"attendees":[]'
    const text = JSON.stringify({ ...this.event, attendees: [] })
    const at = text.indexOf(mark)
    let list = '"attendees":['
    for (const [index, attendee] of attendees.entries()) {
      list += `${index === 0 ? '' : ','}${JSON.stringify(attendee)}`
      this.#entryEnds.set(attendee.email!, at + list.length - 1)
      this.#answers.set(attendee.email!, attendee.responseStatus)
    }
    return `${text.slice(0, at)}${list}]${text.slice(at + mark.length)}`
  }
}

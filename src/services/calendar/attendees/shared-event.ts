import { contentOf } from '../event/event-content.ts'
import { propertiesText } from '../event/extended-properties.ts'
import { timesIn } from '../event/times.ts'
import { wordsOf } from '../event/words.ts'
import type { SeriesModel } from '../recurrence/series-models.ts'
import { assembledEvent, identityOf, isSameEvent } from '../rendering/assembled.ts'
import { inZone } from '../rendering/presentation.ts'
import type { Event } from '../schemas/event.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import type { PreparedTexts } from '../writing/calendar-writer.ts'

/** What copies of a row of the organizer are made of. */
interface RowContent {
  readonly stored: () => Event
  /** Who is on the list of attendees. */
  readonly emails: () => ReadonlySet<string>
  /** The event with its times shown in a zone. */
  readonly shownIn: (zone: string) => Event
  /** The text of copies in a zone that differ in nothing but whose they are. */
  readonly textIn: (zone: string) => CopyText
}

/** A row of the organizer, for somebody who has a copy of it or is to have one. */
export interface SharedRow extends RowContent {
  readonly row: EventRow
  /** The calendars that are invited to it. */
  readonly guestIds: ReadonlySet<string>
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

/** What the copies of an event have in common, made once for all calendars that have one. */
export class SharedContents {
  readonly #known = new Map<string, { readonly row: EventRow; readonly content: RowContent }>()

  of(row: EventRow): RowContent {
    const known = this.#known.get(row.id)
    if (known?.row.changeNumber === row.changeNumber && known.row.calendarKey === row.calendarKey) {
      return known.content
    }
    const content = rowContent(row)
    this.#known.set(row.id, { row, content })
    return content
  }
}

export function rowContent(row: EventRow): RowContent {
  let parsed: Event | undefined
  let emails: ReadonlySet<string> | undefined
  const stored = () => (parsed ??= eventIn(row))
  const listed = () => stored().attendees?.map(({ email = '' }) => email)
  const shownIn = keptByZone((zone) => inZone(stored(), row, zone))
  const textIn = keptByZone((zone) => new CopyText(shownIn(zone), row, zone))
  return { stored, emails: () => (emails ??= new Set(listed())), shownIn, textIn }
}

function keptByZone<T>(make: (zone: string) => T): (zone: string) => T {
  const kept = new Map<string, T>()
  return (zone) => {
    const value = kept.get(zone) ?? make(zone)
    kept.set(zone, value)
    return value
  }
}

const atEtag = '{"kind":"calendar#event","etag":'.length

/**
 * The copies of an event for all guests who have nothing of their own to say of it: they differ in
 * whose they are and in their stamps, so that the rest is written once.
 */
class CopyText {
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

type Told = {
  readonly [K in 'id' | 'organizer' | 'privateCopy' | 'eventType']?: Event[K] | undefined
}

/**
 * Whether what a calendar has of an event is the event itself, which all copies follow. What was
 * imported has an id of its own form, and stays private.
 */
export const isShared = (
  { id = '', organizer, privateCopy, eventType = 'default' }: Told,
  calendarId: string,
): boolean =>
  organizer?.email === calendarId && !privateCopy && eventType === 'default' && !id.startsWith('_')

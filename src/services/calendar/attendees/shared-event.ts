import { contentOf } from '../event/event-content.ts'
import type { EventContent } from '../event/event-draft.ts'
import { internalIn } from '../event/internal-properties.ts'
import { timesIn } from '../event/times.ts'
import type { SeriesModel } from '../recurrence/series-models.ts'
import { assembledEvent, identityOf } from '../rendering/assembled-event.ts'
import { inZone } from '../rendering/presentation.ts'
import type { Event } from '../schemas/event.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import { statedAttendee } from './attendee-change.ts'
import { CopyText } from './copy-text.ts'
import { emailsIn } from './guests.ts'

/** The content of an organizer's row that its copies share. */
interface RowContent {
  readonly stored: () => Event
  /** The addresses on the attendee list. */
  readonly emails: () => ReadonlySet<string>
  /** The event with its times in a zone. */
  readonly shownIn: (zone: string) => Event
  /** The text that copies in a zone share. */
  readonly textIn: (zone: string) => CopyText
}

/** An organizer's row, for a calendar that has a copy of it or gets one. */
export interface SharedRow extends RowContent {
  readonly row: EventRow
  /** Whether the calendar is invited to it. */
  readonly isInvited: boolean
}

/** An organizer's event for reconciliation: its current rows, and those that were written. */
export interface SharedEvent {
  readonly whole: SharedRow
  /** Exceptions that were written; all of them if the series was. */
  readonly exceptions: readonly SharedRow[]
  /** Only for a series. */
  readonly model: SeriesModel | undefined
  readonly isWholeWritten: boolean
  /** Whether only responses changed, so that copies keep their own content. */
  readonly isAnswer: boolean
}

/** The content that the copies of an event share, computed once for all calendars. */
export class SharedContents {
  readonly #cached = new Map<string, { readonly row: EventRow; readonly content: RowContent }>()

  of(row: EventRow): RowContent {
    const cached = this.#cached.get(row.id)
    if (
      cached?.row.changeNumber === row.changeNumber &&
      cached.row.calendarKey === row.calendarKey
    ) {
      return cached.content
    }
    const content = rowContent(row)
    this.#cached.set(row.id, { row, content })
    return content
  }
}

export function rowContent(row: EventRow): RowContent {
  let parsed: Event | undefined
  let emails: ReadonlySet<string> | undefined
  const storedEvent = () => (parsed ??= eventIn(row))
  const shownIn = cachedByZone((zone) => inZone(storedEvent(), row, zone))
  const textIn = cachedByZone((zone) => new CopyText(shownIn(zone), row, zone))
  return {
    stored: storedEvent,
    emails: () => (emails ??= emailsIn(storedEvent(), row)),
    shownIn,
    textIn,
  }
}

function cachedByZone<T>(make: (zone: string) => T): (zone: string) => T {
  const cached = new Map<string, T>()
  return (zone) => {
    const value = cached.get(zone) ?? make(zone)
    cached.set(zone, value)
    return value
  }
}

interface Copying {
  /** The organizer's event, with its times in the attendee's zone. */
  readonly original: Event
  readonly row: EventRow
  readonly guestId: string
  readonly zone: string
  /** The existing copy, or the copy of its series. */
  readonly existing?: EventRow | undefined
  readonly existingEvent?: Event | undefined
  /** Whether the calendar is a room, which is always blocked. */
  readonly isRoom: boolean
}

/** The content of an attendee copy: the organizer's content with the attendee's personal properties. */
export function copiedEvent(copying: Copying): Event {
  const { original, row, guestId, zone, existing } = copying
  const { locked: _, ...identity } = identityOf(original)
  return assembledEvent({
    identity,
    content: {
      ...contentOf(original),
      ...shownGuests(original, guestId),
      ...ownPart(copying),
      ...(existing && visibilityOf(existing)),
    },
    times: timesIn(row, original),
    calendarId: guestId,
    zone,
  })
}

/** The attendees shown on a copy: all, or only the attendee if guests cannot see each other. */
export function shownGuests(
  { attendees, attendeesOmitted, guestsCanSeeOtherGuests = true }: Event,
  guestId: string,
): Pick<EventContent, 'attendees' | 'attendeesOmitted'> {
  if (guestsCanSeeOtherGuests) return absent({ attendees, attendeesOmitted })
  const entries = attendees?.filter(({ email }) => email === guestId) ?? []
  const shown = entries.length > 0 ? entries : undefined
  return absent({ attendees: shown, attendeesOmitted: true })
}

/** The personal properties of a copy. A new copy blocks time as the event does; a room is always blocked. */
function ownPart({ original, existingEvent, isRoom }: Copying): Partial<EventContent> {
  const { colorId, eventLabelId, transparency, extendedProperties } = existingEvent ?? {
    transparency: isRoom ? undefined : original.transparency,
  }
  const properties = {
    ...(extendedProperties?.private && { private: extendedProperties.private }),
    ...(original.extendedProperties?.shared && { shared: original.extendedProperties.shared }),
  }
  const isEmpty = Object.keys(properties).length === 0
  return absent({
    colorId,
    eventLabelId,
    transparency,
    extendedProperties: isEmpty ? undefined : properties,
  })
}

function visibilityOf({ internal }: EventRow): Partial<EventContent> {
  const { visibility } = internalIn(internal)
  if (visibility === undefined) return {}
  return absent({ visibility: visibility === 'default' ? undefined : visibility })
}

// Explicitly undefined, to override the organizer's value.
const absent = (content: { [K in keyof EventContent]?: EventContent[K] | undefined }) =>
  content as Partial<EventContent>

/** A copy with the current responses of the others and its own content. */
export function answeredCopy(existing: Event, original: Event, guestId: string): Event {
  const { attendees, attendeesOmitted } = shownGuests(original, guestId)
  const { attendees: _, attendeesOmitted: _omitted, ...rest } = existing
  const organizer = original.organizer?.email
  return {
    ...rest,
    ...(attendees && {
      attendees: attendees.map((attendee) => ({
        ...statedAttendee(attendee),
        ...(attendee.email === organizer && { organizer: true }),
        ...(attendee.email === guestId && { self: true }),
      })),
    }),
    ...(attendeesOmitted && { attendeesOmitted }),
  }
}

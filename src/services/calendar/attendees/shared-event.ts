import { contentOf } from '../event/event-content.ts'
import type { EventContent } from '../event/event-draft.ts'
import { internalIn } from '../event/internal-properties.ts'
import { timesIn } from '../event/times.ts'
import type { SeriesModel } from '../recurrence/series-models.ts'
import { assembledEvent, identityOf } from '../rendering/assembled.ts'
import { inZone } from '../rendering/presentation.ts'
import type { Event } from '../schemas/event.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import { stated } from './attendee-change.ts'
import { CopyText } from './copy-text.ts'
import { emailsIn } from './guests.ts'

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

/** A row of the organizer, for a calendar that has a copy of it or is to have one. */
export interface SharedRow extends RowContent {
  readonly row: EventRow
  /** Whether the calendar is invited to it. */
  readonly isInvited: boolean
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
  const shownIn = cachedByZone((zone) => inZone(stored(), row, zone))
  const textIn = cachedByZone((zone) => new CopyText(shownIn(zone), row, zone))
  return { stored, emails: () => (emails ??= emailsIn(stored())), shownIn, textIn }
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
  /** The organizer's event, with its times shown in the zone of the guest. */
  readonly original: Event
  readonly row: EventRow
  readonly guestId: string
  readonly zone: string
  /** What the guest has: the copy, or the series that it belongs to. */
  readonly held?: EventRow | undefined
  readonly heldEvent?: Event | undefined
  /** Whoever is elsewhere meanwhile, a room is taken. */
  readonly isRoom: boolean
}

/** An event as a guest has it: what the organizer says, with what is the guest's own. */
export function copiedEvent(copying: Copying): Event {
  const { original, row, guestId, zone, held } = copying
  const { locked: _, ...identity } = identityOf(original)
  return assembledEvent({
    identity,
    content: {
      ...contentOf(original),
      ...shownGuests(original, guestId),
      ...ownPart(copying),
      ...(held && visibilityOf(held)),
    },
    times: timesIn(row, original),
    calendarId: guestId,
    zone,
  })
}

/** Who is seen to be invited: all, or the guest alone where guests do not see each other. */
export function shownGuests(
  { attendees, attendeesOmitted, guestsCanSeeOtherGuests = true }: Event,
  guestId: string,
): Pick<EventContent, 'attendees' | 'attendeesOmitted'> {
  if (guestsCanSeeOtherGuests) return absent({ attendees, attendeesOmitted })
  const entries = attendees?.filter(({ email }) => email === guestId) ?? []
  const shown = entries.length > 0 ? entries : undefined
  return absent({ attendees: shown, attendeesOmitted: true })
}

/** What nobody else decides. A new copy blocks time as the event does, and always that of a room. */
function ownPart({ original, heldEvent, isRoom }: Copying): Partial<EventContent> {
  const { colorId, eventLabelId, transparency, extendedProperties } = heldEvent ?? {
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

// Undefined is said, because it has to take the place of what the organizer says.
const absent = (content: { [K in keyof EventContent]?: EventContent[K] | undefined }) =>
  content as Partial<EventContent>

/** A copy with the answers of the others, and what its guest says otherwise than the organizer. */
export function answeredCopy(held: Event, original: Event, guestId: string): Event {
  const { attendees, attendeesOmitted } = shownGuests(original, guestId)
  const { attendees: _, attendeesOmitted: _omitted, ...rest } = held
  const organizer = original.organizer?.email
  return {
    ...rest,
    ...(attendees && {
      attendees: attendees.map((attendee) => ({
        ...stated(attendee),
        ...(attendee.email === organizer && { organizer: true }),
        ...(attendee.email === guestId && { self: true }),
      })),
    }),
    ...(attendeesOmitted && { attendeesOmitted }),
  }
}

import type { EventContent } from '../../domain/event/described-event.ts'
import { contentOf } from '../../domain/event/event-content.ts'
import type { Event } from '../../schemas/event.ts'
import type { EventRow } from '../../store/events.ts'
import { assembledEvent, identityOf } from '../assembled.ts'
import { ownIn } from '../own.ts'
import { timesIn } from '../stored-times.ts'

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
      ...(held && visibilityIn(held)),
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
  const own = attendees?.filter(({ email }) => email === guestId) ?? []
  return absent({ attendees: own.length > 0 ? own : undefined, attendeesOmitted: true })
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

function visibilityIn({ own }: EventRow): Partial<EventContent> {
  const { visibility } = ownIn(own)
  if (visibility === undefined) return {}
  return absent({ visibility: visibility === 'default' ? undefined : visibility })
}

// Undefined is said, because it has to take the place of what the organizer says.
const absent = (content: { [K in keyof EventContent]?: EventContent[K] | undefined }) =>
  content as Partial<EventContent>

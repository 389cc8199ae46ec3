import { isSameJson } from '#/kernel/text/same-json.ts'
import { withoutAbsent } from '../event/event-content.ts'
import type { EventContent, EventDraft } from '../event/event-draft.ts'
import { shownTimes } from '../event/times.ts'
import type { Event } from '../schemas/event.ts'

/** The identity of an event: its ids, creator and organizer, and its place in a series. */
export interface EventIdentity {
  readonly id: string
  readonly iCalUID: string
  readonly created: string
  readonly creator: Person
  readonly organizer: Person
  readonly sequence: number
  readonly recurringEventId?: string | undefined
  readonly originalStartTime?: Event['originalStartTime'] | undefined
  readonly locked?: boolean | undefined
}

interface Person {
  readonly id?: string
  readonly email?: string
  readonly displayName?: string
  readonly self?: boolean
}

interface EventParts extends Pick<EventDraft, 'content' | 'times'> {
  readonly identity: EventIdentity
  readonly calendarId: string
  readonly zone: string
  /** The rendered times, if the caller has them already. */
  readonly shown?: ReturnType<typeof shownTimes>
}

/**
 * Puts an event together in wire order, without etag and time of change. Absent members are
 * undefined, so that all events have the same shape, which is fastest; JSON leaves them out.
 */
export function assembledEvent(parts: EventParts): Event {
  const { identity, content, times, calendarId, zone } = parts
  const { id, iCalUID, created, creator, organizer, sequence } = identity
  const { status, summary, description, location, colorId, eventLabelId, recurrence } = content
  const { start, end } = parts.shown ?? shownTimes(times, zone)
  const { recurringEventId, originalStartTime, locked } = identity
  const event: Assembled = {
    kind: 'calendar#event',
    etag: '',
    id,
    status,
    created,
    updated: '',
    summary,
    description,
    location,
    colorId,
    eventLabelId,
    creator: withSelf(creator, calendarId),
    organizer: withSelf(organizer, calendarId),
    start,
    end,
    recurrence,
    recurringEventId,
    originalStartTime,
    transparency: content.transparency,
    visibility: content.visibility,
    iCalUID,
    sequence,
    attendees: shownAttendees(content, identity, calendarId),
    attendeesOmitted: content.attendeesOmitted,
    extendedProperties: content.extendedProperties,
    hangoutLink: content.hangoutLink,
    conferenceData: content.conferenceData,
    anyoneCanAddSelf: content.anyoneCanAddSelf,
    guestsCanInviteOthers: content.guestsCanInviteOthers,
    guestsCanModify: content.guestsCanModify,
    guestsCanSeeOtherGuests: content.guestsCanSeeOtherGuests,
    privateCopy: content.privateCopy,
    locked,
    workingLocationProperties: content.workingLocationProperties,
    outOfOfficeProperties: content.outOfOfficeProperties,
    focusTimeProperties: content.focusTimeProperties,
    birthdayProperties: content.birthdayProperties,
    attachments: content.attachments,
    eventType: content.eventType,
  }
  return event as Event
}

type Assembled = { [K in keyof Event]: Event[K] | undefined }

/** `self` depends on the calendar that is read, not on the reader. */
function withSelf({ id, email, displayName }: Person, calendarId: string): Person {
  return withoutAbsent({ id, email, displayName, self: email === calendarId ? true : undefined })
}

function shownAttendees(
  { attendees }: EventContent,
  { organizer }: EventIdentity,
  calendarId: string,
): Event['attendees'] {
  return attendees?.map((attendee) => {
    const { email } = attendee
    const isOrganizer = email === organizer.email || undefined
    const isSelf = email === calendarId || undefined
    if (attendee.organizer === isOrganizer && attendee.self === isSelf) return attendee
    const { self: _self, organizer: _organizer, ...stated } = attendee
    return {
      ...stated,
      ...(isOrganizer && { organizer: true }),
      ...(isSelf && { self: true }),
    }
  })
}

/** Extracts the identity from an event's wire form. */
export const identityOf = (event: Event): EventIdentity => ({
  id: event.id!,
  iCalUID: event.iCalUID!,
  created: event.created!,
  creator: event.creator ?? {},
  organizer: event.organizer ?? {},
  sequence: event.sequence ?? 0,
  recurringEventId: event.recurringEventId,
  originalStartTime: event.originalStartTime,
  locked: event.locked,
})

const ofHistory: ReadonlySet<string> = new Set(['etag', 'updated', 'sequence'])

/** Whether two events are equal apart from their history. */
export function isSameEvent(one: Event, other: Event): boolean {
  let name: keyof Event
  for (name in one) {
    const [value, otherValue] = [one[name], other[name]]
    if (value === otherValue || ofHistory.has(name)) continue
    // Most events differ in a text, which needs no deep comparison.
    if (typeof value !== 'object' || !isSameJson(value, otherValue)) return false
  }
  for (name in other) {
    if (one[name] === undefined && other[name] !== undefined && !ofHistory.has(name)) return false
  }
  return true
}

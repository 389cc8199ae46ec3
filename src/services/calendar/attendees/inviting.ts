import { isSameJson } from '#/kernel/same-json.ts'
import type { Transaction } from '#/storage/port.ts'
import { requiredAccessLevel } from '../errors.ts'
import { contentOf } from '../event/event-content.ts'
import type { CurrentEvent, EventDraft } from '../event/event-draft.ts'
import { isSameTimes } from '../event/times.ts'
import type { CalendarContext, EventWriting } from '../operation.ts'
import type { EventAttendee } from '../schemas/event.ts'
import type { Access } from '../sharing/access.ts'
import { eventIn } from '../store/events.ts'
import { findGuests, nobody } from './guests.ts'
import { isShared } from './shared-event.ts'

export type InvitingGiven = Pick<
  CalendarContext,
  'store' | 'caller' | 'attendeesMax' | 'answerLimits' | 'copiesPerEventMax'
>

interface NamingGiven extends Pick<CalendarContext, 'attendeesMax'> {
  readonly store: Pick<CalendarContext['store'], 'calendars'>
}

interface Inviting extends Pick<EventWriting, 'writer'> {
  readonly tx: Transaction
  readonly described: EventDraft
  /** The event as it was, if there was one. */
  readonly before?: Pick<CurrentEvent, 'event' | 'times'>
}

/**
 * The event with what this server knows of those who are invited, and what they say at once; as it
 * is where all of them are from elsewhere.
 */
export async function withInvited(given: NamingGiven, inviting: Inviting): Promise<EventDraft> {
  const { described, before, tx, writer } = inviting
  const { attendees } = described.content
  if (attendees === undefined) return described
  const isSame = isSameJson(attendees, before?.event.attendees?.map(stated))
  if (isSame && !isAskedAnew(inviting)) return described
  const organizer = writer.calendar.id
  const guests = await findGuests(given, tx, { lists: [attendees], organizer })
  if (guests === nobody) return described
  const named = attendees.map((one) => guests.named(one))
  return { ...described, content: { ...described.content, attendees: named } }
}

/** The event is at another time, or takes place after all. */
function isAskedAnew({ described, before }: Inviting): boolean {
  if (before === undefined) return true
  const { event, times } = before
  const { content } = described
  return (
    (event.status === 'cancelled' && content.status !== 'cancelled') ||
    !isSameTimes(times, described.times) ||
    !isSameJson(event.recurrence, content.recurrence)
  )
}

/** What is said of an attendee, whoever reads it. */
const stated = ({ self: _self, organizer: _organizer, ...attendee }: EventAttendee) => attendee

const refusal = () => requiredAccessLevel('writerWithoutPrivateAccess')

interface Joining {
  readonly tx: Transaction
  readonly access: Access
  readonly eventId: string
}

/** Refuses those who may only read the calendar, unless the event is one that everybody can come to. */
export async function requireOpenEvent(
  { events }: CalendarContext['store'],
  { tx, access, eventId }: Joining,
): Promise<void> {
  const { id, key } = access.calendar
  const row = await events.findIn(tx, key, eventId)
  if (row?.presence !== 'live' || row.visibility === 'private') throw refusal()
  const event = eventIn(row)
  if (event.anyoneCanAddSelf !== true || !isShared(event, id)) throw refusal()
}

/** The event with one more attendee, who says so: all that such a caller may change. */
export function selfAdded(
  { event, ...rest }: CurrentEvent,
  { content, times }: EventDraft,
  email: string,
): EventDraft {
  const { attendees = [], ...after } = content
  const { attendees: listed = [], ...before } = contentOf(event)
  const own = attendees.find((attendee) => attendee.email === email)
  const others = attendees.filter((attendee) => attendee !== own)
  const isSame = isSameJson(others, listed.map(stated)) && isSameJson(after, before)
  const isListed = listed.some((attendee) => attendee.email === email)
  if (own === undefined || isListed || !isSame || !isSameJson(times, rest.times)) {
    throw refusal()
  }
  return { ...rest, content }
}

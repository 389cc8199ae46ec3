import { requiredAccessLevel } from '#/kernel/errors.ts'
import { isSameJson } from '#/kernel/same-json.ts'
import type { Transaction } from '#/storage/port.ts'
import type { CurrentEvent, DescribedEvent } from '../event/described-event.ts'
import { contentOf } from '../event/event-content.ts'
import { isSameTimes } from '../event/times.ts'
import type { CalendarGiven, EventWriting } from '../operation.ts'
import type { Event, EventAttendee } from '../schemas/event.ts'
import type { Standing } from '../sharing/access.ts'
import type { CalendarRow } from '../store/calendars.ts'
import { type AskedTimes, absencesOf, askedWindow, firstAnswer } from './first-answer.ts'
import { findGuests, type Guests, nobody } from './guests.ts'
import { isShared } from './shared-event.ts'

export type InvitingGiven = Pick<
  CalendarGiven,
  'store' | 'caller' | 'attendeesMax' | 'answerLimits' | 'copiesPerEventMax'
>

export interface Inviting extends Pick<EventWriting, 'writer' | 'others'> {
  readonly tx: Transaction
  /** The event, or the series that it is one of. */
  readonly id: string
  readonly described: DescribedEvent
  /** The event as it was, if there was one. */
  readonly before?: Pick<CurrentEvent, 'event' | 'times'>
  /** The guest whose change this is, who answers for itself. */
  readonly answering?: string
}

/**
 * The event with what this server knows of those who are invited, and what they say at once; as it
 * is where all of them are from elsewhere.
 */
export async function withInvited(
  given: InvitingGiven,
  inviting: Inviting,
): Promise<DescribedEvent> {
  const { described, before, tx, writer } = inviting
  const { attendees } = described.content
  if (attendees === undefined) return described
  const isSame = isSameJson(attendees, before?.event.attendees?.map(stated))
  if (isSame && !isAskedAnew(inviting)) return described
  const organizer = writer.calendar.id
  const guests = await findGuests(given, tx, { lists: [attendees], organizer })
  if (guests === nobody) return described
  const named = attendees.map((one) => guests.named(one))
  const answers = await answersTo(given, inviting, { guests, named })
  const invited = named.map((attendee) => answers.get(attendee.email!) ?? attendee)
  return { ...described, content: { ...described.content, attendees: invited } }
}

/** Whose answer is wanted: of those who are new, and of all where the event is at another time. */
export function newlyAsked(inviting: Inviting): ReadonlySet<string> {
  const { described, before, answering } = inviting
  const isAnew = isAskedAnew(inviting)
  const known = new Set(before?.event.attendees?.map(({ email }) => email))
  const emails = described.content.attendees?.map(({ email = '' }) => email) ?? []
  return new Set(emails.filter((email) => email !== answering && (isAnew || !known.has(email))))
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

interface Named {
  readonly guests: Guests
  readonly named: readonly EventAttendee[]
}

async function answersTo(
  given: InvitingGiven,
  inviting: Inviting,
  { guests, named }: Named,
): Promise<ReadonlyMap<string, EventAttendee>> {
  const { described, tx, id, writer, others } = inviting
  const answers = new Map<string, EventAttendee>()
  if (described.content.status === 'cancelled') return answers
  const isAsked = askedOf(inviting, guests)
  const asked = named.filter(isAsked)
  const calendars = new Map(
    (await others.open(guests.calendarIdsOf(asked))).map(({ calendar }) => [calendar.id, calendar]),
  )
  const invited = asked.flatMap((attendee) => calendars.get(attendee.email!) ?? [])
  if (invited.length === 0) return answers
  const exceptions = await exceptionsOf(given, inviting)
  const times = { described, exceptions, nowMs: writer.nowMs, limits: given.answerLimits }
  const absences = await absencesFrom(given, { tx, invited, times })
  for (const attendee of asked) {
    const calendar = calendars.get(attendee.email!)
    if (calendar === undefined) continue
    const away = absences.get(calendar.key) ?? []
    const invitation = { tx, calendar, attendee, id, asked: times, absences: away }
    const answer = await firstAnswer(given, invitation)
    answers.set(calendar.id, answer)
    if (answer !== attendee) others.noteAnswer({ email: calendar.id })
  }
  return answers
}

/** A room speaks for itself, whatever others put down for it. */
function askedOf(inviting: Inviting, guests: Guests): (attendee: EventAttendee) => boolean {
  const asked = newlyAsked(inviting)
  const { before, answering } = inviting
  const known = new Map(before?.event.attendees?.map((entry) => [entry.email, entry]))
  return ({ email = '', responseStatus }) =>
    asked.has(email) ||
    (email !== answering &&
      guests.isRoom(email) &&
      known.get(email)?.responseStatus !== responseStatus)
}

/** What differs from a series that there is. */
const exceptionsOf = async (
  { store }: InvitingGiven,
  { tx, id, described, before, writer }: Inviting,
) =>
  described.content.recurrence === undefined || before === undefined
    ? []
    : store.events.exceptionsOf(tx, writer.calendar.key, id)

interface Away {
  readonly tx: Transaction
  readonly invited: readonly CalendarRow[]
  readonly times: AskedTimes
}

/** Nobody is away for what blocks no time; and of a series each instance is looked at by itself. */
async function absencesFrom(
  { caller, answerLimits }: InvitingGiven,
  { tx, invited, times }: Away,
): ReturnType<typeof absencesOf> {
  const { content } = times.described
  if (content.transparency === 'transparent' || content.recurrence !== undefined) return new Map()
  const people = invited.filter(({ id, isPrimary }) => isPrimary === 1 && id !== caller.email)
  const { startMs, endMs } = askedWindow(times)
  // Whole days are kept as if in UTC, which is at most a day away.
  const around = times.described.times.isAllDay ? 86_400_000 : 0
  const window = { startMs: startMs - around, endMs: endMs + around }
  return absencesOf(people, { tx, window, limit: answerLimits.instancesMax })
}

/** What is said of an attendee, whoever reads it. */
const stated = ({ self: _self, organizer: _organizer, ...attendee }: EventAttendee) => attendee

const refusal = () => requiredAccessLevel('writerWithoutPrivateAccess')

interface Joining {
  readonly tx: Transaction
  readonly standing: Standing
  readonly eventId: string
}

/** Refuses those who may only read the calendar, unless the event is one that everybody can come to. */
export async function requireOpenEvent(
  { events }: CalendarGiven['store'],
  { tx, standing, eventId }: Joining,
): Promise<void> {
  const { id, key } = standing.calendar
  const row = await events.findIn(tx, key, eventId)
  if (row?.presence !== 'live' || row.visibility === 'private') throw refusal()
  const event = JSON.parse(row.wire) as Event
  if (event.anyoneCanAddSelf !== true || !isShared(event, id)) throw refusal()
}

/** The event with one more attendee, who says so: all that such a caller may change. */
export function selfAdded(
  { event, ...rest }: CurrentEvent,
  { content, times }: DescribedEvent,
  email: string,
): DescribedEvent {
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

import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#/storage/port.ts'
import type { DescribedEvent } from '../../domain/event/described-event.ts'
import type { CalendarGiven, EventWriting } from '../../operation.ts'
import type { Event, EventAttendee } from '../../schemas/event.ts'
import { firstAnswer } from './first-answer.ts'
import { findGuests, nobody } from './guests.ts'

type Given = Pick<CalendarGiven, 'store' | 'attendeesMax'>

interface Inviting extends Pick<EventWriting, 'others'> {
  readonly tx: Transaction
  readonly organizer: string
  readonly described: DescribedEvent
  /** Who has been invited before. */
  readonly before?: Event['attendees']
}

/**
 * The event with what this server knows of those who are invited, and what they say at once; as it
 * is where all of them are from elsewhere.
 */
export async function withInvited(given: Given, inviting: Inviting): Promise<DescribedEvent> {
  const { described, before, organizer, tx, others } = inviting
  const { attendees } = described.content
  if (attendees === undefined || isDeepStrictEqual(attendees, before?.map(stated))) return described
  const guests = await findGuests(given, tx, { lists: [attendees], organizer })
  if (guests === nobody) return described
  const known = new Set(before?.map(({ email }) => email))
  const asked = attendees.filter(({ email }) => !known.has(email))
  const writers = await others.open(guests.calendarIdsOf(asked))
  const calendars = new Map(writers.map(({ calendar }) => [calendar.id, calendar]))
  const invited: EventAttendee[] = []
  for (const attendee of attendees.map((one) => guests.named(one))) {
    const calendar = known.has(attendee.email) ? undefined : calendars.get(attendee.email!)
    invited.push(
      calendar === undefined
        ? attendee
        : await firstAnswer(given, { tx, calendar, attendee, described }),
    )
  }
  return { ...described, content: { ...described.content, attendees: invited } }
}

/** What is said of an attendee, whoever reads it. */
const stated = ({ self: _self, organizer: _organizer, ...attendee }: EventAttendee) => attendee

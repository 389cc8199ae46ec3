import type { Transaction } from '#/storage/port.ts'
import { doMeet } from '../../domain/busy-blocks.ts'
import type { CalendarGiven } from '../../operation.ts'
import type { EventAttendee } from '../../schemas/event.ts'
import type { CalendarRow } from '../../store/calendars.ts'
import type { Absence } from './absences.ts'
import { type AskedTimes, askedBlocks } from './asked-times.ts'
import { roomAnswer } from './room-answer.ts'

interface Invitation {
  readonly tx: Transaction
  /** The calendar that is invited; the transaction has locked it. */
  readonly calendar: CalendarRow
  readonly attendee: EventAttendee
  /** The event, or the series that it is one of. */
  readonly id: string
  readonly asked: AskedTimes
  /** When the calendar declines invitations to what takes place once. */
  readonly absences: readonly Absence[]
}

/**
 * What a calendar of this server says to an invitation at once. Rooms answer by themselves. People are
 * asked, so that it is what the organizer has put down for them, unless they have something else to do.
 */
export async function firstAnswer(
  given: Pick<CalendarGiven, 'store' | 'caller'>,
  { tx, calendar, attendee, id, asked, absences }: Invitation,
): Promise<EventAttendee> {
  if (calendar.isResource === 1) {
    const responseStatus = await roomAnswer(given, { tx, calendar, id, asked })
    return { ...attendee, responseStatus }
  }
  if (attendee.responseStatus === 'declined' || absences.length === 0) return attendee
  const blocks = askedBlocks(asked, calendar)
  const absence = absences.find((one) => doMeet(blocks, one.blocks))
  return absence === undefined ? attendee : declinedFor(absence, attendee)
}

/** The attendee with the answer of an absence, in its words. */
export const declinedFor = (
  { message }: Pick<Absence, 'message'>,
  attendee: EventAttendee,
): EventAttendee => ({
  ...attendee,
  responseStatus: 'declined',
  ...(message !== undefined && { comment: message }),
})

import type { Transaction } from '#/storage/port.ts'
import type { DescribedEvent } from '../../domain/event/described-event.ts'
import type { CalendarGiven } from '../../operation.ts'
import type { EventAttendee } from '../../schemas/event.ts'
import type { CalendarRow } from '../../store/calendars.ts'

interface Invitation {
  readonly tx: Transaction
  /** The calendar that is invited; the transaction has locked it. */
  readonly calendar: CalendarRow
  readonly attendee: EventAttendee
  readonly described: DescribedEvent
}

/**
 * What a calendar of this server says to an invitation at once. People are asked, so that it is what the
 * organizer has put down for them.
 */
export async function firstAnswer(
  _given: Pick<CalendarGiven, 'store'>,
  { attendee }: Invitation,
): Promise<EventAttendee> {
  return attendee
}

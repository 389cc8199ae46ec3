import { invalidField, participantIsNeitherOrganizerNorAttendee } from '#/kernel/errors.ts'
import { addressIn } from '../domain/event/address.ts'
import type { Event } from '../schemas/event.ts'
import type { EventIdentity } from './assembled.ts'

/**
 * Whose event it is that is imported; undefined where the calendar itself organizes it. The calendar
 * has to take part, one way or the other.
 */
export function importedOrganizer(
  { organizer, attendees = [] }: Event,
  calendarId: string,
): EventIdentity['organizer'] | undefined {
  if (!organizer?.email) return undefined
  const email = addressIn(organizer.email)
  if (email === undefined) throw invalidField('Invalid organizer email.')
  if (email === calendarId) return undefined
  if (!attendees.some((attendee) => addressIn(attendee.email ?? '') === calendarId)) {
    throw participantIsNeitherOrganizerNorAttendee()
  }
  const { displayName } = organizer
  return { email, ...(displayName && { displayName }) }
}

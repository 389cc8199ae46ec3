import { emailIn } from '#/auth/directory-email.ts'
import { invalidField, participantIsNeitherOrganizerNorAttendee } from '#/kernel/errors.ts'
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
  const email = emailIn(organizer.email)
  if (email === undefined) throw invalidField('Invalid organizer email.')
  if (email === calendarId) return undefined
  if (!attendees.some((attendee) => attendee.email?.trim().toLowerCase() === calendarId)) {
    throw participantIsNeitherOrganizerNorAttendee()
  }
  const { displayName } = organizer
  return { email, ...(displayName && { displayName }) }
}

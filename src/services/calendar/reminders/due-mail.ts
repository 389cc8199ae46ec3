import type { NewMail } from '#/jobs/mail/mail.ts'
import { instanceEvent } from '../events/instances-of.ts'
import { htmlLink, isMasked, seenEvent } from '../events/presentation.ts'
import type { View } from '../events/view.ts'
import { reminderMail } from '../mail/reminder-mail.ts'
import type { Event } from '../schemas/event.ts'
import { type CalendarRow, calendarIn } from '../store/calendars.ts'
import type { Occurrence } from './occurrences.ts'
import type { Recipient } from './recipients.ts'

interface Due {
  readonly calendar: CalendarRow
  readonly occurrence: Occurrence
  readonly minutes: number
}

/** The mail that a reminder makes, unless its reader does not take part. */
export function dueMail(
  { calendar, occurrence, minutes }: Due,
  recipient: Recipient,
  origin: string,
): NewMail | undefined {
  const { row, id, startMs } = occurrence
  if (!concerns(JSON.parse(row.wire) as Event, recipient)) return undefined
  const { userId, email, role, zone, clock, calendarName } = recipient
  const view = {
    calendarId: calendar.id,
    calendarZone: calendarIn(calendar).timeZone ?? 'UTC',
    zone,
    role,
    userId,
    origin,
    maxAttendees: undefined,
  }
  return reminderMail({
    reminderId: `reminder ${calendar.key} ${id} ${startMs} ${minutes} ${userId}`,
    to: email,
    event: occurrenceEvent(occurrence, view),
    isMasked: isMasked(row, view),
    minutes,
    calendarName,
    telling: { zone, clock },
  })
}

/** Nobody is reminded of what they have declined, nor some of what they have not answered. */
function concerns({ attendees = [] }: Event, { email, isForAnswered }: Recipient): boolean {
  const answers = attendees
    .filter((attendee) => attendee.self || attendee.email === email)
    .map(({ responseStatus }) => responseStatus)
  const isOpen = answers.includes('needsAction')
  return !answers.includes('declined') && !(isForAnswered && isOpen)
}

function occurrenceEvent({ row, instance, id }: Occurrence, view: View): Event {
  const event = seenEvent(row, view)
  if (instance === undefined) return event
  const seen = instanceEvent(event, { ...instance, zone: view.zone })
  return seen.htmlLink === undefined ? seen : { ...seen, htmlLink: htmlLink(id, view) }
}

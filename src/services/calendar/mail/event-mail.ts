import type { NewMail } from '#/jobs/mail/mail.ts'
import { mailIdOf } from '#/jobs/mail/mails.ts'
import type { EventAttendee } from '../schemas/event.ts'
import { oneLine } from './clean-text.ts'
import { eventRows, linkOf, titleOf } from './event-facts.ts'
import { calendarText } from './ical/calendar-text.ts'
import type { EventMail } from './jobs.ts'
import { laidOut } from './layout.ts'
import { openingOf, subjectOf } from './phrases.ts'

/** A longer list is shown to nobody, as every mail would carry it. */
const attendeesMailedMax = 500

/** One mail for each recipient, with the event for their eyes. */
export const eventMails = (mail: EventMail, nowMs: number): NewMail[] =>
  mail.recipients.map((recipient) => mailTo(recipient, mail, nowMs))

function mailTo(recipient: string, mail: EventMail, nowMs: number): NewMail {
  const { event, from, method, zone } = mail
  const attendees = attendeesFor(recipient, mail)
  const name = oneLine(from.displayName ?? '') || from.email
  return {
    id: mailIdOf(mail.changeId, recipient),
    to: recipient,
    fromName: `${name} via Almanac`,
    replyTo: from.email,
    subject: subjectOf(mail),
    ...laidOut({
      opening: openingOf(mail, name),
      title: titleOf(event),
      rows: eventRows(event, { telling: { zone }, attendees }),
      // An answer says what its own sender wrote, and the page of the copy is theirs alone.
      link: method === 'REPLY' ? undefined : linkOf(event),
    }),
    calendar: { method, text: calendarText({ ...mail, attendees, nowMs }) },
  }
}

/** An answer is about the one who gives it. Guests who may not see each other see themselves. */
function attendeesFor(
  recipient: string,
  { event, from, method }: EventMail,
): readonly EventAttendee[] {
  const { attendees = [], organizer, guestsCanSeeOtherGuests = true } = event
  const entryOf = (email: string) =>
    attendees.filter((attendee) => attendee.email?.toLowerCase() === email.toLowerCase())
  if (method === 'REPLY') return entryOf(from.email)
  const isOrganizer = organizer?.email?.toLowerCase() === recipient.toLowerCase()
  const isSeen = guestsCanSeeOtherGuests || isOrganizer
  return isSeen && attendees.length <= attendeesMailedMax ? attendees : entryOf(recipient)
}

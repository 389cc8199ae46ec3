import type { NewMail } from '#/jobs/mail/mail.ts'
import { mailIdOf } from '#/jobs/mail/mails.ts'
import { calendarText } from '../ical/calendar-text.ts'
import type { EventAttendee } from '../schemas/event.ts'
import type { EventMail } from './calendar-mail.ts'
import { eventRows, linkOf, type TimeStyle, titleOf } from './event-facts.ts'
import { laidOut, oneLine } from './layout.ts'

/** A longer list isn't shown, because every mail would contain it. */
const attendeesMailedMax = 500

/** One mail per recipient, with what the recipient may see. */
export const eventMails = (
  mail: EventMail,
  nowMs: number,
  /** How to write times for recipients with settings of their own. */
  timeStyles: ReadonlyMap<string, TimeStyle> = new Map(),
): NewMail[] =>
  mail.recipients.map((recipient) =>
    mailTo(recipient, mail, { nowMs, timeStyle: timeStyles.get(recipient) ?? { zone: mail.zone } }),
  )

function mailTo(
  recipient: string,
  mail: EventMail,
  { nowMs, timeStyle }: { readonly nowMs: number; readonly timeStyle: TimeStyle },
): NewMail {
  const { event, from, method } = mail
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
      rows: eventRows(event, { timeStyle, attendees }),
      // The page of an attendee's copy is visible only to the attendee.
      link: method === 'REPLY' ? undefined : linkOf(event),
    }),
    calendar: { method, text: calendarText({ ...mail, attendees, nowMs }) },
  }
}

/** A response lists only its sender. Attendees who may not see each other see only themselves. */
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

const subjectOf = (mail: EventMail): string => `${subjectWord(mail)}: ${titleOf(mail.event)}`

function subjectWord(mail: EventMail): string {
  if (mail.method === 'CANCEL') return 'Cancelled event'
  if (mail.method === 'REPLY') return answerOf(mail).subject
  return mail.isUpdate ? 'Updated invitation' : 'Invitation'
}

/** The first sentence of the mail. */
function openingOf(mail: EventMail, name: string): string {
  if (mail.method === 'CANCEL') return `${name} has cancelled this event.`
  if (mail.method === 'REPLY') return `${name} ${answerOf(mail).opening}${commentOf(mail)}`
  return mail.isUpdate ? `${name} has changed this event.` : `${name} invites you to this event.`
}

/** The entry of the attendee who responds. */
const ownEntryOf = ({ event, from }: EventMail) =>
  event.attendees?.find(({ email }) => email?.toLowerCase() === from.email.toLowerCase())

const answerOf = (mail: EventMail) =>
  answers[ownEntryOf(mail)?.responseStatus ?? 'needsAction'] ?? answers.needsAction!

function commentOf(mail: EventMail): string {
  const comment = oneLine(ownEntryOf(mail)?.comment ?? '')
  return comment === '' ? '' : ` They say: ${comment}`
}

const answers: Readonly<Record<string, { readonly subject: string; readonly opening: string }>> = {
  accepted: { subject: 'Accepted', opening: 'has accepted this invitation.' },
  declined: { subject: 'Declined', opening: 'has declined this invitation.' },
  tentative: { subject: 'Tentative', opening: 'may come to this event.' },
  needsAction: { subject: 'No answer', opening: 'has taken back the answer to this invitation.' },
}

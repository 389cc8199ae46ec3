import type { EventMail } from '../mail/calendar-mail.ts'
import { linkOf } from '../mail/event-facts.ts'
import { cleanLines, descriptionText } from '../mail/layout.ts'
import type { Event, EventAttendee } from '../schemas/event.ts'
import { civilTimeText } from '../time/civil-date.ts'
import {
  attendeeLine,
  availabilityLines,
  component,
  contentLine,
  headLines,
  organizerLine,
  timeLines,
} from './content-lines.ts'
import { zonesOfEvent } from './zone-components.ts'

/** The input of an iCalendar message. */
export interface PrintedMail extends Pick<EventMail, 'method' | 'event' | 'from' | 'zone'> {
  /** The attendees that the recipient may see. */
  readonly attendees: readonly EventAttendee[]
  readonly nowMs: number
}

/** The iCalendar message for mail programs and other calendars (RFC 5545, RFC 5546). */
export const calendarText = (mail: PrintedMail): string =>
  `${component('VCALENDAR', [
    ...headLines(mail.method),
    ...zonesOfEvent(mail),
    component('VEVENT', messageEvent(mail)),
  ])}\r\n`

const textCharactersMax = 2_000

/** The properties of an event in a message. */
export const messageEvent = (mail: PrintedMail): string[] => [
  ...identityLines(mail),
  ...timeLines(mail.event, mail.zone),
  ...wordLines(mail.event),
  organizerLine(mail),
  ...mail.attendees.map((attendee) => attendeeLine(attendee, mail.method)),
  ...commentLines(mail),
  ...statusLines(mail),
  ...availabilityLines(mail.event),
]

const identityLines = ({ event, nowMs }: PrintedMail) => [
  contentLine('uid', {}, 'text', cleanLines(event.iCalUID ?? event.id ?? '', textCharactersMax)),
  contentLine('sequence', {}, 'integer', event.sequence ?? 0),
  contentLine('dtstamp', {}, 'date-time', `${civilTimeText(nowMs)}Z`),
]

function wordLines(event: Event): string[] {
  const texts = {
    summary: cleanLines(event.summary ?? '', textCharactersMax),
    description: descriptionText(event.description ?? ''),
    location: cleanLines(event.location ?? '', textCharactersMax),
  }
  const link = linkOf(event)
  return [
    ...Object.entries(texts)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => contentLine(name, {}, 'text', text)),
    ...(link ? [contentLine('url', {}, 'uri', link.address)] : []),
  ]
}

/** A response carries the attendee's comment. */
function commentLines({ method, attendees }: PrintedMail): string[] {
  const comment = cleanLines(attendees[0]?.comment ?? '', textCharactersMax)
  if (method !== 'REPLY' || comment === '') return []
  return [contentLine('comment', {}, 'text', comment)]
}

function statusLines({ method, event: { status } }: PrintedMail): string[] {
  // For an attendee who is no longer invited, the event isn't cancelled (RFC 5546, 3.2.5).
  if (method === 'CANCEL' && status !== undefined && status !== 'cancelled') return []
  const isCancelled = method === 'CANCEL' || status === 'cancelled'
  const told = isCancelled ? 'CANCELLED' : status === 'tentative' ? 'TENTATIVE' : 'CONFIRMED'
  return [contentLine('status', {}, 'text', told)]
}

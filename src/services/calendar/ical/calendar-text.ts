import type { EventMail } from '../mail/calendar-mail.ts'
import { linkOf } from '../mail/event-facts.ts'
import { cleanLines, descriptionText } from '../mail/layout.ts'
import type { Event, EventAttendee } from '../schemas/event.ts'
import { civilTimeText } from '../time/civil-date.ts'
import {
  attendeeLine,
  component,
  contentLine,
  momentLine,
  organizerLine,
  recurrenceLines,
  zoneOf,
} from './content-lines.ts'
import { zoneComponents } from './zone-components.ts'

/** What an iCalendar text is made of. */
export interface PrintedMail extends Pick<EventMail, 'method' | 'event' | 'from' | 'zone'> {
  /** Those that the reader may see. */
  readonly attendees: readonly EventAttendee[]
  readonly nowMs: number
}

/** The iCalendar text that mail programs and other calendars act on (RFC 5545, RFC 5546). */
export const calendarText = (mail: PrintedMail): string =>
  `${component('VCALENDAR', [
    contentLine('prodid', {}, 'text', '-//Almanac//Almanac Calendar//EN'),
    contentLine('version', {}, 'text', '2.0'),
    contentLine('calscale', {}, 'text', 'GREGORIAN'),
    contentLine('method', {}, 'text', mail.method),
    ...zoneComponents(mail),
    component('VEVENT', eventLines(mail)),
  ])}\r\n`

const textCharactersMax = 2_000

/** The properties of the event, for the reader of the mail. */
const eventLines = (mail: PrintedMail): string[] => [
  ...identityLines(mail),
  ...timeLines(mail),
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

function timeLines({ event, zone }: PrintedMail): string[] {
  const { start = event.originalStartTime, end, originalStartTime, recurringEventId } = event
  const isInstance = recurringEventId !== undefined && originalStartTime !== undefined
  // What ends as it begins has no end: one that is not later would be against the standard.
  const isMoment = (end?.dateTime ?? end?.date) === (start?.dateTime ?? start?.date)
  return [
    ...(start === undefined ? [] : [momentLine('dtstart', start, zone)]),
    ...(end === undefined || isMoment ? [] : [momentLine('dtend', end, zone)]),
    ...(isInstance ? [momentLine('recurrence-id', originalStartTime, zone)] : []),
    ...recurrenceLines(event.recurrence ?? [], start?.date ? undefined : zoneOf(start, zone)),
  ]
}

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

/** An answer carries what its sender has to say. */
function commentLines({ method, attendees }: PrintedMail): string[] {
  const comment = cleanLines(attendees[0]?.comment ?? '', textCharactersMax)
  if (method !== 'REPLY' || comment === '') return []
  return [contentLine('comment', {}, 'text', comment)]
}

function statusLines({ method, event: { status } }: PrintedMail): string[] {
  // For one who is no longer invited, the event goes on (RFC 5546, 3.2.5).
  if (method === 'CANCEL' && status !== undefined && status !== 'cancelled') return []
  const isCancelled = method === 'CANCEL' || status === 'cancelled'
  const told = isCancelled ? 'CANCELLED' : status === 'tentative' ? 'TENTATIVE' : 'CONFIRMED'
  return [contentLine('status', {}, 'text', told)]
}

function availabilityLines({ transparency, visibility }: Event): string[] {
  const secrecy = classes[visibility ?? '']
  return [
    contentLine('transp', {}, 'text', transparency === 'transparent' ? 'TRANSPARENT' : 'OPAQUE'),
    ...(secrecy === undefined ? [] : [contentLine('class', {}, 'text', secrecy)]),
  ]
}

const classes: Readonly<Record<string, string>> = {
  public: 'PUBLIC',
  private: 'PRIVATE',
  confidential: 'CONFIDENTIAL',
}

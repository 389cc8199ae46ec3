import type { SchedulingMessage } from '../attendees/scheduling-messages.ts'
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
  instantMsOf,
  momentLine,
  organizerLine,
  timeLines,
} from './content-lines.ts'
import { zonesOf } from './exported-calendar.ts'
import { zoneComponents, zonesOfEvent } from './zone-components.ts'

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
    component('VEVENT', eventLines(mail)),
  ])}\r\n`

/** Renders a scheduling message (RFC 5546). The text depends on nothing but the message and its time. */
export function messageText(message: SchedulingMessage, nowMs: number): string {
  const { method, events, zone } = message
  const isCancelled = ({ status }: Event) => status === 'cancelled'
  const included = method === 'REQUEST' ? events.filter((event) => !isCancelled(event)) : events
  const excluded = method === 'REQUEST' ? events.filter(isCancelled) : []
  const moments = included
    .flatMap(({ start, end }) => [start, end])
    .filter((time) => time !== undefined)
  const isEndless = included.some(({ recurrence = [] }) => recurrence.length > 0)
  const times = [...moments.map(instantMsOf), ...(isEndless ? [nowMs] : [])]
  const zones = new Set(included.flatMap((event) => zonesOf(event, zone)))
  return `${component('VCALENDAR', [
    ...headLines(method),
    ...zoneComponents(zones, { from: Math.min(...times), to: Math.max(...times), isEndless }),
    ...included.map((event) => {
      const excludedStarts = event.recurrence === undefined ? [] : excluded
      return component('VEVENT', [
        ...eventLines(printedMail(message, event, nowMs)),
        ...excludedStarts.flatMap(({ originalStartTime: start }) =>
          start === undefined ? [] : [momentLine('exdate', start, zone)],
        ),
      ])
    }),
  ])}\r\n`
}

function printedMail(
  { method, attendee, zone }: SchedulingMessage,
  event: Event,
  nowMs: number,
): PrintedMail {
  const { attendees = [], organizer } = event
  const shown = method === 'REPLY' ? attendees.filter(({ email }) => email === attendee) : attendees
  return { method, event, from: { email: organizer?.email ?? '' }, attendees: shown, zone, nowMs }
}

const textCharactersMax = 2_000

/** The properties of an event in a message. */
const eventLines = (mail: PrintedMail): string[] => [
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
  const statusText = isCancelled ? 'CANCELLED' : status === 'tentative' ? 'TENTATIVE' : 'CONFIRMED'
  return [contentLine('status', {}, 'text', statusText)]
}

import type { EventAttendee } from '../../schemas/event.ts'
import type { EventMail } from '../jobs.ts'
import { component, contentLine } from './content-lines.ts'
import { eventLines } from './event-lines.ts'
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

import { civilTimeText } from '../../domain/civil-text.ts'
import type { Event, EventDateTime } from '../../schemas/event.ts'
import { cleanLines } from '../clean-text.ts'
import { component, contentLine } from './content-lines.ts'
import { momentLine, zoneOf } from './moment-line.ts'
import { attendeeLine, organizerLine } from './people-lines.ts'
import { recurrenceLines } from './recurrence-lines.ts'

const textCharactersMax = 1_000_000

export interface ExportedEvent {
  readonly event: Event
  /** The places of a series that do not take place. */
  readonly gaps: readonly EventDateTime[]
  readonly zone: string
  readonly nowMs: number
}

/** An event of a calendar that is exported whole, as a component of iCalendar. */
export function exportedEvent({ event, gaps, zone, nowMs }: ExportedEvent): string {
  const { organizer, attendees = [] } = event
  return component('VEVENT', [
    contentLine('uid', {}, 'text', cleanText(event.iCalUID ?? event.id)),
    contentLine('dtstamp', {}, 'date-time', stampText(event.updated, nowMs)),
    ...stampLines(event),
    contentLine('sequence', {}, 'integer', event.sequence ?? 0),
    ...timeLines(event, zone),
    ...gaps.map((gap) => momentLine('exdate', gap, zone)),
    ...textLines(event),
    ...(organizer?.email === undefined || attendees.length === 0
      ? []
      : [organizerLine({ event, from: { email: organizer.email } })]),
    ...attendees.map((attendee) => attendeeLine(attendee, 'PUBLISH')),
    ...stateLines(event),
    ...alarms(event),
  ])
}

const cleanText = (text = '') => cleanLines(text, textCharactersMax)

const stampText = (moment: string | undefined, otherwiseMs: number): string =>
  `${civilTimeText(moment === undefined ? otherwiseMs : Temporal.Instant.from(moment).epochMilliseconds)}Z`

const stampLines = ({ created, updated }: Event): string[] =>
  Object.entries({ created, 'last-modified': updated }).flatMap(([name, moment]) =>
    moment === undefined ? [] : [contentLine(name, {}, 'date-time', stampText(moment, 0))],
  )

function timeLines(event: Event, zone: string): string[] {
  const { start, end, originalStartTime, recurringEventId, recurrence = [] } = event
  const isInstance = recurringEventId !== undefined && originalStartTime !== undefined
  // What ends as it begins has no end: one that is not later would be against the standard.
  const isMoment = (end?.dateTime ?? end?.date) === (start?.dateTime ?? start?.date)
  return [
    ...(start === undefined ? [] : [momentLine('dtstart', start, zone)]),
    ...(end === undefined || isMoment ? [] : [momentLine('dtend', end, zone)]),
    ...(isInstance ? [momentLine('recurrence-id', originalStartTime, zone)] : []),
    ...recurrenceLines(recurrence, start?.date ? undefined : zoneOf(start, zone)),
  ]
}

const textLines = ({ summary, description, location }: Event): string[] =>
  Object.entries({ summary, description, location })
    .map(([name, text]) => [name, cleanText(text)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => contentLine(name, {}, 'text', text))

const classes: Readonly<Record<string, string>> = {
  public: 'PUBLIC',
  private: 'PRIVATE',
  confidential: 'CONFIDENTIAL',
}

function stateLines({ status, transparency, visibility = '' }: Event): string[] {
  const secrecy = classes[visibility]
  return [
    contentLine('status', {}, 'text', status === 'tentative' ? 'TENTATIVE' : 'CONFIRMED'),
    contentLine('transp', {}, 'text', transparency === 'transparent' ? 'TRANSPARENT' : 'OPAQUE'),
    ...(secrecy === undefined ? [] : [contentLine('class', {}, 'text', secrecy)]),
  ]
}

/** The reminders that the reader has chosen for the event. */
const alarms = ({ summary, reminders }: Event): string[] =>
  (reminders?.overrides ?? []).map(({ method, minutes = 0 }) =>
    component('VALARM', [
      contentLine('action', {}, 'text', method === 'email' ? 'EMAIL' : 'DISPLAY'),
      contentLine('trigger', {}, 'duration', `-PT${minutes}M`),
      contentLine('description', {}, 'text', cleanText(summary) || 'Reminder'),
      ...(method === 'email'
        ? [contentLine('summary', {}, 'text', cleanText(summary) || 'Reminder')]
        : []),
    ]),
  )
